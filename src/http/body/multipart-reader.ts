import { setImmediate as nextTurn } from 'node:timers/promises';
import { Dicer } from '@fastify/busboy';
import { decodeText } from '../../common/bytes';
import { EdiError } from '../../common/edi-error';

/** One part of a multipart body. Its content is read once, before the next part is taken; unread content is skipped. */
export interface MultipartPart extends PartHeader {
  readonly content: () => AsyncGenerator<Buffer>;
}

/**
 * Reads a multipart/form-data body (RFC 7578) part by part while it arrives, never ahead of its reader. Dicer, the parser below Busboy, parses the bytes; this
 * class adds backpressure, and decides which part a failure belongs to.
 *
 * Throws EDI_MULTIPART_INVALID when the body breaks off or has no boundary. A failure that the reader of a part has received is not thrown again: the parts
 * end. Closing the iterator closes `bytes`. `onPart` is called for each part as soon as its headers have arrived, which may be before earlier parts were taken.
 */
export async function* readMultipart(
  bytes: AsyncIterable<Uint8Array>,
  boundary: string,
  onPart: (header: PartHeader) => void = () => undefined,
): AsyncGenerator<MultipartPart> {
  const body = new MultipartBody(bytes, boundary, onPart);
  try {
    for (let part = await body.nextPart(); part !== undefined; part = await body.nextPart()) {
      const { header, content } = part;
      yield { ...header, content: () => content.chunks() };
      if (body.hasFailed) return;
      await content.skip();
    }
  } finally {
    await body.close();
  }
}

/** Headers of a part as Dicer returns them: names in lower case, each byte of a value as one character. */
type DicerHeader = Readonly<Record<string, readonly string[]>>;

interface OpenedPart {
  readonly header: PartHeader;
  readonly content: PartContent;
}

/** Hands the body to the parser chunk by chunk, the next one when all that came of the last one has been read. */
class MultipartBody {
  hasFailed = false;
  private isComplete = false;
  private readonly opened: OpenedPart[] = [];
  private readonly parser: Dicer;
  private readonly source: AsyncIterator<Uint8Array>;

  constructor(bytes: AsyncIterable<Uint8Array>, boundary: string, onPart: (header: PartHeader) => void) {
    this.source = bytes[Symbol.asyncIterator]();
    this.parser = new Dicer({ boundary });
    this.parser.on('part', (stream) => {
      stream.on('header', (header: DicerHeader) => {
        const disposition = header['content-disposition']?.[0] ?? '';
        const partHeader = readPartHeader(disposition);
        onPart(partHeader);
        this.opened.push({ header: partHeader, content: new PartContent(this, stream) });
      });
    });
    this.parser.on('finish', () => {
      this.isComplete = true;
    });
  }

  /** Returns the next part; undefined after the last one, when the whole body has been received. */
  async nextPart(): Promise<OpenedPart | undefined> {
    while (this.opened.length === 0 && !this.isComplete) await this.receive();
    const part = this.opened.shift();
    if (part === undefined) while ((await this.nextChunk()) !== undefined);
    return part;
  }

  /** Receives a chunk. Resolves when the parts have received all of it. */
  async receive(): Promise<void> {
    const chunk = await this.nextChunk();
    if (chunk === undefined) {
      this.hasFailed = true;
      throw new EdiError('EDI_MULTIPART_INVALID', 'The multipart body breaks off before its closing boundary. Send it again.');
    }
    this.parser.write(chunk);
    // Parts emit their data and their end in ticks of this turn.
    await nextTurn();
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }

  private async nextChunk(): Promise<Uint8Array | undefined> {
    try {
      const next = await this.source.next();
      return next.done === true ? undefined : next.value;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}

/** What has come of the content of one part and was not read yet. */
class PartContent {
  private readonly received: Buffer[] = [];
  private isEnded = false;

  constructor(
    private readonly body: MultipartBody,
    stream: Dicer.PartStream,
  ) {
    stream.on('data', (chunk: Buffer) => this.received.push(chunk));
    stream.on('end', () => {
      this.isEnded = true;
    });
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
  }

  async skip(): Promise<void> {
    while ((await this.next()) !== undefined);
  }

  private async next(): Promise<Buffer | undefined> {
    while (this.received.length === 0 && !this.isEnded) await this.body.receive();
    return this.received.shift();
  }
}

/** Contents of the headers of a part. */
export interface PartHeader {
  /** Name of the form field. */
  readonly fieldName: string | undefined;
  /** Name of the file from the client, with folders if it sent them. */
  readonly fileName: string | undefined;
}

/**
 * Reads the Content-Disposition of a part, given with one character for each byte as headers come.
 *
 *     form-data; name="files"; filename="claims.edi"
 */
export function readPartHeader(disposition: string): PartHeader {
  const bytes = Buffer.from(disposition, 'latin1');
  const parameters = readParameters(decodeText(bytes, 0, bytes.length));
  return { fieldName: parameters.get('name'), fileName: decodeExtended(parameters.get('filename*')) ?? parameters.get('filename') };
}

/** One parameter after the last: `; name="a \"b\""` or `; name=a`. */
const PARAMETER = /;[\t ]*([^=;\t ]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([^;\t ]*))[\t ]*/y;

/** Reads the parameters of a header value by their names in lower case. Browsers write a quote as `%22`. */
export function readParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const start = header.indexOf(';');
  if (start < 0) return parameters;
  const pattern = new RegExp(PARAMETER);
  pattern.lastIndex = start;
  for (let match = pattern.exec(header); match !== null; match = pattern.exec(header)) {
    const [, name = '', quoted, bare = ''] = match;
    parameters.set(name.toLowerCase(), quoted === undefined ? bare : quoted.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"'));
  }
  return parameters;
}

/** Reads `UTF-8''na%C3%AFve.edi` (RFC 8187), which some clients send with or instead of the plain form. */
function decodeExtended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Not percent-encoded UTF-8: the plain form, if present, is the better name.
    return undefined;
  }
}

import { EdiError } from '../../common/edi-error';
import { type PartHeader, readPartHeader } from './multipart-header';
import { MultipartWindow } from './multipart-window';

const CRLF = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');
const CLOSING = '--';

/** What may follow a boundary: the closing dashes, the line end, or padding before it. */
const AFTER_BOUNDARY = /^(--|\r\n|[\t ])/;

/** More than any client sends; keeps a body without a blank line from filling memory. */
const MAX_HEADER_BYTES = 16_384;

/** One part of a multipart body. Its content is read once, before the next part is taken; what is left of it is skipped. */
export interface MultipartPart extends PartHeader {
  readonly content: () => AsyncGenerator<Buffer>;
}

/**
 * Reads a multipart/form-data body (RFC 7578) part by part while it arrives, never ahead of its reader.
 *
 *     --boundary CRLF headers CRLF CRLF content CRLF --boundary ... CRLF --boundary-- CRLF
 *                                               ^^^^^^^^^^^^^^^ delimiter, which ends the content
 *
 * Throws EDI_MULTIPART_INVALID when the body breaks off or has no boundary. A failure that the reader of a part's content
 * was told of is not told again: the parts end. Closing the iterator closes `bytes`.
 */
export async function* readMultipart(bytes: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<MultipartPart> {
  // The first boundary may stand at the very start, without the line break that belongs to a delimiter.
  const window = new MultipartWindow(bytes, CRLF);
  const content = new PartContent(window, Buffer.from(`\r\n--${boundary}`, 'latin1'));
  try {
    await content.skip();
    while (!(await isClosed(window))) {
      const header = readPartHeader(await takeHeader(window));
      content.begin();
      yield { ...header, content: () => content.chunks() };
      if (window.hasFailed) return;
      await content.skip();
    }
    await window.drain();
  } finally {
    await window.close();
  }
}

async function isClosed(window: MultipartWindow): Promise<boolean> {
  await window.need(CLOSING.length);
  return window.peek(0, CLOSING.length).toString('latin1') === CLOSING;
}

/** Takes padding, line end, header lines and the blank line that ends them. */
async function takeHeader(window: MultipartWindow): Promise<Buffer> {
  for (;;) {
    const end = window.indexOf(BLANK_LINE);
    if (end >= 0) {
      const header = window.take(end);
      window.take(BLANK_LINE.length);
      return header;
    }
    if (window.length > MAX_HEADER_BYTES)
      throw window.fail(new EdiError('EDI_MULTIPART_INVALID', `A part of the multipart body has headers of more than ${MAX_HEADER_BYTES} bytes.`));
    await window.need(window.length + 1);
  }
}

/** The bytes up to the next delimiter: the preamble, then the content of each part. */
class PartContent {
  private isOpen = true;

  constructor(
    private readonly window: MultipartWindow,
    private readonly delimiter: Buffer,
  ) {}

  begin(): void {
    this.isOpen = true;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
  }

  async skip(): Promise<void> {
    while ((await this.next()) !== undefined);
  }

  /** Gives the next bytes; undefined once the delimiter has been taken off. */
  private async next(): Promise<Buffer | undefined> {
    while (this.isOpen) {
      const found = this.window.indexOf(this.delimiter);
      if (found > 0) return this.window.take(found);
      if (found === 0) {
        const bytes = await this.takeDelimiter();
        if (bytes !== undefined) return bytes;
        continue;
      }
      // The last bytes may be the beginning of a delimiter.
      const safe = this.window.length - this.delimiter.length + 1;
      if (safe > 0) return this.window.take(safe);
      await this.window.need(this.window.length + 1);
    }
    return undefined;
  }

  /** Takes the delimiter off; gives its bytes when they are content after all, such as a longer boundary of a nested body. */
  private async takeDelimiter(): Promise<Buffer | undefined> {
    const { length } = this.delimiter;
    await this.window.need(length + 2);
    this.isOpen = !AFTER_BOUNDARY.test(this.window.peek(length, length + 2).toString('latin1'));
    const bytes = this.window.take(length);
    return this.isOpen ? bytes : undefined;
  }
}

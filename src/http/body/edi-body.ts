import type { IncomingMessage } from 'node:http';
import { EdiError } from '../../common/edi-error';
import type { EdiSource } from '../../io/edi-source';
import { failedSource } from '../../io/failed-source';
import { inflateIfGzip } from '../../io/inflate';
import { ByteBudget, limitBytes } from '../../io/limit-bytes';
import { continueWith, readHead } from '../../io/read-head';
import { decodeContent } from './content-encoding';
import { inviteBody } from './deferred-continue';
import { defaultFileName, NAMING_BYTES, UNNAMED_FILE } from './default-file-name';
import { readEdiBodyForm, requireJson } from './media-type';
import { readAhead } from './read-ahead';
import { multipartSources } from './multipart-sources';

/** The EDI of a request, one source for each file, read while it arrives. */
export interface EdiBody {
  readonly sources: Iterable<EdiSource> | AsyncIterable<EdiSource>;
  /** Name of the only file, where the request gives it; the parts of a multipart body have names of their own. */
  readonly fileName: string | undefined;
  /** True for a form, which may hold several files. */
  readonly isForm: boolean;
}

/** How a body is opened. */
export interface BodyOptions extends BodyLimits {
  /** Name of the file that a text body holds. */
  readonly fileName: string | undefined;
  /** Receives the names of form fields that are not read, as they arrive. */
  readonly onIgnoredField: (name: string) => void;
}

/** How much a body may hold. */
export interface BodyLimits {
  /** Bytes, after inflating. */
  readonly maxBytes: number;
  /** Parts of a form. */
  readonly maxFiles: number;
}

/**
 * Opens the body of a request by its content type and content encoding. Nothing is held in memory or on disk.
 * The size limit counts inflated bytes and is reported by the source as EDI_BODY_TOO_LARGE.
 */
export function openEdiBody(request: IncomingMessage, { fileName, ...options }: BodyOptions): EdiBody {
  const { maxBytes } = options;
  const { 'content-type': contentType, 'content-encoding': contentEncoding, 'content-length': contentLength } = request.headers;
  const body = readEdiBodyForm(contentType);
  // A declared length over the limit needs no reading: compressed data is never much larger than what it holds.
  new ByteBudget(maxBytes).take(Number(contentLength ?? 0));
  const bytes = decodeContent(readRequest(request), contentEncoding);
  if (body.form === 'multipart') return { sources: multipartSources(bytes, body.boundary, options), fileName: undefined, isForm: true };
  const content = limitBytes(inflateIfGzip(bytes), new ByteBudget(maxBytes));
  return { sources: fileName === undefined ? unnamedSource(content) : [{ name: fileName, open: () => content }], fileName, isForm: false };
}

/** Gives a body without a name as a source that is named by its first bytes. What fails before them is a failure of the source. */
export async function* unnamedSource(content: AsyncIterable<Uint8Array>): AsyncGenerator<EdiSource, void, undefined> {
  try {
    const { head, rest } = await readHead(content, NAMING_BYTES);
    yield { name: defaultFileName(head), open: () => continueWith(head, rest) };
  } catch (error) {
    if (!(error instanceof EdiError)) throw error;
    yield failedSource(UNNAMED_FILE, error);
  }
}

/** Opens a body of JSON or NDJSON as `openEdiBody` does. Throws EDI_UNSUPPORTED_MEDIA_TYPE and EDI_BODY_TOO_LARGE. */
export function openJsonBody(request: IncomingMessage, maxBytes: number): AsyncIterable<Uint8Array> {
  const { 'content-type': contentType, 'content-encoding': contentEncoding, 'content-length': contentLength } = request.headers;
  requireJson(contentType);
  new ByteBudget(maxBytes).take(Number(contentLength ?? 0));
  return limitBytes(inflateIfGzip(decodeContent(readRequest(request), contentEncoding)), new ByteBudget(maxBytes));
}

/** Yields the bytes of a request. Stopping early leaves the connection open, for the answer goes over the same one. */
async function* readRequest(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  inviteBody(request);
  try {
    yield* readAhead(request);
  } catch (cause) {
    throw new EdiError('EDI_INPUT_ENDED', 'The request breaks off before the end of its body.', { cause });
  }
}

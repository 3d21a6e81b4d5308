import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { EdiError } from '../../common/edi-error';
import type { EdiSource } from '../../io/edi-source';
import { failedSource } from '../../io/failed-source';
import { type Compression, inflate, inflateIfGzip } from '../../io/inflate';
import { ByteBudget, limitBytes } from '../../io/limit-bytes';
import { continueWith, readHead } from '../../io/read-head';
import { bareName, sourceName } from '../../io/source-name';
import { type MultipartPart, type PartHeader, readMultipart, readParameters } from './multipart-reader';
import { inviteBody, readAhead } from './request-bytes';

/** Field of the form whose parts are EDI files. */
const FILES_FIELD = 'files';

/** How a form is read. */
export interface FormOptions {
  /** Bytes, after inflating. */
  readonly maxBytes: number;
  /** Parts. */
  readonly maxFiles: number;
  /** Receives the names of fields that are not read, as they arrive. */
  readonly onIgnoredField: (name: string) => void;
}

/** Name of an archive of unnamed input, and of input that cannot be read. */
export const UNNAMED_FILE = 'edi-api.edi';

/** Name in errors when the form breaks between its files. */
const WHOLE_FORM = 'multipart form';

/**
 * Returns the `files` parts of a form as sources, one after the other. Other fields are skipped and reported by their names. A part whose name stood
 * before fails by itself, and so does the rest of a form that breaks off, or has a part without a field name, after its first
 * file. Throws EDI_MULTIPART_INVALID for a form without files and EDI_BODY_TOO_LARGE. The limit of bytes is one for all files together.
 */
export async function* multipartSources(bytes: AsyncIterable<Uint8Array>, boundary: string, options: FormOptions): AsyncGenerator<EdiSource> {
  const { maxBytes, maxFiles, onIgnoredField } = options;
  const onPart = ({ fieldName }: PartHeader): void => {
    if (fieldName !== undefined && fieldName !== FILES_FIELD) onIgnoredField(fieldName);
  };
  const names = new PartNames();
  const inflated = new ByteBudget(maxBytes);
  let parts = 0;
  try {
    for await (const part of readMultipart(limitBytes(bytes, new ByteBudget(maxBytes)), boundary, onPart)) {
      if (++parts > maxFiles) throw tooMany(maxFiles);
      if (part.fieldName === undefined) throw nameless();
      if (part.fieldName !== FILES_FIELD) continue;
      const { name, isNew } = names.take(part);
      yield isNew ? { name, open: () => limitBytes(inflateIfGzip(part.content()), inflated) } : failedSource(name, nameTwice());
    }
  } catch (error) {
    if (names.count === 0 || !(error instanceof EdiError)) throw error;
    yield failedSource(WHOLE_FORM, error);
  }
  if (names.count === 0) throw new EdiError('EDI_MULTIPART_INVALID', `The form has no file. Send each file as a part named "${FILES_FIELD}".`);
}

/** Returns each part a name of its own: that of its file, without .gz where another file does not have that name already. */
class PartNames {
  count = 0;
  private readonly given = new Set<string>();
  private readonly shown = new Set<string>();

  take(part: MultipartPart): { readonly name: string; readonly isNew: boolean } {
    this.count++;
    const given = bareName(part.fileName ?? '') ?? (this.count === 1 ? UNNAMED_FILE : `edi-api-${this.count}.edi`);
    const name = [sourceName(given), given].find((candidate) => !this.shown.has(candidate));
    if (name === undefined || this.given.has(given)) return { name: given, isNew: false };
    this.given.add(given);
    this.shown.add(name);
    return { name, isNew: true };
  }
}

function tooMany(maxFiles: number): EdiError {
  return new EdiError('EDI_BODY_TOO_LARGE', `The form has more than ${maxFiles} parts. Send the files in several requests.`);
}

/** A part whose headers cannot be read may be a file, and no file is left out silently. */
function nameless(): EdiError {
  return new EdiError(
    'EDI_MULTIPART_INVALID',
    'A part of the form has no field name; it and what follows were not converted. Let the HTTP library write the form.',
  );
}

function nameTwice(): EdiError {
  return new EdiError('EDI_MULTIPART_INVALID', 'Two parts of the form have this file name; the first one was converted. Give every file its own name.');
}

/** The EDI of a request, one source for each file, read while it arrives. */
export interface EdiBody {
  readonly sources: Iterable<EdiSource> | AsyncIterable<EdiSource>;
  /** Name of the only file, if the request has one; the parts of a multipart body have their own names. */
  readonly fileName: string | undefined;
  /** True for a form, which may hold several files. */
  readonly isForm: boolean;
}

/** How a body is opened. */
export interface BodyOptions extends FormOptions {
  /** Name of the file that a text body holds. */
  readonly fileName: string | undefined;
}

/** Limits of a body. */
export type BodyLimits = Pick<FormOptions, 'maxBytes' | 'maxFiles'>;

/**
 * Opens the body of a request by its content type and content encoding. Nothing is held in memory or on disk.
 * The size limit counts inflated bytes and is reported by the source as EDI_BODY_TOO_LARGE.
 */
export function openEdiBody(request: IncomingMessage, { fileName, ...options }: BodyOptions): EdiBody {
  const { maxBytes } = options;
  const { 'content-type': contentType, 'content-encoding': contentEncoding, 'content-length': contentLength } = request.headers;
  const body = readEdiBodyForm(contentType);
  // A declared length over the limit is refused without reading: compressed data is never much larger than its contents.
  new ByteBudget(maxBytes).take(Number(contentLength ?? 0));
  const bytes = decodeContent(readRequest(request), contentEncoding);
  if (body.form === 'multipart') return { sources: multipartSources(bytes, body.boundary, options), fileName: undefined, isForm: true };
  const content = limitBytes(inflateIfGzip(bytes), new ByteBudget(maxBytes));
  return { sources: fileName === undefined ? unnamedSource(content) : [{ name: fileName, open: () => content }], fileName, isForm: false };
}

/** Returns a body without a name as a source that is named by its first bytes. What fails before them is a failure of the source. */
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

/** Bytes that the name of unnamed input is made of: the length of an ISA, which has sender, receiver, time and control number. */
export const NAMING_BYTES = 106;

/** Names input that the request does not name, by its first bytes: `edi-api` and digits. The same input has the same name again, and so the same answer. */
export function defaultFileName(head: Uint8Array): string {
  const digest = createHash('sha256').update(head.subarray(0, NAMING_BYTES)).digest();
  return `edi-api${digest.readBigUInt64BE()}.edi`;
}

const COMPRESSIONS: Readonly<Record<string, Compression>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'br' };

/** There is no good reason for more encodings, and each one multiplies the inflated bytes. */
const MAX_ENCODINGS = 2;

/** Undoes the content encoding of a request while its body arrives. Throws EDI_UNSUPPORTED_MEDIA_TYPE for one that is not known. */
export function decodeContent(bytes: AsyncIterable<Uint8Array>, contentEncoding: string | undefined): AsyncIterable<Uint8Array> {
  // Encodings are listed in the order in which they were applied.
  return compressionsOf(contentEncoding ?? '').reduceRight(inflate, bytes);
}

function compressionsOf(contentEncoding: string): readonly Compression[] {
  const names = contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_ENCODINGS)
    throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', `The body has ${names.length} content encodings, one over the other. Allowed: ${MAX_ENCODINGS}.`);
  return names.map((name) => {
    const compression = COMPRESSIONS[name];
    if (compression !== undefined) return compression;
    throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', `The content encoding "${name}" cannot be read. Allowed: gzip, deflate, br, or none.`);
  });
}

/** How the body of a request carries EDI: directly, or as the parts of a form. */
export type EdiBodyForm = { readonly form: 'text' } | { readonly form: 'multipart'; readonly boundary: string };

/** Types of EDI bodies, in addition to all of text/*. curl sends the form type with -d and --data-binary. */
const EDI_TYPES = new Set(['application/edi-x12', 'application/gzip', 'application/octet-stream', 'application/x-gzip', 'application/x-www-form-urlencoded']);

/** Types of JSON bodies, in addition to all of text/*. */
const JSON_TYPES = new Set([
  'application/json',
  'application/jsonl',
  'application/ndjson',
  'application/octet-stream',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
]);

/** Throws EDI_UNSUPPORTED_MEDIA_TYPE for a content type that is not JSON; none at all is read as JSON. */
export function requireJson(contentType: string | undefined): void {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === '' || mediaType.startsWith('text/') || JSON_TYPES.has(mediaType)) return;
  throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', `The content type ${mediaType} is not JSON. Allowed: application/json, application/x-ndjson.`);
}

const mediaTypeOf = (contentType: string | undefined): string => (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** RFC 2046, 5.1.1: the characters of a boundary; a longer or odder one is no boundary. */
const BOUNDARY = /^[\w'()+,\-./:=? ]{1,70}$/;

/** Reads the content type of a request that carries EDI; none at all means text. Throws EDI_UNSUPPORTED_MEDIA_TYPE and EDI_MULTIPART_INVALID. */
export function readEdiBodyForm(contentType: string | undefined): EdiBodyForm {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === '' || mediaType.startsWith('text/') || EDI_TYPES.has(mediaType)) return { form: 'text' };
  if (mediaType !== 'multipart/form-data') {
    throw new EdiError(
      'EDI_UNSUPPORTED_MEDIA_TYPE',
      `The content type ${mediaType} is not EDI. Allowed: text/plain, application/edi-x12, application/octet-stream, multipart/form-data.`,
    );
  }
  const boundary = readParameters(contentType ?? '').get('boundary');
  if (boundary !== undefined && BOUNDARY.test(boundary)) return { form: 'multipart', boundary };
  throw new EdiError('EDI_MULTIPART_INVALID', 'The content type multipart/form-data has no usable boundary. Let the HTTP library write the header by itself.');
}

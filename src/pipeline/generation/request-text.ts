import { BYTE } from '../../common/bytes';
import { EdiError } from '../../common/edi-error';

/** Where a text begins in a request. Lines and columns count from 1; columns are exact where the line is ASCII. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Bytes that JSON allows between its values. */
export const SPACES: ReadonlySet<number> = new Set([BYTE.SPACE, BYTE.TAB, BYTE.LF, BYTE.CR]);

/** Limit of a record, of a line, and of everything without the records: each is held in memory and parsed in one step, of about 80 ms at this size. */
export const MAX_HELD_BYTES = 8 * 1024 * 1024;

/** Maximum of members of a document: a valid one has a few. */
export const MAX_MEMBERS = 1000;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const valueUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the characters of a line, without a byte order mark. Throws EDI_REQUEST_INVALID for invalid UTF-8. */
export const decodeLine = (bytes: Uint8Array, place: TextPlace): string => decode(utf8, bytes, place);

/** Returns the characters of a value, which has no byte order mark. Throws EDI_REQUEST_INVALID for invalid UTF-8. */
export const decodeValue = (bytes: Uint8Array, place: TextPlace): string => decode(valueUtf8, bytes, place);

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, { line }: TextPlace): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new EdiError('EDI_REQUEST_INVALID', `Line ${line + linesBeforeDamage(bytes)} of the request is not UTF-8. Send JSON in UTF-8.`, { cause });
  }
}

/** Bytes that are no UTF-8 are replaced by a character of their own, which is the same as one that was sent; then the line is the first of both. */
function linesBeforeDamage(bytes: Uint8Array): number {
  const text = Buffer.from(bytes).toString('utf8');
  return text.slice(0, text.indexOf('\uFFFD')).split('\n').length - 1;
}

/** Reads a value of JSON. Throws EDI_REQUEST_INVALID; the message of the parser may show parts of the request, so that only the place is reported. */
export function parseText(text: string, place: TextPlace): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined;
    // For some errors the parser reports no position.
    if (position === undefined) throw notJson(`from line ${place.line} on`, cause);
    const before = text.slice(0, Number(position)).split('\n');
    const length = before.at(-1)?.length ?? 0;
    throw notJsonAt({ line: place.line + before.length - 1, column: before.length === 1 ? place.column + length : length + 1 }, cause);
  }
}

export const notJsonAt = ({ line, column }: TextPlace, cause?: unknown): EdiError => notJson(`in line ${line}, column ${column}`, cause);

const notJson = (where: string, cause: unknown): EdiError => new EdiError('EDI_REQUEST_INVALID', `The request is no JSON ${where}.`, { cause });

export function notAnObject(found = ''): EdiError {
  return new EdiError('EDI_REQUEST_INVALID', `$: expected an object with interchangeControl, functionalGroup and records${found}.`);
}

export function tooLong({ line }: TextPlace): EdiError {
  const megabytes = MAX_HELD_BYTES / 1024 / 1024;
  const message = `A record of the request, or what stands beside its records, is longer than ${megabytes} MB, in or after line ${line}. Send smaller records.`;
  return new EdiError('EDI_BODY_TOO_LARGE', message);
}

export const keyTooLong = (): EdiError => new EdiError('EDI_REQUEST_INVALID', '$: has a property whose name is longer than 64 KB.');

export const tooManyMembers = (): EdiError => new EdiError('EDI_REQUEST_INVALID', `$: has more than ${MAX_MEMBERS} properties.`);

export const twice = (key: string): EdiError => new EdiError('EDI_REQUEST_INVALID', `$.${key}: stands twice.`);

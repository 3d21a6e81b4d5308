import { EdiError } from '../../common/edi-error';

/** Where a text begins in a request; lines and columns count from 1, columns in bytes. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Text of a request, in pieces that follow each other. */
export interface RequestText {
  readonly bytes: readonly Uint8Array[];
  readonly place: TextPlace;
}

/** A record, a member beside the records, or a line is held whole; no longer one is. */
export const MOST_HELD_BYTES = 32 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Gives the characters. Throws EDI_REQUEST_INVALID for what is no UTF-8. */
export function decodeText({ bytes, place }: RequestText): string {
  try {
    const [only] = bytes;
    return utf8.decode(bytes.length === 1 && only !== undefined ? only : Buffer.concat(bytes));
  } catch (cause) {
    throw new EdiError('EDI_REQUEST_INVALID', `Line ${place.line} of the request is not UTF-8. Send JSON in UTF-8.`, { cause });
  }
}

/** Reads a value of JSON. Throws EDI_REQUEST_INVALID; the message of the parser may show parts of the request, so that only the place is told. */
export function parseText(text: string, place: TextPlace): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined;
    // Of some mistakes the parser tells no position.
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
  const megabytes = MOST_HELD_BYTES / 1024 / 1024;
  return new EdiError(
    'EDI_BODY_TOO_LARGE',
    `A record or another member of a request is longer than ${megabytes} MB, from line ${line} on. Send smaller records.`,
  );
}

import { BYTE, isDigit } from '../../src/plugin/io';
import { isSeparator, visibleAt } from './framing';

/** Read once, because an export of a module is looked up with every use. */
const { NINE, SPACE, UPPER_A, UPPER_Z, ZERO } = BYTE;

/*
 * Recognises a header among other text. It needs no dictionary, so that looking at the first bytes of a file costs nothing.
 *
 *     610066D0B1PCN01     1...    request: BIN, version, transaction code
 *     D0B11A01...                 response: version, transaction code, count, status
 */

export type HeaderKind = 'request' | 'response' | 'longRequest';

/** Maximum of bytes that `headerKindAt` reads. */
export const HEADER_HEAD = 12;

const CODE_AT = { response: 2, request: 8, longRequest: 10 } as const;

/** Returns the kind of the header that begins at a position; undefined for other text. The long request is that of F6, with eight digits first. */
export function headerKindAt(bytes: Uint8Array, at: number): HeaderKind | undefined {
  if (areDigits(bytes, at, 6)) {
    if (areDigits(bytes, at, 8) && bytes[at + 8] === 0x46 && bytes[at + 9] === 0x36 && isCode(bytes, at + CODE_AT.longRequest)) return 'longRequest';
    return isWord(bytes, at + 6) && isCode(bytes, at + CODE_AT.request) ? 'request' : undefined;
  }
  if (!isWord(bytes, at) || !isCode(bytes, at + CODE_AT.response)) return undefined;
  return isCountAndStatus(bytes[at + 4] ?? 0, bytes[at + 5] ?? 0) ? 'response' : undefined;
}

function isCountAndStatus(count: number, status: number): boolean {
  return (isDigit(count) || count === SPACE) && (status === 0x41 || status === 0x52 || status === SPACE);
}

function areDigits(bytes: Uint8Array, at: number, count: number): boolean {
  for (let i = at; i < at + count; i++) if (!isDigit(bytes[i] ?? 0)) return false;
  return true;
}

/** A version: two digits or capitals. */
const isWord = (bytes: Uint8Array, at: number): boolean => isWordByte(bytes[at] ?? 0) && isWordByte(bytes[at + 1] ?? 0);
const isWordByte = (byte: number): boolean => isDigit(byte) || isCapital(byte);
const isCapital = (byte: number): boolean => byte >= UPPER_A && byte <= UPPER_Z;

/** A transaction code: a capital and a digit. */
const isCode = (bytes: Uint8Array, at: number): boolean => isCapital(bytes[at] ?? 0) && isDigit(bytes[at + 1] ?? 0);

/** Kinds of records in a batch file. */
export type BatchKind = 'header' | 'detail' | 'trailer';

/** Length of a detail record before the transmission. */
const DETAIL_PREFIX = 12;

/** Returns the kind of the batch record that begins at a position; undefined for anything else. A BIN may begin with 00 or 99, too. */
export function batchKindAt(bytes: Uint8Array, at: number): BatchKind | undefined {
  const [one, two, three] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
  if (one === ZERO && two === ZERO && 'TRE'.includes(String.fromCharCode(three))) return 'header';
  if (one === 0x47 && two === 0x31) return headerKindAt(bytes, at + DETAIL_PREFIX) === undefined ? undefined : 'detail';
  if (one !== NINE || two !== NINE || headerKindAt(bytes, at) !== undefined) return undefined;
  return areDigitsOrBlanks(bytes, at + 2, 17) ? 'trailer' : undefined;
}

function areDigitsOrBlanks(bytes: Uint8Array, at: number, count: number): boolean {
  for (let i = at; i < at + count; i++) if (!isDigit(bytes[i] ?? 0) && bytes[i] !== SPACE) return false;
  return true;
}

/** Bytes within which a separator follows the beginning of a header. */
const MAX_HEADER_BYTES = 120;

/** True when a separator, in either form, follows soon: what looks like a header by chance has none. */
export function hasSeparatorSoon(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < Math.min(bytes.length, at + MAX_HEADER_BYTES); i++) if (isSeparator(bytes[i] ?? 0) || visibleAt(bytes, i) !== undefined) return true;
  return false;
}

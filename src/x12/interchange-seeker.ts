import { BYTE, isAlphanumeric, isDigit, isFiller } from '../common/bytes';
import { DEFAULT_DELIMITERS, type Delimiters, ISA_MAX_LENGTH, isLineBreak, readIsaHeader } from './delimiters';

/** What stands at a position between interchanges. */
export type Found =
  | { readonly kind: 'interchange'; readonly delimiters: Delimiters; readonly startsWithIsa: boolean }
  /** More bytes are needed to tell. */
  | { readonly kind: 'unknown' }
  /** Not EDI up to `next`. */
  | { readonly kind: 'junk'; readonly next: number };

/** Bytes that are searched for a terminator when input begins at GS or ST. */
const TERMINATOR_SEARCH_BYTES = 4096;

/** What is known when a start is looked for. */
export interface SeekContext {
  /** Delimiters of the interchange before. */
  readonly previous: Delimiters | undefined;
  /** True after an IEA that came too early: the segments after it may belong to its interchange. */
  readonly mayContinue: boolean;
  /** True inside junk: only an ISA ends it, since GS and ST are too short to be told from prose. */
  readonly isInJunk: boolean;
  /** The byte before the buffer. */
  readonly byteBefore: number;
  /** True when no bytes follow. */
  readonly isLast: boolean;
}

/** What begins at `position`: an interchange, a group or transaction without one, or junk. */
export function recogniseStart(bytes: Buffer, position: number, context: SeekContext): Found {
  const { isLast, byteBefore } = context;
  if (bytes.length - position < 4 && !isLast) return { kind: 'unknown' };
  const glued = isGluedIsa(bytes, position, isLast);
  if (glued === undefined) return { kind: 'unknown' };
  if (glued || isIsa(bytes, position, byteBefore)) {
    const header = readIsaHeader(bytes, position, bytes.length, isLast);
    if (header === 'incomplete') return { kind: 'unknown' };
    if (header) return { kind: 'interchange', delimiters: header.delimiters, startsWithIsa: true };
  } else if (!context.isInJunk && context.mayContinue && context.previous && isSegment(bytes, position, context.previous)) {
    return { kind: 'interchange', delimiters: context.previous, startsWithIsa: false };
  } else if (!context.isInJunk && isGroupOrTransaction(bytes, position)) {
    const delimiters = guessDelimiters(bytes, position, context.previous, isLast);
    return delimiters ? { kind: 'interchange', delimiters, startsWithIsa: false } : { kind: 'unknown' };
  }
  return junk(bytes, position, isLast);
}

const letterAt = (bytes: Uint8Array, position: number, upper: number): boolean => position < bytes.length && ((bytes[position] ?? 0) & 0xdf) === upper;

/** True when `ISA` and something that can be a separator stand at the position. */
export function isIsa(bytes: Uint8Array, position: number, byteBefore: number): boolean {
  return (
    letterAt(bytes, position, 0x49) &&
    letterAt(bytes, position + 1, 0x53) &&
    letterAt(bytes, position + 2, 0x41) &&
    position + 3 < bytes.length &&
    canSeparate(bytes[position + 3] ?? 0) &&
    !isAlphanumeric(position === 0 ? byteBefore : (bytes[position - 1] ?? 0))
  );
}

/** Where the separators of a padded ISA stand, counted from its first letter without line breaks. */
const SEPARATORS = [3, 6, 17, 20, 31, 34, 50, 53, 69, 76, 81, 83, 89, 99, 101, 103];

/**
 * True for an ISA of full length, whatever stands before it: text may be glued to it, as in `textISA*00*`. It may be wrapped at a column. Undefined
 * while more bytes are needed to tell.
 */
function isGluedIsa(bytes: Uint8Array, position: number, isLast: boolean): boolean | undefined {
  if (bytes[position] !== 0x49 || bytes[position + 1] !== 0x53 || bytes[position + 2] !== 0x41) return false;
  const separator = bytes[position + 3] ?? 0;
  if (position + 3 < bytes.length && !canSeparate(separator) && !isControlSeparator(separator)) return false;
  let column = 0;
  let next = 0;
  for (let at = position; next < SEPARATORS.length; at++) {
    if (at - position >= ISA_MAX_LENGTH) return false;
    if (at >= bytes.length) return isLast ? false : undefined;
    const byte = bytes[at] ?? 0;
    if (isLineBreak(byte)) continue;
    if (column === SEPARATORS[next]) {
      if (byte !== separator) return false;
      next++;
    }
    column++;
  }
  return true;
}

function isGroupOrTransaction(bytes: Uint8Array, position: number): boolean {
  const isGs = letterAt(bytes, position, 0x47) && letterAt(bytes, position + 1, 0x53);
  const isSt = letterAt(bytes, position, 0x53) && letterAt(bytes, position + 1, 0x54);
  return (isGs || isSt) && position + 2 < bytes.length && canSeparate(bytes[position + 2] ?? 0);
}

const isUpperCase = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;

/** True for an id in capital letters and digits, and the element separator of the interchange. */
export function isSegment(bytes: Uint8Array, position: number, { element }: Delimiters): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(position, position + 4);
  if (!isUpperCase(first) || !(isUpperCase(second) || isDigit(second))) return false;
  return third === element || ((isUpperCase(third) || isDigit(third)) && fourth === element);
}

const canSeparate = (byte: number): boolean => !isAlphanumeric(byte) && !isFiller(byte);

/** Tab, vertical tab and form feed, which X12 allows as separators: in prose they are blanks, so only an ISA of full length shows that they separate. */
const isControlSeparator = (byte: number): boolean => byte === BYTE.TAB || byte === 0x0b || byte === 0x0c;

/** Without an ISA the separator stands after the id; the terminator is `~`, or the line break where no `~` is near. */
function guessDelimiters(bytes: Buffer, position: number, previous: Delimiters | undefined, isLast: boolean): Delimiters | undefined {
  const element = bytes[position + 2] ?? 0;
  if (previous?.element === element) return previous;
  const near = bytes.subarray(position, position + TERMINATOR_SEARCH_BYTES);
  if (near.includes(DEFAULT_DELIMITERS.segment)) return { ...DEFAULT_DELIMITERS, element };
  if (near.length < TERMINATOR_SEARCH_BYTES && !isLast) return undefined;
  const lineBreak = near.find((byte) => byte === BYTE.LF || byte === BYTE.CR);
  return { ...DEFAULT_DELIMITERS, element, segment: lineBreak ?? DEFAULT_DELIMITERS.segment };
}

/** Junk lasts to the next ISA; its last three bytes are kept while an ISA may still be coming in. */
function junk(bytes: Buffer, position: number, isLast: boolean): Found {
  for (let next = position + 1; next < bytes.length - 3; next++) {
    if (isIsa(bytes, next, 0) || isGluedIsa(bytes, next, isLast) !== false) return { kind: 'junk', next };
  }
  return { kind: 'junk', next: isLast ? bytes.length : Math.max(position + 1, bytes.length - 3) };
}

import { BYTE, decodeText, isAlphanumeric, isBetweenSegments, isFiller } from '../common/bytes';

/** The delimiters of one interchange, as bytes. */
export interface Delimiters {
  readonly element: number;
  readonly component: number;
  /** Undefined before version 00402, and where ISA11 is a letter, a digit or another delimiter. */
  readonly repetition: number | undefined;
  readonly segment: number;
  /** What follows the terminator of the ISA; absent where no ISA was read. */
  readonly lineBreak?: LineBreak;
}

/** What stands between a segment terminator and the next segment. */
export type LineBreak = '' | '\n' | '\r\n' | '\r';

/** What input that begins at GS or ST is read with, unless it shows otherwise. */
export const DEFAULT_DELIMITERS: Delimiters = { element: 0x2a, component: BYTE.COLON, repetition: 0x5e, segment: 0x7e };

/** An unpadded ISA is shorter, and a wrapped or over-padded one longer; past this an ISA is not one. */
export const ISA_MAX_LENGTH = 400;

const ISA_ELEMENT_COUNT = 16;

/** What an ISA says about how to read what follows. */
export interface IsaHeader {
  readonly delimiters: Delimiters;
  /** Byte offset of the segment terminator, relative to the `I` of ISA. */
  readonly terminatorAt: number;
}

/**
 * Reads the delimiters from an ISA by counting its separators, so that an unpadded ISA is read too.
 *
 *     ISA*00*          *00*          *ZZ*...*00501*000000001*0*P*:~
 *        ^ element separator (byte 3)                           ^^ component separator, terminator
 *
 * Line breaks inside the ISA (files wrapped at a column) and blanks before its terminator are passed over. Gives 'incomplete' when more bytes are
 * needed to know (`isLast` says that there are none), undefined when the bytes cannot be an ISA.
 */
export function readIsaHeader(bytes: Uint8Array, start: number, end: number, isLast = false): IsaHeader | 'incomplete' | undefined {
  if (end - start < 4) return 'incomplete';
  const element = bytes[start + 3] ?? 0;
  if (isAlphanumeric(element)) return undefined;
  const separators = findSeparators(bytes, start + 3, Math.min(end, start + ISA_MAX_LENGTH), element);
  const last = separators[ISA_ELEMENT_COUNT - 1];
  if (last === undefined) return end - start < ISA_MAX_LENGTH ? 'incomplete' : undefined;
  const componentAt = skipLineBreaks(bytes, last + 1, end);
  const terminatorAt = skipBlanks(bytes, skipLineBreaksUnlessTerminator(bytes, componentAt + 1, end, isLast), end);
  if (terminatorAt >= end) return 'incomplete';
  const lineBreak = readLineBreak(bytes, terminatorAt + 1, end);
  if (lineBreak === undefined && !isLast) return 'incomplete';
  const component = bytes[componentAt] ?? 0;
  const segment = bytes[terminatorAt] ?? 0;
  if (isAlphanumeric(component) || isAlphanumeric(segment) || segment === element) return undefined;
  const repetition = readRepetition(bytes, separators, { element, component, segment });
  return { delimiters: { element, component, repetition, segment, lineBreak: lineBreak ?? '' }, terminatorAt: terminatorAt - start };
}

/** The line break at a position; undefined where more bytes are needed to know. */
function readLineBreak(bytes: Uint8Array, position: number, end: number): LineBreak | undefined {
  if (position >= end) return undefined;
  const first = bytes[position];
  if (first === BYTE.LF) return '\n';
  if (first !== BYTE.CR) return '';
  if (position + 1 >= end) return undefined;
  return bytes[position + 1] === BYTE.LF ? '\r\n' : '\r';
}

function findSeparators(bytes: Uint8Array, start: number, end: number, element: number): number[] {
  const found: number[] = [];
  for (let i = start; i < end && found.length < ISA_ELEMENT_COUNT; i++) if ((bytes[i] ?? 0) === element) found.push(i);
  return found;
}

/** True for CR and LF. */
export const isLineBreak = (byte: number): boolean => byte === BYTE.LF || byte === BYTE.CR;

/** True where segments end with CR, which may be CR LF: lines of another system end with a line feed alone. */
export const endsAtLineFeed = ({ segment }: Delimiters): boolean => segment === BYTE.CR;

/** True where a segment may end in the bytes. */
export function holdsTerminator(bytes: Buffer, delimiters: Delimiters): boolean {
  return bytes.includes(delimiters.segment) || (endsAtLineFeed(delimiters) && bytes.includes(BYTE.LF));
}

function skipLineBreaks(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && isLineBreak(bytes[i] ?? 0)) i++;
  return i;
}

/** Blanks before the terminator are padding, unless a new segment follows them. */
function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let next = start;
  while (next < end && bytes[next] === BYTE.SPACE) next++;
  return next < end && isAlphanumeric(bytes[next] ?? 0) ? start : next;
}

/** A line break before the terminator is a wrap only when something other than a new segment follows it. */
function skipLineBreaksUnlessTerminator(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
  const next = skipLineBreaks(bytes, start, end);
  if (next >= end) return isLast ? start : next;
  if (next === start) return start;
  return isAlphanumeric(bytes[next] ?? 0) || isBetweenSegments(bytes[next] ?? 0) ? start : next;
}

/** ISA11 separates repetitions from version 00402 on; before it names a standard (`U`). */
function readRepetition(bytes: Uint8Array, separators: readonly number[], others: Omit<Delimiters, 'repetition'>): number | undefined {
  const [at11, at12, at13] = [separators[10], separators[11], separators[12]];
  if (at11 === undefined || at12 === undefined || at13 === undefined) return undefined;
  const value = bytes[at11 + 1] ?? 0;
  const version = decodeText(Buffer.from(bytes.subarray(at12 + 1, at13)), 0, at13 - at12 - 1);
  const isDelimiter =
    at12 === at11 + 2 && !isFiller(value) && !isAlphanumeric(value) && value !== others.element && value !== others.component && value !== others.segment;
  return isDelimiter && version.trim() >= '00402' ? value : undefined;
}

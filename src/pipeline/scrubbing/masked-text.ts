import { isDigit } from '../../common/bytes';

const BLANK = 0x20;
const DELETE = 0x7f;
const ASCII_END = 0x80;
const MASK_UPPER = 0x58;
const MASK_LOWER = 0x78;
const MASK_DIGIT = 0x30;
/** Never part of UTF-8, so that text that is not UTF-8 stays so. */
const NO_UTF8 = 0xff;

/** Letters that replace characters of two, three and four bytes of UTF-8. */
const LETTERS: Readonly<Record<number, readonly number[]>> = { 2: [0xc3, 0xa9], 3: [0xe3, 0x82, 0xa2], 4: [0xf0, 0x9f, 0x98, 0x80] };

/** Replaces all of a free text but the blanks around it and control characters: not even the lengths of its words stay. */
export function maskText(bytes: Buffer, start: number, end: number): void {
  let from = start;
  let to = end;
  while (from < to && bytes[from] === BLANK) from++;
  while (to > from && bytes[to - 1] === BLANK) to--;
  maskOutsideAscii(bytes, from, to);
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= BLANK && byte < DELETE) bytes[i] = MASK_UPPER;
  }
}

/** Replaces the letters and digits of text that is in no value, such as bytes that are not EDI. Everything else stays. */
export function maskLetters(bytes: Buffer, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= ASCII_END) return maskMixed(bytes, i, end);
    maskLetter(bytes, i, byte);
  }
}

function maskLetter(bytes: Buffer, at: number, byte: number): void {
  if (isDigit(byte)) bytes[at] = MASK_DIGIT;
  else if (byte >= 0x41 && byte <= 0x5a) bytes[at] = MASK_UPPER;
  else if (byte >= 0x61 && byte <= 0x7a) bytes[at] = MASK_LOWER;
}

function maskMixed(bytes: Buffer, start: number, end: number): void {
  maskOutsideAscii(bytes, start, end);
  for (let i = start; i < end; i++) maskLetter(bytes, i, bytes[i] ?? 0);
}

/** Replaces characters outside ASCII by one of as many bytes. The mark of a text and visible control characters stay. */
export function maskOutsideAscii(bytes: Buffer, start: number, end: number): void {
  for (let i = start; i < end;) {
    if ((bytes[i] ?? 0) < ASCII_END) {
      i++;
      continue;
    }
    const length = lengthOfCharacter(bytes, i, end);
    // A lone continuation byte is no letter: it may be the rest of a terminator.
    if (length === 1) bytes[i] = isContinuation(bytes[i] ?? 0) ? (bytes[i] ?? 0) : NO_UTF8;
    else if (!isMark(bytes, i)) for (const [j, byte] of (LETTERS[length] ?? []).entries()) bytes[i + j] = byte;
    i += length;
  }
}

/** Length of a character of UTF-8; 1 for a byte that begins none. */
function lengthOfCharacter(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 1;
  if (at + length > end) return 1;
  for (let i = 1; i < length; i++) if (!isContinuation(bytes[at + i] ?? 0)) return 1;
  return length;
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** True for a byte order mark, for punctuation from U+2000 on, and for the pictures of control characters from U+2400 on. */
function isMark(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === 0xef) return bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
  return bytes[at] === 0xe2 && (bytes[at + 1] === 0x80 || bytes[at + 1] === 0x81 || bytes[at + 1] === 0x90);
}

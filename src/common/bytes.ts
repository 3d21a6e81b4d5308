/** Names of the bytes that reading and writing test for. */
export const BYTE = {
  NUL: 0x00,
  TAB: 0x09,
  LF: 0x0a,
  CR: 0x0d,
  SUB: 0x1a,
  SPACE: 0x20,
  QUOTE: 0x22,
  PLUS: 0x2b,
  COMMA: 0x2c,
  MINUS: 0x2d,
  DOT: 0x2e,
  ZERO: 0x30,
  NINE: 0x39,
  COLON: 0x3a,
  UPPER_A: 0x41,
  UPPER_Z: 0x5a,
  BRACKET_OPEN: 0x5b,
  BACKSLASH: 0x5c,
  BRACKET_CLOSE: 0x5d,
  LOWER_A: 0x61,
  LOWER_Z: 0x7a,
  BRACE_OPEN: 0x7b,
  BRACE_CLOSE: 0x7d,
} as const;

/** True for the bytes 0 to 9. */
export function isDigit(byte: number): boolean {
  return byte >= BYTE.ZERO && byte <= BYTE.NINE;
}

export function isLetter(byte: number): boolean {
  const upper = byte & 0xdf;
  return upper >= BYTE.UPPER_A && upper <= BYTE.UPPER_Z;
}

export function isAlphanumeric(byte: number): boolean {
  return isDigit(byte) || isLetter(byte);
}

/** True for bytes without meaning between segments: blanks, tabs, line breaks, NUL and ^Z. */
export function isFiller(byte: number): boolean {
  return byte <= BYTE.SPACE && (byte === BYTE.SPACE || byte === BYTE.NUL || byte === BYTE.SUB || (byte >= BYTE.TAB && byte <= BYTE.CR));
}

/** Next line (U+0085, the line end of EBCDIC) and no-break space (U+00A0), in Latin-1 or UTF-8. */
const BLANKS_BEYOND_ASCII: ReadonlySet<number> = new Set([0xc2, 0x85, 0xa0]);

/** The byte order mark of UTF-8: files that were joined each begin with one. */
const UTF8_MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

/**
 * True for what is ignored between segments: fillers, next lines, no-break spaces and byte order marks. Each byte is ignored by itself, wherever the
 * input is divided: no segment begins with one of them.
 */
export function isBetweenSegments(byte: number): boolean {
  return isFiller(byte) || BLANKS_BEYOND_ASCII.has(byte) || UTF8_MARK.has(byte);
}

/** Reads bytes as UTF-8 when they form it, else as Latin-1, so that one byte never becomes two characters silently. */
export function decodeText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('latin1', start, end);
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 0x80) continue;
    const utf8 = bytes.toString('utf8', start, end);
    return utf8.includes('\uFFFD') && !isUtf8Replacement(bytes, start, end) ? text : utf8;
  }
  return text;
}

/** True when the bytes hold a genuine U+FFFD (EF BF BD) and are valid UTF-8 as a whole. */
function isUtf8Replacement(bytes: Buffer, start: number, end: number): boolean {
  return Buffer.from(bytes.toString('utf8', start, end), 'utf8').equals(bytes.subarray(start, end));
}

/** Digits that surely fit a safe integer. */
const SAFE_DIGITS = 15;

/** Reads digits as a number, without a string; undefined where another byte stands among them, or for more than surely fit. */
export function digitsAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start > SAFE_DIGITS) return undefined;
  let value = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (!isDigit(byte)) return undefined;
    value = value * 10 + byte - BYTE.ZERO;
  }
  return value;
}

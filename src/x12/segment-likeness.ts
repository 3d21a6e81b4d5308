import { isAlphanumeric, isDigit } from '../common/bytes';

/** Element separators in practice. */
const SEPARATORS = new Set([...'*|^'].map((char) => char.charCodeAt(0)));

const isUpperCase = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;

/**
 * True when bytes that were skipped hold a segment id with its separator: a damaged interchange, and not the header of a mail.
 *
 *     Subject: remittance\nGS*HP*...
 *                         ^ id, separator
 *
 * Reads up to three bytes behind `end`; `byteBefore` is the byte before `start`.
 */
export function holdsSegments(bytes: Uint8Array, start: number, end: number, byteBefore: number): boolean {
  let before = byteBefore;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (isUpperCase(byte) && !isAlphanumeric(before)) {
      const [second = 0, third = 0, fourth = 0] = [bytes[i + 1], bytes[i + 2], bytes[i + 3]];
      const isId = isUpperCase(second) || isDigit(second);
      if (isId && (SEPARATORS.has(third) || ((isUpperCase(third) || isDigit(third)) && SEPARATORS.has(fourth)))) return true;
    }
    before = byte;
  }
  return false;
}

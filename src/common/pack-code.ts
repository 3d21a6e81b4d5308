/** Bytes of the longest code that packs into a small integer. */
const MAX_PACKED_BYTES = 4;
/** Codes of so many bytes and fewer have their length in the first byte; the first byte of a longer one is greater. */
const MAX_COUNTED_BYTES = 3;

/** What other codes are packed as; no code has it. */
export const UNPACKABLE = -1;

/** Packs a code of up to four bytes, and its length, into a number, so that codes are distinguished without making strings. */
export function packCode(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > MAX_COUNTED_BYTES && (length > MAX_PACKED_BYTES || !isPrintable(bytes[start] ?? 0))) return UNPACKABLE;
  let packed = length;
  for (let i = start; i < end; i++) packed = (packed << 8) | (bytes[i] ?? 0);
  return packed;
}

/** True for what is above the lengths, and has no sign. */
const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x80;

/** Packs a code that is known as text. */
export function packText(code: string): number {
  const bytes = Buffer.from(code);
  return packCode(bytes, 0, bytes.length);
}

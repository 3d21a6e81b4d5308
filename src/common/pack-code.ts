/** Bytes of the longest code that packs into a small integer. */
const MAX_PACKED_BYTES = 3;

/** What longer codes are packed as; no code has it. */
export const UNPACKABLE = -1;

/** Packs a code of up to three bytes, and its length, into a number, so that codes are distinguished without making strings. */
export function packCode(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > MAX_PACKED_BYTES) return UNPACKABLE;
  let packed = end - start;
  for (let i = start; i < end; i++) packed = (packed << 8) | (bytes[i] ?? 0);
  return packed;
}

/** Packs a code that is known as text. */
export function packText(code: string): number {
  const bytes = Buffer.from(code);
  return packCode(bytes, 0, bytes.length);
}

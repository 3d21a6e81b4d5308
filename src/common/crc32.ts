import { crc32 as nativeCrc32 } from 'node:zlib';

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The CRC-32 of bytes that follow others; the first releases of Node 20 have none of their own. */
export function crc32(bytes: Uint8Array, before: number): number {
  return typeof nativeCrc32 === 'function' ? nativeCrc32(bytes, before) : tableCrc32(bytes, before);
}

/** As `crc32`, without the help of Node. */
export function tableCrc32(bytes: Uint8Array, before: number): number {
  let value = ~before;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

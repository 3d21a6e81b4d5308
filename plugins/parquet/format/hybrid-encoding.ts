import type { ByteWriter } from '../../../src/plugin/io';
import { writeVarint } from './thrift-writer';

/** Values of a bit-packed group, and the shortest run that is written as one. */
const GROUP = 8;
/** A group of ones. */
const ONES = 0xff;

/** Returns the bits that numbers from 0 to `max` need, at least one. */
export const bitWidthOf = (max: number): number => Math.max(1, 32 - Math.clz32(max));

/**
 * Writes numbers as Parquet encodes levels and the indices of a dictionary: runs of one value, and groups of eight packed values between them.
 *
 *     values     5 5 5 5 5 5 5 5 5 5 1 2 3
 *     written    run of ten 5, a packed group of 1 2 3 0 0 0 0 0
 */
export function writeHybrid(values: Uint8Array | Int32Array, count: number, bitWidth: number, out: ByteWriter): void {
  let packedFrom = 0;
  for (let start = 0; start < count;) {
    const value = values[start] ?? 0;
    let end = start + 1;
    while (end < count && values[end] === value) end++;
    const fill = (GROUP - ((start - packedFrom) % GROUP)) % GROUP;
    if (end - start - fill >= GROUP) {
      writePacked(values, packedFrom, start + fill, bitWidth, out);
      writeRun(value, end - start - fill, bitWidth, out);
      packedFrom = end;
    }
    start = end;
  }
  writePacked(values, packedFrom, count, bitWidth, out);
}

/** As `writeHybrid` for numbers of one bit, which are packed already, the first of each byte in its lowest bit: whole bytes of equal bits are runs. */
export function writeBits(bits: Uint8Array, count: number, out: ByteWriter): void {
  const length = Math.ceil(count / GROUP);
  let packedFrom = 0;
  for (let start = 0; start < length;) {
    const byte = bits[start] ?? 0;
    let end = start + 1;
    while (end < length && bits[end] === byte) end++;
    if ((byte === 0 || byte === ONES) && end - start > 1) {
      appendPacked(bits, packedFrom, start, out);
      writeRun(byte & 1, Math.min(GROUP * end, count) - GROUP * start, 1, out);
      packedFrom = end;
    }
    start = end;
  }
  appendPacked(bits, packedFrom, length, out);
}

function appendPacked(bits: Uint8Array, start: number, end: number, out: ByteWriter): void {
  if (start === end) return;
  writeVarint((end - start) * 2 + 1, out);
  out.range(bits, start, end);
}

/** Writes a run of one value. */
export function writeRun(value: number, length: number, bitWidth: number, out: ByteWriter): void {
  if (length === 0) return;
  writeVarint(length * 2, out);
  for (let shift = 0; shift < bitWidth; shift += 8) out.byte((value >>> shift) & 0xff);
}

/** Values after the last of a group are 0. */
function writePacked(values: Uint8Array | Int32Array, start: number, end: number, bitWidth: number, out: ByteWriter): void {
  const groups = Math.ceil((end - start) / GROUP);
  if (groups === 0) return;
  writeVarint(groups * 2 + 1, out);
  out.reserve(groups * bitWidth);
  const { bytes } = out;
  let position = out.length;
  let buffered = 0;
  let bits = 0;
  for (let i = start; i < start + groups * GROUP; i++) {
    buffered |= (i < end ? (values[i] ?? 0) : 0) << bits;
    bits += bitWidth;
    while (bits >= 8) {
      bytes[position++] = buffered & 0xff;
      buffered >>>= 8;
      bits -= 8;
    }
  }
  out.length = position;
}

import type { ByteWriter } from '../../../src/plugin/io';
import { writeVarint } from './thrift-writer';

/** Copies refer to bytes of the same block, so that offsets fit two bytes. */
const BLOCK_BYTES = 1 << 16;
const HASH_BITS = 14;
const MIN_MATCH = 4;
const MAX_COPY = 64;
/** Shorter literals are copied in a loop: a view of them would take longer. */
const SHORT = 48;
/** A block ends with bytes that are not looked up: four bytes are read at a time. */
const TAIL_BYTES = 15;

const positions = new Uint16Array(1 << HASH_BITS);

/** Compresses bytes in the raw format of Snappy, as Parquet has it: the length, then literals and copies of what stood before. */
export function compressSnappy(from: Uint8Array, length: number, out: ByteWriter): void {
  writeVarint(length, out);
  const view = new DataView(from.buffer, from.byteOffset, from.byteLength);
  for (let start = 0; start < length; start += BLOCK_BYTES) compressBlock(from, view, start, Math.min(start + BLOCK_BYTES, length), out);
}

/** Searches with growing steps where nothing repeats. */
function compressBlock(from: Uint8Array, view: DataView, start: number, end: number, out: ByteWriter): void {
  const limit = end - TAIL_BYTES;
  positions.fill(0);
  let literalFrom = start;
  let at = start + 1;
  let misses = 32;
  while (at < limit) {
    const word = view.getUint32(at, true);
    const hash = Math.imul(word, 0x1e35a7bd) >>> (32 - HASH_BITS);
    const candidate = start + (positions[hash] ?? 0);
    positions[hash] = at - start;
    if (view.getUint32(candidate, true) !== word) {
      at += misses++ >>> 5;
      continue;
    }
    writeLiteral(from, literalFrom, at, out);
    let length = MIN_MATCH;
    while (at + length < end && from[candidate + length] === from[at + length]) length++;
    writeCopy(at - candidate, length, out);
    at += length;
    literalFrom = at;
    misses = 32;
  }
  writeLiteral(from, literalFrom, end, out);
}

/** Literals of up to 60 bytes have their length in the tag, longer ones in the bytes after it. */
function writeLiteral(from: Uint8Array, start: number, end: number, out: ByteWriter): void {
  const length = end - start;
  if (length === 0) return;
  const last = length - 1;
  if (last < 60) out.byte(last << 2);
  else if (last < 0x100) {
    out.byte(60 << 2);
    out.byte(last);
  } else {
    out.byte(61 << 2);
    out.byte(last & 0xff);
    out.byte(last >>> 8);
  }
  if (length < SHORT) out.range(from, start, end);
  else out.append(from, start, end);
}

function writeCopy(offset: number, length: number, out: ByteWriter): void {
  let rest = length;
  while (rest > 0) {
    // What is left has to be at least one byte: a copy of 64 may be followed by a short one.
    const part = Math.min(rest, MAX_COPY);
    if (part >= 4 && part < 12 && offset < 2048) {
      out.byte(((offset >>> 8) << 5) | ((part - 4) << 2) | 1);
      out.byte(offset & 0xff);
    } else {
      out.byte(((part - 1) << 2) | 2);
      out.byte(offset & 0xff);
      out.byte(offset >>> 8);
    }
    rest -= part;
  }
}

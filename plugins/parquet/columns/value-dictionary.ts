import { ByteWriter } from '../../../src/plugin/io';
import { type Ids, withRoom } from './numbers';

/** Distinct values of a column: each gets a number in the order of its first use. */
export interface ValueDictionary {
  readonly size: number;
  /** Bytes of all distinct values, as PLAIN encoding has them. */
  readonly bytes: number;
  clear(): void;
  /** Writes a distinct value in PLAIN encoding. */
  write(id: number, out: ByteWriter): void;
}

const FIRST_SLOTS = 1 << 8;
const NONE = -1;

/** Slots of a hash table by open addressing, at most half of them taken; a slot has a number, or -1. The dictionaries search it themselves. */
class Slots {
  slots = new Int32Array(FIRST_SLOTS).fill(NONE);
  /** By number. */
  hashes = new Int32Array(FIRST_SLOTS);
  private size = 0;

  clear(): void {
    this.slots.fill(NONE);
    this.size = 0;
  }

  /** Adds the next number. */
  add(hash: number): number {
    if (2 * this.size >= this.slots.length) this.grow();
    const id = this.size++;
    this.hashes = withRoom(this.hashes, id);
    this.hashes[id] = hash;
    this.place(id, hash);
    return id;
  }

  private place(id: number, hash: number): void {
    const mask = this.slots.length - 1;
    let at = hash & mask;
    while (this.slots[at] !== NONE) at = (at + 1) & mask;
    this.slots[at] = id;
  }

  private grow(): void {
    this.slots = new Int32Array(2 * this.slots.length).fill(NONE);
    for (let id = 0; id < this.size; id++) this.place(id, this.hashes[id] ?? 0);
  }
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Distinct texts. */
export class TextDictionary implements ValueDictionary {
  private readonly slots = new Slots();
  private readonly texts = new ByteWriter(1 << 10);
  /** Where each text ends. */
  private ends = new Int32Array(FIRST_SLOTS);
  size = 0;

  get bytes(): number {
    return this.texts.length + 4 * this.size;
  }

  clear(): void {
    this.slots.clear();
    this.texts.length = 0;
    this.size = 0;
  }

  /** Returns the number of a text. */
  idOf(from: Uint8Array, start: number, end: number): number {
    let hash = FNV_OFFSET;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (from[i] ?? 0), FNV_PRIME);
    hash ^= hash >>> 15;
    const { slots, hashes } = this.slots;
    const mask = slots.length - 1;
    for (let at = hash & mask, id = slots[at] ?? NONE; id !== NONE; at = (at + 1) & mask, id = slots[at] ?? NONE) {
      if (hashes[id] === hash && this.isText(id, from, start, end)) return id;
    }
    this.texts.range(from, start, end);
    this.ends = withRoom(this.ends, this.size);
    this.ends[this.size] = this.texts.length;
    this.size++;
    return this.slots.add(hash);
  }

  /** True when a number is that of a text. */
  isText(id: number, from: Uint8Array, start: number, end: number): boolean {
    const first = id === 0 ? 0 : (this.ends[id - 1] ?? 0);
    if ((this.ends[id] ?? 0) - first !== end - start) return false;
    const { bytes } = this.texts;
    for (let i = start, at = first; i < end; i++, at++) if (bytes[at] !== from[i]) return false;
    return true;
  }

  write(id: number, out: ByteWriter): void {
    const first = id === 0 ? 0 : (this.ends[id - 1] ?? 0);
    const end = this.ends[id] ?? 0;
    out.reserve(4 + end - first);
    out.bytes.writeUInt32LE(end - first, out.length);
    out.length += 4;
    out.range(this.texts.bytes, first, end);
  }
}

/** Distinct whole numbers of 64 bits, in two halves, or of 32 bits. */
export class NumberDictionary implements ValueDictionary {
  private readonly slots = new Slots();
  private lows = new Int32Array(FIRST_SLOTS);
  private highs = new Int32Array(FIRST_SLOTS);
  size = 0;

  /** `width` is 4 or 8 bytes. */
  constructor(private readonly width: number) {}

  get bytes(): number {
    return this.width * this.size;
  }

  clear(): void {
    this.slots.clear();
    this.size = 0;
  }

  idOf(low: number, high: number): number {
    let hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1 | 0), 0x85ebca6b | 0);
    hash ^= hash >>> 15;
    const { slots } = this.slots;
    const mask = slots.length - 1;
    for (let at = hash & mask, id = slots[at] ?? NONE; id !== NONE; at = (at + 1) & mask, id = slots[at] ?? NONE) {
      if (this.isNumber(id, low, high)) return id;
    }
    this.lows = withRoom(this.lows, this.size);
    this.highs = withRoom(this.highs, this.size);
    this.lows[this.size] = low;
    this.highs[this.size] = high;
    this.size++;
    return this.slots.add(hash);
  }

  /** True when the number of a value is that of another one. */
  isNumber(id: number, low: number, high: number): boolean {
    return this.lows[id] === low && this.highs[id] === high;
  }

  write(id: number, out: ByteWriter): void {
    out.reserve(this.width);
    out.bytes.writeInt32LE(this.lows[id] ?? 0, out.length);
    if (this.width > 4) out.bytes.writeInt32LE(this.highs[id] ?? 0, out.length + 4);
    out.length += this.width;
  }

  /** The numbers of the least and the greatest of `ids`, which has at least one. */
  range(ids: Ids, count: number): { readonly min: number; readonly max: number } {
    let min = ids[0] ?? 0;
    let max = min;
    for (let i = 1; i < count; i++) {
      const id = ids[i] ?? 0;
      if (this.isLess(id, min)) min = id;
      else if (this.isLess(max, id)) max = id;
    }
    return { min, max };
  }

  private isLess(one: number, other: number): boolean {
    const [oneHigh = 0, otherHigh = 0] = [this.highs[one], this.highs[other]];
    if (this.width > 4 && oneHigh !== otherHigh) return oneHigh < otherHigh;
    const [oneLow = 0, otherLow = 0] = [this.lows[one], this.lows[other]];
    return this.width > 4 ? oneLow >>> 0 < otherLow >>> 0 : oneLow < otherLow;
  }
}

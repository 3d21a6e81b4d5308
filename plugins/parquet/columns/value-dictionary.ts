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

/**
 * A hash table by open addressing, at most half of whose slots are taken. A slot has the number of a value, or -1, and beside it the hash: what is read together
 * stands together. The dictionaries search it themselves.
 */
class Slots {
  pairs = new Int32Array(2 * FIRST_SLOTS).fill(NONE);
  private size = 0;

  clear(): void {
    this.pairs.fill(NONE);
    this.size = 0;
  }

  /** Of the place of a hash. */
  get mask(): number {
    return (this.pairs.length >> 1) - 1;
  }

  /** Adds the next number. */
  add(hash: number): number {
    if (4 * this.size >= this.pairs.length) this.grow();
    this.place(this.size, hash);
    return this.size++;
  }

  private place(id: number, hash: number): void {
    const { pairs, mask } = this;
    let at = hash & mask;
    while (pairs[2 * at] !== NONE) at = (at + 1) & mask;
    pairs[2 * at] = id;
    pairs[2 * at + 1] = hash;
  }

  private grow(): void {
    const before = this.pairs;
    this.pairs = new Int32Array(2 * before.length).fill(NONE);
    for (let i = 0; i < before.length; i += 2) {
      const id = before[i] ?? NONE;
      if (id !== NONE) this.place(id, before[i + 1] ?? 0);
    }
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
    const { pairs, mask } = this.slots;
    for (let at = hash & mask, id = pairs[2 * at] ?? NONE; id !== NONE; at = (at + 1) & mask, id = pairs[2 * at] ?? NONE) {
      if (pairs[2 * at + 1] === hash && this.isText(id, from, start, end)) return id;
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
  /** The low and the high half of each. */
  private halves = new Int32Array(2 * FIRST_SLOTS);
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
    const { pairs, mask } = this.slots;
    for (let at = hash & mask, id = pairs[2 * at] ?? NONE; id !== NONE; at = (at + 1) & mask, id = pairs[2 * at] ?? NONE) {
      if (pairs[2 * at + 1] === hash && this.isNumber(id, low, high)) return id;
    }
    this.halves = withRoom(this.halves, 2 * this.size + 1);
    this.halves[2 * this.size] = low;
    this.halves[2 * this.size + 1] = high;
    this.size++;
    return this.slots.add(hash);
  }

  /** True when the number of a value is that of another one. */
  isNumber(id: number, low: number, high: number): boolean {
    return this.halves[2 * id] === low && this.halves[2 * id + 1] === high;
  }

  write(id: number, out: ByteWriter): void {
    out.reserve(this.width);
    out.bytes.writeInt32LE(this.halves[2 * id] ?? 0, out.length);
    if (this.width > 4) out.bytes.writeInt32LE(this.halves[2 * id + 1] ?? 0, out.length + 4);
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
    const { halves } = this;
    const [oneHigh = 0, otherHigh = 0] = [halves[2 * one + 1], halves[2 * other + 1]];
    if (this.width > 4 && oneHigh !== otherHigh) return oneHigh < otherHigh;
    const [oneLow = 0, otherLow = 0] = [halves[2 * one], halves[2 * other]];
    return this.width > 4 ? oneLow >>> 0 < otherLow >>> 0 : oneLow < otherLow;
  }
}

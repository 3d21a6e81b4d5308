import * as crypto from 'node:crypto';

/** Words of 32 bits that an id has. */
export const ID_WORDS = 4;
const WORD_BYTES = 4;

/** Ids that one generation remembers. Two of them need 24 bytes for each id: 12 MB. */
export const MAX_GENERATION = 1 << 18;

/** `hash` of Node is faster for short content; versions before 20.12 do not have it. */
const digestOf = (content: Buffer): string =>
  hasHash ? crypto.hash('sha256', content, 'binary') : crypto.createHash('sha256').update(content).digest('binary');
const hasHash = 'hash' in crypto;

/** Writes the id of a resource at an index: 128 bits of the SHA-256 of its content. The same content has the same id in every output. */
export function writeId(content: Buffer, words: Int32Array, index: number): void {
  const digest = digestOf(content);
  for (let word = 0, byte = 0; word < ID_WORDS; word++) {
    let bits = 0;
    for (let i = 0; i < WORD_BYTES; i++) bits = (bits << 8) | digest.charCodeAt(byte++);
    words[index + word] = bits;
  }
}

/** Bits of a slot that have the number of a row, from 1; the others have bits of its id. */
const ROW_BITS = 19;
const ROW_MASK = (1 << ROW_BITS) - 1;

/** A set of ids: rows of words in the order in which they were added, and slots that find them. It never shrinks or grows. */
class IdTable {
  private readonly slots: Int32Array;
  private readonly rows: Int32Array;
  private readonly mask: number;
  size = 0;

  constructor(readonly capacity: number) {
    const slots = 2 ** Math.ceil(Math.log2(capacity * 2));
    this.mask = slots - 1;
    this.slots = new Int32Array(slots);
    this.rows = new Int32Array(capacity * ID_WORDS);
  }

  has(a: number, b: number, c: number, d: number): boolean {
    return this.size > 0 && this.slots[this.slotOf(a, b, c, d)] !== 0;
  }

  /** True for an id that was not there. */
  add(a: number, b: number, c: number, d: number): boolean {
    const slot = this.slotOf(a, b, c, d);
    const { slots, rows } = this;
    if (slots[slot] !== 0) return false;
    const at = this.size++ * ID_WORDS;
    slots[slot] = (b & ~ROW_MASK) | this.size;
    rows[at] = a;
    rows[at + 1] = b;
    rows[at + 2] = c;
    rows[at + 3] = d;
    return true;
  }

  clear(): void {
    this.slots.fill(0);
    this.size = 0;
  }

  /** The slot of the id, or the free one where it belongs. */
  private slotOf(a: number, b: number, c: number, d: number): number {
    const { slots, rows, mask } = this;
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot] ?? 0;
      if (found === 0) return slot;
      if (((found ^ b) & ~ROW_MASK) !== 0) continue;
      const at = ((found & ROW_MASK) - 1) * ID_WORDS;
      if (rows[at] === a && rows[at + 1] === b && rows[at + 2] === c && rows[at + 3] === d) return slot;
    }
  }
}

/**
 * Remembers which resources an output has. Memory is bounded: ids are in two generations, and the older one is forgotten when the younger is full. A resource
 * that was forgotten is written again, with the same id and content. One that is used stays: every use puts it into the younger generation.
 */
export class SharedIds {
  private young: IdTable;
  private old: IdTable;
  /** Number of the younger generation: what was added in it is not forgotten before the next one begins. */
  generation = 0;

  constructor(capacity = MAX_GENERATION) {
    this.young = new IdTable(capacity);
    this.old = new IdTable(capacity);
  }

  /** Adds the id at an index of words. True for one that is new, or was forgotten. */
  add(words: Int32Array, index: number): boolean {
    const [a = 0, b = 0, c = 0, d = 0] = [words[index], words[index + 1], words[index + 2], words[index + 3]];
    const { young, old } = this;
    if (young.size < young.capacity) return young.add(a, b, c, d) && !old.has(a, b, c, d);
    if (young.has(a, b, c, d)) return false;
    const isNew = !old.has(a, b, c, d);
    this.nextGeneration();
    this.young.add(a, b, c, d);
    return isNew;
  }

  /** Forgets everything: all resources are written again. */
  clear(): void {
    this.generation++;
    this.young.clear();
    this.old.clear();
  }

  private nextGeneration(): void {
    this.generation++;
    [this.young, this.old] = [this.old, this.young];
    this.young.clear();
  }
}

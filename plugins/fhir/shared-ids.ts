import * as crypto from 'node:crypto';

/** Words of 32 bits that an id has. */
const ID_WORDS = 4;
const WORD_DIGITS = 8;

/** Ids that one generation remembers. Two of them need 16 bytes and two slots for each id: 16 MB. */
export const MAX_GENERATION = 1 << 18;

/** Characters of an id. */
export const ID_LENGTH = ID_WORDS * WORD_DIGITS;

/** `hash` of Node is faster for short content; versions before 20.12 do not have it. */
const digestOf = (content: Buffer): string =>
  hasHash ? crypto.hash('sha256', content, 'binary') : crypto.createHash('sha256').update(content).digest('binary');
const hasHash = 'hash' in crypto;

/** Codes of digits: 0 to 9 are 0x30 to 0x39, a to f are 0x61 to 0x66. */
const [DIGIT_BITS, LETTER_BIT, LETTER_VALUE] = [0x0f, 0x40, 9];
const DIGITS = Buffer.from('0123456789abcdef');

/** A set of ids in one typed array. It never shrinks or grows. */
class IdTable {
  private readonly slots: Int32Array;
  private readonly mask: number;
  size = 0;

  constructor(readonly capacity: number) {
    const slots = 2 ** Math.ceil(Math.log2(capacity * 2));
    this.mask = slots - 1;
    this.slots = new Int32Array(slots * ID_WORDS);
  }

  has(words: Int32Array): boolean {
    return this.size > 0 && !this.isFree(this.slotOf(words));
  }

  /** True for an id that was not there. */
  add(words: Int32Array): boolean {
    const slot = this.slotOf(words);
    if (!this.isFree(slot)) return false;
    this.slots.set(words, slot * ID_WORDS);
    this.size++;
    return true;
  }

  clear(): void {
    this.slots.fill(0);
    this.size = 0;
  }

  /** The slot of the id, or the free one where it belongs. */
  private slotOf(words: Int32Array): number {
    const { slots, mask } = this;
    const [first, second, third, fourth] = [words[0], words[1], words[2], words[3]];
    let slot = (first ?? 0) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const at = slot * ID_WORDS;
      if (slots[at] === first && slots[at + 1] === second && slots[at + 2] === third && slots[at + 3] === fourth) return slot;
      if (this.isFree(slot)) return slot;
    }
  }

  private isFree(slot: number): boolean {
    const at = slot * ID_WORDS;
    return this.slots[at] === 0 && this.slots[at + 1] === 0 && this.slots[at + 2] === 0 && this.slots[at + 3] === 0;
  }
}

/**
 * Remembers which resources an output has. Memory is bounded: ids are in two generations, and the older one is forgotten when the younger is full. A resource
 * that was forgotten is written again, with the same id and content. One that is used stays: every use puts it into the younger generation.
 */
export class SharedIds {
  private young: IdTable;
  private old: IdTable;
  private readonly words = new Int32Array(ID_WORDS);
  /** Number of the younger generation: what was added in it is not forgotten before the next one begins. */
  generation = 0;

  constructor(capacity = MAX_GENERATION) {
    this.young = new IdTable(capacity);
    this.old = new IdTable(capacity);
  }

  /**
   * Writes the id of a resource at a place: 128 bits of the SHA-256 of its content, as 32 hexadecimal digits. The same content has the same id in every
   * output. True for an id that is new.
   */
  write(content: Buffer, out: Buffer, place: number): boolean {
    const digest = digestOf(content);
    const { words } = this;
    for (let i = 0, at = place; i < ID_WORDS; i++) {
      let word = 0;
      for (let byte = 4 * i; byte < 4 * i + 4; byte++) {
        const value = digest.charCodeAt(byte);
        word = (word << 8) | value;
        out[at++] = DIGITS[value >> 4] ?? 0;
        out[at++] = DIGITS[value & 0xf] ?? 0;
      }
      words[i] = word;
    }
    return this.add();
  }

  /** Uses the id at a place again. True for one that was forgotten. */
  use(bytes: Buffer, place: number): boolean {
    const { words } = this;
    for (let i = 0, at = place; i < ID_WORDS; i++) {
      let word = 0;
      for (const end = at + WORD_DIGITS; at < end; at++) {
        const code = bytes[at] ?? 0;
        word = (word << 4) | ((code & DIGIT_BITS) + ((code & LETTER_BIT) === 0 ? 0 : LETTER_VALUE));
      }
      words[i] = word;
    }
    return this.add();
  }

  /** Forgets everything: all resources are written again. */
  clear(): void {
    this.generation++;
    this.young.clear();
    this.old.clear();
  }

  private add(): boolean {
    const { words, young, old } = this;
    if (young.size < young.capacity) return young.add(words) && !old.has(words);
    if (young.has(words)) return false;
    const isNew = !old.has(words);
    this.nextGeneration();
    this.young.add(words);
    return isNew;
  }

  private nextGeneration(): void {
    this.generation++;
    [this.young, this.old] = [this.old, this.young];
    this.young.clear();
  }
}

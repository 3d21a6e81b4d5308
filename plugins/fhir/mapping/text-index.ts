const FIRST_SLOTS = 64;
/** Slots for each text: most texts that are not in the index find an empty slot first. */
const SLOTS_FOR_EACH = 8;

/** Finds texts by their bytes, without making strings of them. Each text has a number, from 1 in the order of adding. */
export class TextIndex {
  private slots = new Int32Array(FIRST_SLOTS);
  private bytes = Buffer.alloc(0);
  /** Where the text of each number ends in `bytes`. */
  private readonly ends = [0];

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text);
  }

  /** The number of a text, which is added unless it is there. */
  add(text: string): number {
    const added = Buffer.from(text);
    const known = this.find(added, 0, added.length);
    if (known !== 0) return known;
    this.bytes = Buffer.concat([this.bytes, added]);
    const last = this.ends.push(this.bytes.length) - 1;
    let number = last;
    if (last * SLOTS_FOR_EACH > this.slots.length) [this.slots, number] = [new Int32Array(2 * this.slots.length), 1];
    for (; number <= last; number++) this.place(number);
    return last;
  }

  /** The number of the text between two places; 0 for a text that is not in the index. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    for (let slot = hashOf(bytes, start, end) & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot] ?? 0;
      if (number === 0 || this.isAt(number, bytes, start, end)) return number;
    }
  }

  private isAt(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.ends[number - 1] ?? 0;
    if ((this.ends[number] ?? 0) - from !== end - start) return false;
    const { bytes: own } = this;
    for (let i = start, at = from; i < end; i++, at++) if (own[at] !== bytes[i]) return false;
    return true;
  }

  private place(number: number): void {
    const mask = this.slots.length - 1;
    let slot = hashOf(this.bytes, this.ends[number - 1] ?? 0, this.ends[number] ?? 0) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = number;
  }
}

/** A hash of the length and some of the bytes. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length === 0) return 0;
  const first = bytes[start] ?? 0;
  const second = bytes[start + (length >> 2)] ?? 0;
  const middle = bytes[start + (length >> 1)] ?? 0;
  const last = bytes[end - 1] ?? 0;
  return first + second * 7 + middle * 37 + last * 131 + length * 521;
}

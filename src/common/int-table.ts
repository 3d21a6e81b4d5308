const EMPTY = -1;

/**
 * A map from small non-negative integers (packed codes and segment ids) that is only read after it was made. Several
 * times faster to read than a Map, because a look-up is a multiplication and a comparison.
 */
export class IntTable<T> {
  private readonly keys: Int32Array;
  private readonly values: (T | undefined)[];
  private readonly shift: number;
  private readonly mask: number;

  constructor(entries: Iterable<readonly [number, T]>) {
    const rows = new Map(entries);
    const bits = Math.max(1, Math.ceil(Math.log2(2 * rows.size + 1)));
    this.keys = new Int32Array(1 << bits).fill(EMPTY);
    this.values = new Array<T | undefined>(1 << bits).fill(undefined);
    this.shift = 32 - bits;
    this.mask = (1 << bits) - 1;
    for (const [key, value] of rows) this.insert(key, value);
  }

  /** Returns the value of a key; undefined for other keys, negative ones included. */
  get(key: number): T | undefined {
    let i = this.home(key);
    for (;;) {
      const found = this.keys[i] ?? 0;
      if (found === key) return this.values[i];
      if (found === EMPTY) return undefined;
      i = (i + 1) & this.mask;
    }
  }

  /** The keys, in no order. */
  keyList(): number[] {
    return [...this.keys].filter((key) => key !== EMPTY);
  }

  private insert(key: number, value: T): void {
    if (key < 0) throw new RangeError(`${key} cannot be a key of the table.`);
    let i = this.home(key);
    while ((this.keys[i] ?? 0) !== EMPTY) i = (i + 1) & this.mask;
    this.keys[i] = key;
    this.values[i] = value;
  }

  private home(key: number): number {
    return Math.imul(key, 0x9e3779b1) >>> this.shift;
  }
}

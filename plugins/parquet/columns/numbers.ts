/** Numbers of values in a dictionary, in as few bytes as they need. */
export type Ids = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** Returns an array with room for one more number, with the numbers of a full one. */
export function withRoom<T extends Ids>(array: T, length: number): T {
  if (length < array.length) return array;
  const make = asConstructor<T>(array.constructor);
  return copied(array, new make(Math.max(2 * array.length, length + 1)));
}

/** As `withRoom`, and wide enough for a number. */
export function withIdRoom(ids: Ids, length: number, id: number): Ids {
  const bytes = id <= 0xff ? 1 : id <= 0xffff ? 2 : 4;
  if (bytes <= ids.BYTES_PER_ELEMENT) return withRoom(ids, length);
  return withRoom<Ids>(copied<Ids>(ids, bytes === 2 ? new Uint16Array(ids.length) : new Int32Array(ids.length)), length);
}

function copied<T extends Ids>(from: Ids, to: T): T {
  to.set(from);
  return to;
}

/** TypeScript does not know the constructor of an array by its type. */
function asConstructor<T extends Ids>(value: unknown): new (length: number) => T {
  return value as new (length: number) => T;
}

let scratch = new Int32Array(0);

/** Memory for numbers that are written before somebody else asks: with arrays of its own each column would leave as much as it holds. */
export function scratchNumbers(count: number): Int32Array<ArrayBuffer> {
  scratch = withRoom(scratch, count);
  return scratch;
}

/** Counts the ones of a word. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

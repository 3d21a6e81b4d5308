/* Where things stand in the memory of the scanner in WebAssembly, in bytes. AssemblyScript compiles them into it. */

export enum AREA {
  /** For each byte whether it may stand between segments. */
  NOISE = 4096,
  /** For each byte whether an id that is looked for begins with it. */
  FIRST_LETTERS = 4352,
  /** Ids that are looked for, as numbers, up to 0. */
  KEYS = 4608,
  /** The bytes of the chunk, after the one before them. */
  BYTES = 8192,
  MAX_BYTES = 524288,
  /** Each byte is at most one mark, and a segment of three bytes has one more. */
  MARKS = 536576,
  ROWS = 4730880,
  END = 5255168,
}

/** A row of a segment. */
export enum ROW {
  /** Its first mark. */
  FIRST = 0,
  /** Number of elements. */
  COUNT = 4,
  LINE = 8,
  KEY = 12,
  SIZE = 16,
  /** Rows that there is room for. */
  MAX_COUNT = 32768,
}

/*
 * Where the tables for reading rows stand in the memory of the kernel; see `layout.ts` and, for their meaning, `row-program.ts`.
 */

/** A level of rows; the levels of a plan follow one another. Offset 0 holds the address of the starts of its cells. */
export enum LEVEL {
  ENDS = 4,
  CELLS = 8,
  /** How many cells have a value. */
  FILLED = 12,
  /** The first cell that `joinCells` has not written. */
  JOINED = 16,
  /** Room for a bit of each cell: those that are written. */
  ONLY = 20,
  SLOTS = 24,
  /** Number of steps, and addresses of their tests. */
  STEPS = 28,
  STEP_LIST = 32,
  /** A bit of each cell that later rows of an item have, for `writeRows`. */
  EACH_ROW = 36,
  /** 1 until the first row of an item is written. */
  IS_FIRST = 40,
  /** What a later row of the item has, as it was written: where it begins, 0 before there is one, and where it ends. */
  LATER = 44,
  LATER_END = 48,
  /** A bit of each cell that has a value, in words of 64. */
  BITS = 52,
  SIZE = 56,
}

/** Members by slot. Offset 0 holds the first slot; COUNT addresses of shapes follow, 0 for a member that is skipped. */
export enum SLOTS {
  COUNT = 4,
  LIST = 8,
}

/** What becomes of a value. Offset 0 holds its kind, see `SHAPE` of `row-program.ts`. */
export enum FORM {
  COLUMN = 4,
  SLOTS = 8,
  IS_SHARED = 12,
  /** Number of shapes, and their addresses. */
  ITEMS = 16,
  ITEM_LIST = 20,
  /** Number of its list, with which the kernel calls the host. */
  NAME = 24,
  /** Tests, 0 for none. */
  TESTS = 28,
  SKIPS_EMPTY = 32,
  IS_DESCRIPTION = 36,
  IS_PLACE = 40,
  /** Number of keys, and addresses of their text. */
  KEYS = 44,
  KEY_LIST = 48,
  /** Number of shapes of the value itself, and their addresses. */
  OF_WHOLE = 52,
  OF_WHOLE_LIST = 56,
  SIZE = 60,
}

/** A test: the text of its key at offset 0, and number and list of the texts that it accepts. The number of tests stands before the first. */
export enum TEST {
  ACCEPTED = 4,
  ACCEPTED_LIST = 8,
  SIZE = 12,
}

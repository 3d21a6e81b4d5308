/*
 * Where the layouts of trees stand in the memory of the kernel; see `layout.ts`.
 */

/** How a segment is written in a tree, see `TreeSegment`. Offset 0 holds the fragment before its elements. */
export enum TREE {
  ROOT_OPENING = 4,
  /** The fragment of its key in the loop around, and 1 where that has an array. */
  KEY = 8,
  IS_ARRAY = 12,
  /** Number of the last look that met it. */
  LOOK = 16,
  /** Number of elements, and address of their rows. */
  COUNT = 20,
  ELEMENTS = 24,
  SIZE = 28,
}

/** How an element is written in a tree, see `TreeElement`. Offset 0 holds the fragment of its key. */
export enum TREE_ELEMENT {
  /** See TREE_VALUE; what the numbers after it mean depends on that. */
  VALUE = 4,
  A = 8,
  B = 12,
  SIZE = 16,
}

/** Kinds of values in a tree. */
export enum TREE_VALUE {
  TEXT,
  DAY,
  TIME,
  DECIMAL,
  COUNT,
  /** A: the fragment before the code. B: address of the length of its longest codes, and of the table of the fragments behind those that pack. */
  CODE,
  /** A: the fragment of the key of the last day. */
  PERIOD,
  /** A: address of the row of an item. */
  LIST,
  /** A: number of parts. B: address of their rows. */
  COMPOSITE,
}

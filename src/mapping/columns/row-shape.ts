/*
 * Rows as the kernel writes them: JSON of slots, which are keys of two characters, in the order of the readers. A slot has a value, an object, or the items of
 * a list; values that are read whole are JSON of a record. Each object begins with a comma, so that one without members is still there:
 *
 *     {{,"#$":"4711","#%":{,"#&":"EXAMPLE"},"#'":[{,"#(":"A1"},{,"#(":"B2"}],"##":[{,"#)":12.5}]}}
 *      ^ rows of the first plan                                             ^^ items of the next level
 */

/** The slot of the items of the next level. */
export const ROWS_SLOT = 0;

/** Slots are numbers to a base whose digits are neither quotes nor backslashes. */
const FIRST_DIGIT = 0x23;
const BASE = 0x5c - FIRST_DIGIT;
export const MAX_SLOTS = BASE * BASE;

export const slotKey = (slot: number): string => String.fromCharCode(FIRST_DIGIT + Math.floor(slot / BASE), FIRST_DIGIT + (slot % BASE));

/** Accepts an object whose member with a key has one of some values. Both are JSON. */
export interface ShapeTest {
  readonly key: Buffer;
  readonly accepted: readonly Buffer[];
}

/** Kinds of shapes. */
export const SHAPE = { CELL: 0, WHOLE_CELL: 1, OBJECT: 2, LIST: 3, MEMBERS: 4 } as const;

/** Members by slot. */
export type SlotShapes = readonly (Shape | undefined)[];

/** What becomes of a value. */
export class Shape {
  /** Of a cell. */
  column = -1;
  /** Of an object. */
  slots: SlotShapes = [];
  /** True for an object that many records share. */
  isShared = false;
  /** Of a list: its items that have columns. */
  items: readonly Shape[] = [];
  name = '';
  tests: readonly ShapeTest[] = [];
  /** True for a list of which items without a cell take no columns. */
  skipsEmpty = false;
  /** True for a list that loses nothing. */
  isDescription = false;
  /** True for a list that may be an object instead. */
  isPlace = false;
  /** Of a value that is read whole: keys as JSON, whose shapes are `items`, and the shapes of the value itself. */
  keys: readonly Buffer[] = [];
  ofWhole: readonly Shape[] = [];

  constructor(
    readonly kind: (typeof SHAPE)[keyof typeof SHAPE],
    given: Partial<Omit<Shape, 'kind'>>,
  ) {
    Object.assign(this, given);
  }
}

/** A level of rows. */
export interface LevelShape {
  /** Number of its columns. */
  readonly size: number;
  readonly slots: SlotShapes;
  /** The tests of each step from the level before. */
  readonly steps: readonly (readonly ShapeTest[])[];
}

import type { Cells } from './cells';

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

/** Returns the slot of a key by its bytes. */
export const slotOf = (high: number, low: number): number => (high - FIRST_DIGIT) * BASE + low - FIRST_DIGIT;

/** Accepts an object whose member with a key has one of some values. Both are JSON. */
export interface ShapeTest {
  readonly key: Buffer;
  readonly accepted: readonly Buffer[];
}

/** What becomes of a value. */
export type Shape =
  /** A cell. Numbers of values that are read whole are those of JavaScript. */
  | { readonly kind: 'cell'; readonly column: number; readonly isWhole: boolean }
  /** Members by slot. */
  | { readonly kind: 'object'; readonly slots: readonly (Shape | undefined)[]; readonly isShared: boolean }
  | ListShape
  /** Members of a value that is read whole, by their keys as JSON; '' is the value itself. */
  | { readonly kind: 'members'; readonly members: readonly { readonly key: Buffer; readonly shapes: readonly Shape[] }[] };

/** Items that have columns of their own. */
export interface ListShape {
  readonly kind: 'list';
  readonly name: string;
  readonly items: readonly Shape[];
  readonly tests: readonly ShapeTest[];
  /** True for items of which those without a cell take no columns. */
  readonly skipsEmpty: boolean;
  /** True for a list that loses nothing. */
  readonly isDescription: boolean;
  /** True for a list that may be an object instead. */
  readonly isPlace: boolean;
}

/** A level of rows. */
export interface LevelShape {
  readonly cells: Cells;
  readonly slots: readonly (Shape | undefined)[];
  /** The tests of each step from the level before. */
  readonly steps: readonly (readonly ShapeTest[])[];
}

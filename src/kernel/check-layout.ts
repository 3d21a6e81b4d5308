/*
 * Where the tables of validation stand in the memory of the kernel; see `layout.ts`.
 */

/** Requirements of the guide for a segment, see `SegmentCheck`. Offset 0 holds the number of its elements; the VALUE_CHECK rows of those follow. */
export enum CHECK {
  LAST_REQUIRED = 4,
  /** Number of syntax notes, and address of their NOTE rows. */
  NOTES = 8,
  NOTE_LIST = 12,
  /** Number of values from code lists, and address of their CODED rows. */
  CODED = 16,
  CODED_LIST = 20,
  HEAD = 24,
  /** In place of an address: a segment without requirements. */
  NONE = 1,
}

/** Requirements for an element or component, see `ElementCheck`. Offset 0 holds its kind. */
export enum VALUE_CHECK {
  MIN = 4,
  MAX = 8,
  /** See VALUE_TRAIT. */
  TRAITS = 12,
  MAX_REPEATS = 16,
  /** Table of the allowed codes. */
  CODES = 20,
  /** Number of components, and address of their rows. */
  COMPONENTS = 24,
  LIST = 28,
  /** Its number on the side of the host. */
  NUMBER = 32,
  SIZE = 36,
}

export enum VALUE_TRAIT {
  REQUIRED = 1,
  UNUSED = 2,
  /** It declares the format of the date after it. */
  FORMAT = 4,
  /** Only the host can check it. */
  BY_HOST = 8,
  /** It is not used, has components, or may be repeated. */
  ODD = 16,
}

/** A syntax note. Offset 0 holds its letter; COUNT elements follow. */
export enum NOTE {
  COUNT = 4,
  /** A segment with fewer elements keeps the note. */
  LEAST = 8,
  ELEMENTS = 12,
}

/** A value from a code list. Offset 0 holds its element. */
export enum CODED {
  /** From 1; 0 for the whole element. */
  COMPONENT = 4,
  /** The element, or the component of the same element, that names the list; 0 for none. */
  BY = 8,
  NUMBER = 12,
  SIZE = 16,
}

/** A value that the host found good. Offset 0 holds the number of its check; the bytes of the value and of its qualifier follow. */
export enum GOOD {
  LENGTHS = 4,
  BYTES = 8,
  MAX_LENGTH = 40,
  SIZE = 48,
  /** Rows of the table, a power of two; a value is in one of the first PROBE.COUNT rows from that of its hash on. */
  ROWS = 16384,
}

/** A rule of a set. Offset 0 holds its bit. */
export enum RULE {
  /** Address of the condition under which it finds nothing. */
  CLEAN_WHEN = 4,
  SIZE = 8,
}

/** Kinds of conditions under which a rule finds nothing. */
export enum CLEAN_KIND {
  ZERO = 0,
  ANY = 1,
  WITHOUT = 2,
  COUNTS = 3,
  EACH = 4,
  SAME = 5,
  ONCE = 6,
  ALL = 7,
}

/** A condition under which a rule finds nothing. Offset 0 holds its kind. */
export enum CLEAN_WHEN {
  /** Number of conditions or terms, and their address. */
  COUNT = 4,
  LIST = 8,
  /** List of the definitions of loops, with its length first; of `EACH` a path. */
  DEFS = 12,
  /** Key of the segment with the number, and the element. */
  KEY = 16,
  ELEMENT = 20,
}

/** Stands for a path to the loop around. */
export const AROUND = 1;

/** Elements that are added up or compared. Offset 0 holds the key of their segments. */
export enum TERM {
  /** Path to their loops: a list of lists of definitions, each with its length first; 0 for the loop itself. */
  PATH = 4,
  /** 1 or -1. */
  TIMES = 8,
  /** List of the elements, with its length first. */
  ELEMENTS = 12,
  /** The code of the first element of the only segment, packed; 0 for all segments. */
  CODE = 16,
  /** 1 where the segments open their loops, and stand at no other place of them. */
  OPENS = 20,
  SIZE = 24,
}

/*
 * Where things stand in the memory of the kernel, in bytes from the start of a row or operation, and the numbers of operations. AssemblyScript
 * compiles them into the kernel; TypeScript writes rows and programs with them.
 */

/** A row of a segment. Offset 0 holds its first mark. */
export enum SEGMENT {
  /** Number of elements. */
  COUNT = 4,
  SLOT = 8,
  SIZE = 12,
}

/** A row of a loop. Offset 0 holds its first segment; the segments of a loop follow one another. */
export enum LOOP {
  /** The row after its last segment. */
  TO = 4,
  /** Its first child loop, -1 for none. */
  CHILD = 8,
  /** The next loop beside it, -1 for none. */
  NEXT = 12,
  /** Address of the rows of its first segments, by their position. */
  PLACES = 16,
  /** Position of its definition among the children of the loop around, from 1. */
  DEFINITION = 20,
  /** The first segment of the loop or of the first loop in it, -1 for none. */
  FIRST = 24,
  /** The loop around; -1 for none, -2 for one that only the host can read. */
  PARENT = 28,
  /** Number of the ancestor that it belongs to; 0 for the loops of the record itself. */
  ANCESTOR = 32,
  SIZE = 36,
}

/** The JSON of an ancestor that an operation wrote last. Offset 0 holds the number of the ancestor. */
export enum SHARED {
  LENGTH = 4,
  JSON = 8,
  MAX_LENGTH = 4096,
  SIZE = 4136,
}

/** A code whose description is known. Offset 0 holds its list, or 0. */
export enum DESCRIBED {
  LENGTH = 4,
  /** Address of the fragment that stands behind the code. */
  SUFFIX = 8,
  /** The bytes of the code. */
  CODE = 12,
  MAX_LENGTH = 16,
  SIZE = 32,
  /** Rows of the table, a power of two. */
  SLOTS = 8192,
}

/** An operation. Offset 0 holds its kind; a block is the number of its operations, and the operations. */
export enum OP {
  /** Position of the segment without which nothing is written, -1 for none. */
  GUARD = 4,
  /** Address of the fragment that stands before the value. */
  KEY = 8,
  /** Number of the field on the side of the host. */
  FIELD = 12,
  ELEMENT = 16,
  /** 1 where the element counts from the base. */
  RELATIVE = 20,
  /** From 1; 0 for the whole element. */
  COMPONENT = 24,
  LOCATION = 28,
  SELECTION = 32,
  SLOT = 36,
  CODE_ELEMENT = 40,
  CODE = 44,
  FORMAT = 48,
  /** Names, a list of codes, or a finder of lists. */
  TABLE = 52,
  /** The name of codes that have none. */
  OTHERWISE = 56,
  BLOCK = 60,
  LIST = 64,
  COUNT = 68,
  EXCEPT = 72,
  A = 76,
  B = 80,
  C = 84,
  /** Number of the codec on the side of the host. */
  CODEC = 88,
  /** Number of the key on the side of the host. */
  KEY_NUMBER = 92,
  SIZE = 96,
}

/** Bytes before the first operation of a block. */
export enum BLOCK {
  HEAD = 16,
}

/** What an operation writes. */
export enum OPERATION {
  /** A field with code of its own. */
  FIELD = 0,
  VALUE = 1,
  OBJECT = 2,
  EACH = 3,
  GROUPS = 4,
  LOOPS = 5,
  CONSTANT = 6,
  FIRST_OF = 7,
  VARIANT = 8,
  ELSEWHERE = 9,
  FIRST_SEGMENT = 10,
  UNLESS_TOP_LEVEL = 11,
  ISSUES = 12,
  ID = 13,
  QUALIFIED_CODE = 14,
  COMPOSITES = 15,
  POINTED_CODES = 16,
  COMPONENTS = 17,
  DAY_OF_RANGE = 18,
  SHARED = 19,
  IF_TOP_LEVEL = 20,
}

/** Where the segment of an operation is found. */
export enum LOCATION {
  CURRENT = 0,
  FIRST = 1,
  SELECTED = 2,
  CODED = 3,
}

/** How a value is written. */
export enum FORMAT {
  /** By its codec. */
  CODEC = 0,
  TEXT = 1,
  NUMBER = 2,
  INTEGER = 3,
  DATE = 4,
  PERIOD_FROM = 5,
  PERIOD_TO = 6,
  NAMED = 7,
  CODE = 8,
}

/** What of an element is part of the form of its segment, and forms of values; see `element-forms.ts`. */
export enum KIND {
  /** Whether it is there. */
  TEXT = 0,
  /** Its code, which may choose what the other elements mean. */
  CODE = 1,
  /** Whether it is a number, and which kind. */
  NUMBER = 2,
  /** Whether it is a date, a period or a time. */
  DATE = 3,
  /** The forms of its components. */
  COMPOSITE = 4,
  /** The forms of its repetitions. */
  REPEATED = 5,
}

/** Forms of values. */
export enum VALUE {
  /** A number of digits alone. */
  DIGITS = 2,
  /** A number with a decimal point. */
  DECIMAL = 3,
  DAY = 8,
  /** Digits that fit a number. */
  LONGEST_PLAIN = 15,
}

/** How the form of a segment is made: the number of its elements at 0, and for each its kind and the form of its parts. */
export enum FORM {
  HEAD = 16,
  PARTS = 4,
  SIZE = 8,
}

/** A form of segments that is read completely. Offset 0 holds its hash, whose last bits choose the row. */
export enum READ {
  /** Elements with text or digits. */
  PLAIN = 4,
  /** Elements with decimals. */
  DECIMALS = 8,
  SIZE = 16,
  /** A power of two. */
  ROWS = 16384,
}

/** What is known of a segment of the guide. Offset 0 holds the element of the code that distinguishes segments of its place, or 0. */
export enum KNOWN {
  COMPONENT = 4,
  FORM = 8,
  POSITION = 12,
  /** 1 for HL, which has no value that a field could show. */
  IS_LEVEL = 16,
  /** 1 for what opens a loop that units stand in, or a unit. */
  HOLDS_UNITS = 20,
  SIZE = 24,
}

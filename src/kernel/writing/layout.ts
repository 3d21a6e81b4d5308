/*
 * Where things stand in the memory of the writing kernel, in bytes from the start of a row, and the numbers of its operations. AssemblyScript
 * compiles them into the kernel; TypeScript writes its programs with them.
 */

/** A loop that is written. Offset 0 holds its definition, see DEFINITION. */
export enum OUT_LOOP {
  /** The loop around; 0 for one that is written already. */
  PARENT = 4,
  FIRST_SEGMENT = 8,
  LAST_SEGMENT = 12,
  FIRST_LOOP = 16,
  LAST_LOOP = 20,
  NEXT = 24,
  POSITION = 28,
  SIZE = 32,
}

/** A segment that is written. Offset 0 holds what it is found by. */
export enum OUT_SEGMENT {
  /** Its place in the guide, see SLOT; 0 while it is open. */
  SLOT = 4,
  NEXT = 8,
  POSITION = 12,
  FIRST_CELL = 16,
  LAST_CELL = 20,
  /** Number of its last element. */
  LENGTH = 24,
  /** Where its place was declared, see PLACED. */
  PLACED = 28,
  /** Elements that repeated groups of the segment have said for all of them, such as CAS01, as bits. */
  GROUP_ELEMENTS = 32,
  SIZE = 36,
}

/** A value in a segment. Offset 0 holds the next one. */
export enum CELL {
  /** Element and component, as one number that orders them. */
  PLACE = 4,
  START = 8,
  LENGTH = 12,
  SIZE = 16,
  /** Of the number of an element in PLACE. */
  ELEMENT = 256,
}

/** A loop of the guide. Offset 0 holds its position. */
export enum DEFINITION {
  /** What its first segment is found by. */
  KEY = 4,
  /** The place of its first segment, see SLOT. */
  SLOT = 8,
  /** See NUMBERED. */
  NUMBERED = 12,
  /** How its first segment is declared where nothing else does, see PLACED. */
  PLACED = 16,
  SIZE = 20,
}

/** What numbers the first segment of a loop. */
export enum NUMBERED {
  NO = 0,
  /** HL, which the host writes. */
  LEVEL = 1,
  /** LX, which is always counted. */
  COUNTED = 2,
  /** Another number, which is counted where it is absent. */
  MAY_COUNT = 3,
  /** LS, which ends with a segment of its own: the host writes it. */
  BOUNDED = 4,
}

/** A place of segments in the guide. Offset 0 holds its position. */
export enum SLOT {
  /** Its id, as a text: the number of its bytes, and the bytes. */
  ID = 4,
  /** Its number in the table of completions. */
  NUMBER = 8,
  /** 1 for SE. */
  ENDS = 12,
  SIZE = 16,
}

/** Where a declaration puts segments. Offset 0 holds what they are found by. */
export enum PLACED {
  /** Number of the places in the guide that are possible, and their CANDIDATE rows. */
  COUNT = 4,
  CANDIDATES = 8,
  /** The candidate of a segment without any qualifier: its number, -1 for none. */
  OPEN = 12,
  /** The candidate of a segment that no other takes. */
  GENERAL = 16,
  /** Table of the codes that mean another place; 0 for none. */
  EXCLUDED = 20,
  SIZE = 24,
}

/** A place that a segment may take. Offset 0 holds its SLOT. */
export enum CANDIDATE {
  /** Number of its qualifiers, and their QUALIFIER rows. */
  COUNT = 4,
  QUALIFIERS = 8,
  SIZE = 12,
}

/** A qualifier of a place. Offset 0 holds its PLACE in the segment. */
export enum QUALIFIER {
  /** Table of its codes. */
  CODES = 4,
  /** The text that the declaration names; 0 for none. */
  NAMED = 8,
  /** The text where the usual one means another place; 0 for none. */
  BESIDE = 12,
  SIZE = 16,
}

/** What completes the segments of a place. Offset 0 holds the number of its qualifiers. */
export enum COMPLETION {
  /** The usual text of each, and whether it means another place is asked of PLACED.EXCLUDED. */
  USUAL = 4,
  FORMAT_COUNT = 8,
  /** For each date format its PLACE and that of the date. */
  FORMATS = 12,
  FILL_COUNT = 16,
  FILLS = 20,
  SIZE = 24,
}

/** A value that is filled in. Offset 0 holds its PLACE. */
export enum FILL {
  /** Number of the elements of which one has to be there, 0 for any, and their list. */
  BESIDE_COUNT = 4,
  BESIDE = 8,
  /** Its text; 0 for one that only the host can make. */
  TEXT = 12,
  SIZE = 16,
}

/** A unit of a guide. Offset 0 holds its block. */
export enum UNIT {
  /** Number of the loops from the transaction set to the unit, and their DEFINITIONs. */
  COUNT = 4,
  CHAIN = 8,
  SIZE = 12,
}

/** Operations of a record: the number of those of its fields. */
export enum BLOCK {
  /** The number of all operations: behind the fields stand the keys that are not written. */
  ALL = 4,
  HEAD = 8,
}

/** What a member of a JSON object is. Offset 0 holds its kind. */
export enum MEMBER {
  /** Its key with quotes and colon, as a text. */
  KEY = 4,
  /** The loop that shares it: its place in the chain of the unit; -1 for one of the object itself. */
  LEVEL = 8,
  /** Its number among those of the loop. */
  ORDINAL = 12,
  /** The bit of members that describe one loop; 0 for one that has none beside it. */
  RIVAL = 16,
  /** PLACED of the segment; 0 for the current one. */
  PLACED = 20,
  ELEMENT = 24,
  RELATIVE = 28,
  /** From 1. */
  COMPONENT = 32,
  CODEC = 36,
  /** Names, lists of codes, or codes. */
  TABLE = 40,
  BLOCK = 44,
  /** What is written instead, as a MEMBER. */
  ITEM = 48,
  LIST = 52,
  COUNT = 56,
  A = 60,
  B = 64,
  C = 68,
  D = 72,
  /** The object in which it was met last. */
  MET = 76,
  /** 1 for a day from which one of the object around follows. */
  DAY = 80,
  /** Where its value was when it was met last. */
  VALUE = 84,
  /** The list that its code said last; a length of 0 for none. */
  SAID = 88,
  SAID_LENGTH = 92,
  SIZE = 96,
}

/** The kind of a member. */
export enum KIND {
  /** It is left to the host. */
  HOST = 0,
  /** It may be there and is not written. */
  IGNORED = 1,
  ELEMENT = 2,
  OBJECT = 3,
  IN_SEGMENT = 4,
  IN_LOOP = 5,
  SEGMENTS = 6,
  GROUPS = 7,
  LOOPS = 8,
  CODES = 9,
  POINTED = 10,
  CODE_AT_PLACE = 11,
  CODE = 12,
  COMPONENTS = 13,
  COMPONENT_CODES = 14,
  LINES = 15,
  CONSTANT = 16,
  FIRST_OF = 17,
  DERIVED_DAY = 18,
  UNLESS_GIVEN = 19,
  BY_LIST = 20,
  WHERE = 21,
  /** It has not been compiled: the host does that for members that records have. */
  LATER = 22,
}

/** How a value becomes text. */
export enum CODEC {
  TEXT = 1,
  /** Text that leaves its place to other text. */
  FREE_TEXT = 2,
  NUMBER = 3,
  INTEGER = 4,
  DATE = 5,
  PERIOD_FROM = 6,
  PERIOD_TO = 7,
  LAST_DAY = 8,
  NAMED = 9,
  TIME = 10,
  /** The time behind the day that is there, if any. */
  TIME_OF_DAY = 11,
  DATE_TIME = 12,
}

/** A table of names: shift and mask, then rows of a name as text and its NAME. */
export enum NAMES {
  MASK = 4,
  ROWS = 8,
}

/** What a name stands for. Offset 0 holds the text of its code; 0 for all codes without a name. */
export enum NAME {
  /** 1 where a code has to be beside it. */
  NEEDS_CODE = 4,
  /** Table of the codes that have the name, or for a name of all others, of those that have another one. */
  CODES = 8,
  SIZE = 12,
}

/** Where the unit and the loops around it were written. Offset 0 holds the number of loops around it that stay open. */
export enum RESULT {
  /** WRITTEN of each loop of the chain. */
  LOOPS = 4,
  SIZE = 100,
}

/** The segments of a loop. Offset 0 holds where their text begins. */
export enum WRITTEN {
  END = 4,
  COUNT = 8,
  SIZE = 12,
}

/** A child loop. Offset 0 holds its DEFINITION. */
export enum CHILD {
  /** How its first segment is declared, see PLACED; 0 where nothing but its id is. */
  PLACED = 4,
  /** The BLOCK of its record, for items that are written into it. */
  BLOCK = 8,
}

/** Segments that hold codes. Offset 0 holds what they are found by. */
export enum CODE_SEGMENT {
  PLACED = 4,
  /** Number of their composites, and the table of the qualifiers of each. */
  COUNT = 8,
  TABLES = 12,
}

/** Loops of a chain at most, and members that one of them shares. */
export enum CHAIN {
  LOOPS = 8,
  MEMBERS = 64,
}

/** Room for what a record is written from, in rows and bytes. */
export enum ROOM {
  /** The JSON of a record, and as much for texts that are made of it. */
  RECORD = 131072,
  LOOPS = 4096,
  SEGMENTS = 8192,
  CELLS = 32768,
  OUTPUT = 262144,
  /** Objects in objects. */
  DEPTH = 64,
  /** Components of an element. */
  COMPONENTS = 200,
}

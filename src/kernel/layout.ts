/*
 * Where things stand in the memory of the kernel, in bytes from the start of a row or operation, and the numbers of operations. AssemblyScript
 * compiles them into the kernel; TypeScript writes rows and programs with them.
 */

/** A row of a segment. Offset 0 holds its first mark. */
export enum SEGMENT {
  /** Number of elements. */
  COUNT = 4,
  SLOT = 8,
  /** Its id, see `segmentKey`; only the walk needs it. */
  KEY = 12,
  SIZE = 16,
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
  // For the walk:
  /** Address of its definition, see DEF; 0 where the walk has none. */
  DEF = 36,
  /** Its last child loop, -1 for none. */
  LAST = 40,
  /** See STATE. */
  STATE = 44,
  /** Address of a number for each child of the definition: 1 for child loops that came. */
  SEEN = 48,
  /** What the ids of records below it begin with, in three words. */
  HASH_A = 52,
  HASH_B = 56,
  HASH_C = 60,
  /** Bytes that the records below it share. */
  SHARED_BYTES = 64,
  /** HL01, -1 for a loop that is no level. */
  NUMBER = 68,
  /** Number of its row in the log of holders; -1 - its own row for a loop of the host. */
  HOLDER = 72,
  // With validation: what `LoopTally` counts.
  FURTHEST = 76,
  LAST_POSITION = 80,
  RUN = 84,
  OPENED = 88,
  CHECKED_TO = 92,
  SIZE = 96,
}

/** The state of an open loop, in bits. */
export enum STATE {
  /** A record below it was written. */
  FROZEN = 1,
  /** It was looked at for input that reaches no field. */
  LOOKED_AT = 2,
  HASHED = 4,
  MAY_RESTART = 8,
  /** Its tally has more than the kernel counts: nothing may come into it, and it may not be closed. */
  UNCOUNTED = 16,
}

/** The definition of a loop, for the walk. Offset 0 holds the table of its CHOICES by segment key. */
export enum DEF {
  POSITION = 4,
  /** Number of children. */
  CHILDREN = 8,
  /** See TRAIT. */
  TRAITS = 12,
  /** Number of required child loops, and address of their positions. */
  LOOPS = 16,
  LOOP_LIST = 20,
  /** Number of required children, and address of their positions, with a 1 for each loop. */
  REQUIRED = 24,
  REQUIRED_LIST = 28,
  /** Number of the definition on the side of the host. */
  NUMBER = 32,
  /** Program, known segments and read forms of its records; 0 where the host writes them. */
  PROGRAM = 36,
  KNOWN = 40,
  READ = 44,
  /** The slot of its trigger. */
  SLOT = 48,
  /** Address of the ARRIVAL rows of its children; the bits of its child loops that are levels. Only validation needs them. */
  ARRIVALS = 52,
  LEVELS = 56,
  /** Number of the rules about it that the kernel can test, and address of their RULE rows. */
  RULES = 60,
  RULE_LIST = 64,
  SIZE = 68,
}

/** Requirements for a child of a loop, see `LoopCheck`. Offset 0 holds its place in the order of the guide. */
export enum ARRIVAL {
  MAX = 4,
  /** Bit of a child loop; 0 for a segment. */
  BIT = 8,
  SIZE = 12,
}

/** What is true for a loop, in bits. */
export enum TRAIT {
  UNIT = 1,
  /** A unit, or a loop around units. */
  OF_RECORDS = 2,
  LEVEL = 4,
  /** A segment has to follow its trigger. */
  NEEDS_SECOND = 8,
  /** It stands once at most. */
  ONCE = 16,
  REQUIRED = 32,
}

/** The places that a segment id can take in a loop; see CandidateSet. Offset 0 holds 1 where the id alone may choose one. */
export enum CHOICES {
  /** 0 for a table of codes, 1 for tests, 2 for what the host has to choose. */
  MODE = 4,
  ELEMENT = 8,
  COMPONENT = 12,
  /** Candidates by code. */
  TABLE = 16,
  /** Number of candidates, and for each its address, the number of its tests and their address. */
  COUNT = 20,
  TESTS = 24,
  SIZE = 28,
}

/** A candidate, and what a segment must pass for it. Offset 0 holds its address. */
export enum TEST {
  COUNT = 4,
  LIST = 8,
  SIZE = 12,
}

/** A place that a segment can take. Offset 0 holds its slot. */
export enum CANDIDATE {
  /** Of the segment in its loop. */
  POSITION = 4,
  /** The definition of the loop that it opens, or 0. */
  OPENS = 8,
  /** See PLACE. */
  TRAITS = 12,
  SIZE = 16,
}

/** What is true for a place, in bits. */
export enum PLACE {
  TRAILING = 1,
  ONCE = 2,
  UNUSED = 4,
  REQUIRED = 8,
  /** A segment that is a record. */
  IS_RECORD = 16,
}

/** What the host and the walk tell each other; offset 0 holds the first segment, then the one at which the walk stopped. */
export enum WALK {
  TO = 4,
  /** The loop in which the first segment opens one, then the innermost open loop. */
  CURRENT = 8,
  /** The definition of that one. */
  OPENS = 12,
  /** First row of a loop that the walk makes. */
  FIRST_LOOP = 16,
  /** Address behind the places of loops. */
  PLACES = 20,
  /** Number of the first segment in the input. */
  NUMBER = 24,
  /** Bytes of segments since the last record. */
  BYTES = 28,
  /** The highest HL01 so far. */
  LEVEL = 32,
  /** Number of the newest ancestor. */
  ANCESTOR = 36,
  NESTS_LEVELS = 40,
  /** Table of the segment keys of the guide. */
  KEYS = 44,
  COMPONENT = 48,
  REPETITION = 52,
  /** Number of units and holders in the logs. */
  UNITS = 56,
  HOLDERS = 60,
  /** Table of the CHECK of each slot; 0 without validation. */
  CHECKS = 64,
  /** 1 where codes are looked up. */
  CODES = 68,
  /** The number that the next level should have. */
  NEXT_LEVEL = 72,
  /** Bits of the rules that are on. */
  RULES = 76,
  /** Where JSON begins. */
  JSON = 80,
  /** 1 where the walk may go back to the segment that opened what is incomplete at the end; then 1 where it went back. */
  MAY_WAIT = 84,
  /** What is written behind the JSON of each record, up to four bytes. */
  SEPARATOR = 88,
  SEPARATOR_LENGTH = 92,
  /** 1 where the segments are all of a transaction set but ST and SE, none of whose loops is a record. */
  IS_WHOLE = 96,
  SIZE = 100,
}

/** A segment in whose elements validation may find something. */
export enum UNCLEAN {
  /** All of it is in the record. */
  READ = 1,
  /** The host has to find out whether it is. */
  UNREAD = 2,
}

/** A unit that was closed. Offset 0 holds the number of its definition. */
export enum UNIT {
  /** See LOOP.HOLDER. */
  AROUND = 4,
  FROM = 8,
  TO = 12,
  /** Its JSON; the end is 0 for one that the host has to write. */
  JSON = 16,
  JSON_END = 20,
  /** Bytes of the segments since the last record, and of what it shares with others. */
  BYTES = 24,
  SHARED_BYTES = 28,
  /** The segments that were read when it was closed. */
  READ_TO = 32,
  /** Segments that were looked at with it. */
  LOOKED_AT = 36,
  /** 1 where validation may find something in the order and number of its segments and loops. */
  IS_ODD = 40,
  /** 1 where a rule of the set may find something in it. */
  ASKS_RULES = 44,
  /** 1 where validation may find something in the elements of a segment; the log of unclean segments has which. */
  IS_UNCLEAN = 48,
  /** Where its issues belong in its JSON; 0 where the host has to write both. */
  ISSUES = 52,
  SIZE = 56,
}

/** A loop around units that was opened. Offset 0 holds the number of its definition. */
export enum HOLDER {
  /** See LOOP.HOLDER. */
  AROUND = 4,
  FROM = 8,
  /** The segment after its content, which ends before its first unit or holder; -1 while it goes on. */
  TO = 12,
  /** HL01 and HL02, -1 for none. */
  NUMBER = 16,
  PARENT_NUMBER = 20,
  /** 1 for a level that says it has none below it. */
  IS_LEAF = 24,
  /** 1 where the loop around holds it: no record had been written of that. */
  IS_HELD = 28,
  /** 1 once a record below it was written. */
  IS_FROZEN = 32,
  /** Copy of the tally, from LOOP.FURTHEST on. */
  TALLY = 36,
  SIZE = 56,
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
  /** Address of the fragment that stands behind the code. */
  SUFFIX = 4,
  /** The bytes of the code, and zeros behind them. */
  CODE = 8,
  MAX_LENGTH = 16,
  SIZE = 24,
  /** Rows of the table, a power of two; a code has its place in one of the first PROBE.COUNT rows from that of its hash on. */
  SLOTS = 8192,
}

/** Rows of a table that a value may be in. */
export enum PROBE {
  COUNT = 4,
}

/** What is no position of a segment: an operation without a condition, and one that writes nothing where the loop has no loops in it. */
export enum GUARD {
  NONE = -1,
  LOOPS = -2,
}

/** An operation. Offset 0 holds its kind; a block is the number of its operations, and the operations. */
export enum OP {
  /** Position of the segment without which nothing is written; see GUARD for the others. */
  GUARD = 4,
  /** Bytes to the next operation that has another guard. */
  SKIP = 8,
  /** Bytes to the next operation that is no value of the same segment. */
  SAME = 12,
  /** Address of the fragment that stands before the value. */
  KEY = 16,
  /** Number of the field on the side of the host. */
  FIELD = 20,
  ELEMENT = 24,
  /** 1 where the element counts from the base. */
  RELATIVE = 28,
  /** From 1; 0 for the whole element. */
  COMPONENT = 32,
  LOCATION = 36,
  SELECTION = 40,
  SLOT = 44,
  CODE_ELEMENT = 48,
  CODE = 52,
  FORMAT = 56,
  /** Names, a list of codes, or a finder of lists. */
  TABLE = 60,
  /** The name of codes that have none. */
  OTHERWISE = 64,
  BLOCK = 68,
  LIST = 72,
  COUNT = 76,
  EXCEPT = 80,
  A = 84,
  B = 88,
  C = 92,
  /** Number of the codec on the side of the host. */
  CODEC = 96,
  /** Number of the key on the side of the host. */
  KEY_NUMBER = 100,
  SIZE = 104,
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
  /** A value of the transaction set or its file, which is no code. */
  OF_TRANSACTION = 21,
  /** One of several fields, by conditions. */
  CHOICE = 22,
  /** A sum of elements. */
  SUM = 23,
  /** The number of a loop among those of its kind. */
  ITEM_NUMBER = 24,
  JOINED_TEXT = 25,
  /** The host writes the field, if an element is there. */
  IF_THERE = 26,
  /** An array of loops at the end of a way down. */
  ALONG = 27,
}

/** Amounts of a sum. Offset 0 holds their selection. */
export enum SUMMANDS {
  /** Position of the definition of child loops, from 1; 0 for the loop itself. */
  DEFINITION = 4,
  /** Number of elements, and address of their numbers. */
  COUNT = 8,
  LIST = 12,
  SIZE = 16,
}

/** Where the segment of an operation is found. */
export enum LOCATION {
  CURRENT = 0,
  FIRST = 1,
  SELECTED = 2,
  CODED = 3,
}

/** A condition. Offset 0 holds its kind; a test of an element has the location of an operation, others have a number of conditions and their list. */
export enum CONDITION {
  HAS = 0,
  IS = 1,
  ANY = 2,
  ALL = 3,
  NOT = 4,
  /** In one of the child loops of a definition. */
  IN_LOOPS = 5,
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

/** Of the form of a segment, before its elements. */
export enum FORM_OF_SEGMENT {
  /** Bits of the elements of which nothing counts but whether they are there. */
  TEXTS = 4,
}

/** How the form of a segment is made: the number of its elements at 0, and for each its kind and the form of its parts. */
export enum FORM {
  HEAD = 12,
  PARTS = 4,
  /** 1 for a code of an external list. */
  IS_EXTERNAL = 8,
  SIZE = 16,
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
  /** Behind the rows (ROWS * SIZE): hashes of what is read wherever it comes, an open table whose last bits choose the place; -1 for none. */
  PARTS = 262144,
  /** A power of two. */
  PART_COUNT = 8192,
  BYTES = 294912,
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

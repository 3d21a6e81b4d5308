/*
 * Numbers that both sides of the machine use: AssemblyScript compiles them into it, and TypeScript writes programs with them. Places are in bytes from the start of a
 * node or operation.
 */

/** A day that is valid. Offset 0 holds its first bytes, and the next word the last ones. */
export enum DAY {
  END = 8,
  SIZE = 16,
  /** A power of two. */
  COUNT = 256,
}

/** A code object and its concept. Offset 0 holds the number of bytes of the code object; 0 for a free slot. */
export enum CONCEPT {
  /** The operation that wrote the concept. */
  OPERATION = 4,
  LENGTH = 8,
  TEXT = 16,
  MAX_TEXT = 96,
  WRITTEN = 128,
  MAX_LENGTH = 240,
  SIZE = 384,
  /** The highest bits of a hash of 32 are the number of the slot. */
  HASH_SHIFT = 23,
  COUNT = 512,
}

/** A value of a record. Offset 0 holds the start of its JSON. */
export enum NODE {
  END = 4,
  /** Name that it has; elements have that of their list. */
  KEY = 8,
  KIND = 12,
  /** The node after it and all that is in it. */
  NEXT = 16,
  /** 64 bits: one for each name of its members; names share bits. */
  NAMES = 24,
  /** Its number in a list that was written; 0 for none. */
  NUMBER = 20,
  SIZE = 32,
}

export enum KIND {
  /** A string without escapes that begins and ends with visible ASCII: JSON and FHIR take it as it is. */
  PLAIN = 1,
  STRING = 2,
  NUMBER = 3,
  BOOLEAN = 4,
  OBJECT = 5,
  ARRAY = 6,
  /** An object of the record whose nodes are elsewhere: NUMBER is the address of its node. */
  KEPT = 7,
}

/** The id of a shared resource: four words, and the same as digits. */
export enum ID {
  WORDS = 4,
  DIGITS = 16,
  /** Bytes of the digits. */
  LENGTH = 32,
  SIZE = 48,
}

/** A type of resource. Offset 0 holds the fragment before the id in a line. */
export enum TYPE {
  /** The fragment before the id in an entry of a Bundle. */
  ENTRY = 4,
  /** The fragment before the id in the request of an entry. */
  REQUEST = 8,
  /** Bytes of the line with the name, which is the first of its content. */
  NAME_LENGTH = 12,
}

/** A resource and the JSON that it was made of. Offset 0 holds the number of its table, from 1; 0 for a free slot. */
export enum MADE {
  TABLE = 0,
  LENGTH = 4,
  /** Bytes of the content behind the JSON; 0 for a value that gives no resource. */
  CONTENT_LENGTH = 8,
  /** The turn in which the host had it last. */
  TURN = 12,
  ID = 16,
  /** Changes with the resource of the slot. */
  VERSION = 64,
  TEXT = 80,
  /** Longer texts are not remembered. */
  MAX_TEXT = 1952,
  SIZE = 2048,
  SLOTS = 1024,
  /** The highest bits of a hash of 64 are the number of the slot. */
  HASH_SHIFT = 54,
}

/** An index of texts: offset 0 holds its last slot. A slot has the address of an entry, or 0. */
export enum INDEX {
  SLOTS = 4,
}

/** An entry of an index. Offset 0 holds the address of its text. */
export enum ENTRY {
  LENGTH = 4,
  VALUE = 8,
  /** For names: the entry of the name that came last after it, and of the one that came first in its object; 0 for none yet. */
  NEXT = 12,
  FIRST = 16,
  /** For names: the address of the name in JSON, with its quotes and the colon. */
  NAME = 20,
  /** For names: the slot of the object that records repeat as the member; 0 for none yet. */
  KEPT = 24,
}

/** A name that no table reads: an entry without a value, and the name in JSON. There are fewer of them than free slots of the index. */
export enum LEARNED {
  NAME = 32,
  MAX_LENGTH = 40,
  SIZE = 96,
  COUNT = 256,
}

/** An object that records repeat, with its nodes. Offset 0 holds the length of its JSON; 0 for none. */
export enum KEPT {
  LENGTH = 0,
  /** Some bytes of the object that came last. */
  MARK = 8,
  TEXT = 16,
  MAX_TEXT = 1500,
  NODES = 1536,
  MAX_NODES = 80,
  SIZE = 4096,
  SLOTS = 32,
}

/** Where a path begins. */
export enum PATH {
  CURRENT = 0,
  RECORD = 1,
  TRANSACTION = 2,
  /** A member of the current value. */
  MEMBER = 3,
  COUNT = 4,
  KEYS = 8,
}

/** A member of an object: the text before its value, the operation, the name that it needs, whether it makes the object, and the text that states its absence. */
export enum MEMBER {
  WRITE = 4,
  NEEDS = 8,
  IS_WANTED = 12,
  ABSENCE = 16,
  SIZE = 20,
}

/** An operation of a list. Offset 0 holds its address. */
export enum PART {
  NEEDS = 4,
  HAS_COMMA = 8,
  SIZE = 12,
}

/** How the codes of a list are written: the opening of a concept, where a dot is, and the opening for codes of two digits. */
export enum RULE {
  DOT = 4,
  TWO_DIGITS = 8,
}

/** Arguments of an operation; offset 0 holds its kind. */
export enum ARG {
  A = 4,
  B = 8,
  C = 12,
  D = 16,
  E = 20,
  F = 24,
  G = 28,
  H = 32,
  I = 36,
  J = 40,
}

/** What an operation writes, and its arguments from A on. */
export enum OPERATION {
  /** Text. */
  CONSTANT = 0,
  /** Path. */
  TEXT = 1,
  /** Path, opening, end. */
  CODE = 2,
  /** Path, path of the label or 0, 1 for a label that is in the code object. */
  CONCEPT = 3,
  /** Path. */
  DAY = 4,
  /** Path, and 0 for a number, 1 for Money, 2 for a Quantity, 3 for a number in text, 4 for Money with the other sign. */
  NUMBER = 5,
  /** Path, index of texts, text for other values or 0, text for no value or 0. */
  LOOKUP = 6,
  /** Opening, number of the members, members. */
  OBJECT = 7,
  /** Count, pairs of an operation and what it needs. */
  FIRST = 8,
  /** Count, parts as those of SEVERAL. */
  LIST = 9,
  /** Count, parts: an operation, what it needs, and 1 for an element that is written after a comma. */
  SEVERAL = 10,
  /** Operation. */
  WITH_COMMA = 11,
  /** Path, operation, first place, 1 for elements that are written after commas. */
  EACH = 12,
  /** Path, operation, name of a member, index of its values or 0. */
  FIRST_OF = 13,
  /** Path, operation. */
  AT = 14,
  /** Opening, object. */
  NUMBERED = 15,
  NUMBER_OF = 16,
  /** Path, index of values, operation, 1 for none of the values. */
  WHEN = 17,
  /** Path, operation, 1 for an absent value. */
  WHEN_GIVEN = 18,
  /** Path, index of operations, operation otherwise. */
  CHOOSE = 19,
  /** Two operations. */
  PERIOD = 20,
  /** Opening, path, end. */
  RECORD_REFERENCE = 21,
  /** Opening, end, first line of the content, type, number of the table of a repeated resource from 1 or 0, operation, and four words of the resource that came last. */
  REFERENCE = 22,
  /** Opening, end, count, paths. */
  JOINED_CODE = 23,
  /** Path, path of the list, index of sub types. */
  POINTERS = 24,
  /** The text of an object up to the value of its only member, operation. */
  SMALL_OBJECT = 25,
}

/** How a value is written in a transmission; see the head of schemas/ncpdp/telecom.yaml. */
export const VALUE_TYPES = ['text', 'digits', 'integer', 'decimal', 'amount', 'date', 'time'] as const;

export type ValueType = (typeof VALUE_TYPES)[number];

/** From or to which version something is part of the standard; absent: in D.0 and 5.1 alike. */
export type Since = 'D0' | 'later';

/** A field: what reads, writes, checks and documents its values. */
export interface FieldDef {
  /** Two characters, such as D9; the key for fields of fixed records that have none. */
  readonly id: string;
  /** Number in the standard, such as 409-D9; empty for fields of fixed records. */
  readonly number: string;
  /** JSON key. */
  readonly key: string;
  readonly type: ValueType;
  /** Most characters. */
  readonly length: number;
  readonly length51: number;
  /** Implied decimals. */
  readonly decimals: number;
  readonly since: Since | undefined;
  /** True for fields that 5.1 has and D.0 has not. */
  readonly isOnly51: boolean;
  readonly list: CodeList | undefined;
  /** Codes by value, if JSON gives them another form. */
  readonly shown: ReadonlyMap<string, ShownCode> | undefined;
  readonly reject: string | undefined;
  readonly countReject: string | undefined;
}

/** A code as JSON shows it. */
export interface ShownCode {
  readonly code: string;
  readonly desc: string;
}

/** A list of codes. */
export interface CodeList {
  readonly name: string;
  /** True for lists that agree with public tables. */
  readonly isChecked: boolean;
  /** What codes mean; keys are as the list has them, with leading zeros. */
  readonly codes: ReadonlyMap<string, string>;
}

/** A field of a segment or group. */
export interface FieldUse {
  readonly kind: 'field';
  readonly field: FieldDef;
  readonly isRequired: boolean;
}

/** Fields that repeat together; a new item begins with the first of them. */
export interface GroupUse {
  readonly kind: 'group';
  readonly key: string;
  readonly most: number;
  /** The field before the group that counts its items. */
  readonly count: FieldDef | undefined;
  readonly isRequired: boolean;
  readonly members: readonly Member[];
}

export type Member = FieldUse | GroupUse;

export type Level = 'transmission' | 'transaction';
export type Direction = 'request' | 'response';

/** A segment. */
export interface SegmentDef {
  /** Such as AM07. */
  readonly id: string;
  /** JSON key, such as claim. */
  readonly name: string;
  readonly level: Level;
  readonly direction: Direction;
  readonly since: Since | undefined;
  readonly reject: string | undefined;
  readonly members: readonly Member[];
}

/** Fields that follow each other at fixed positions. */
export interface FixedRecord {
  readonly fields: readonly FixedField[];
  readonly byKey: ReadonlyMap<string, FixedField>;
  readonly length: number;
}

export interface FixedField {
  readonly field: FieldDef;
  readonly start: number;
}

/** The layout of a header. */
export interface HeaderDef extends FixedRecord {
  readonly direction: Direction;
  /** Transaction codes that have this layout; undefined for all others. */
  readonly codes: readonly string[] | undefined;
  /** Version that has this layout; undefined for all others. */
  readonly version: string | undefined;
}

/** The segments of requests or responses of a transaction; true for mandatory ones. */
export type SegmentUses = Readonly<Record<Level, ReadonlyMap<string, boolean>>>;

/** A transaction. */
export interface TransactionDef {
  readonly code: string;
  readonly name: string;
  readonly since: Since | undefined;
  /** Transactions that one transmission may have. */
  readonly most: number;
  readonly request: SegmentUses;
  readonly response: SegmentUses;
  /** Segments that requests of 5.1 may have besides. */
  readonly also51: ReadonlySet<string>;
}

/** Records of batch files by their first two characters. */
export interface BatchDef {
  readonly header: FixedRecord;
  readonly trailer: FixedRecord;
  /** Part of a detail record before the transmission. */
  readonly detail: FixedRecord;
}

/** The standard as data. */
export interface Dictionary {
  readonly headers: readonly HeaderDef[];
  readonly batch: BatchDef;
  readonly transactions: ReadonlyMap<string, TransactionDef>;
  readonly segments: ReadonlyMap<string, SegmentDef>;
  readonly fields: ReadonlyMap<string, FieldDef>;
}

/** Facts about the text that a sample writes. */
export interface SampleContext {
  /** The same seed gives the same text. */
  readonly seed: number;
  /** Number of the first record, from 0. */
  readonly firstRecord: number;
}

/** The text of a sample: characters of ASCII. */
export interface SampleText {
  /** A record, such as the segments of a claim. Called once for each record, with its number from 0. */
  record(index: number): string;
  /** What stands before the records. Of a transaction set it is called after its records, so that it may have their totals. */
  head(): string;
  /** What stands after the records. Called last. */
  tail(): string;
}

/** A part of the text that faults are put into. */
export type SamplePart = 'record' | 'head' | 'tail';

/** A named fault that a sample may have. */
export interface SampleFault {
  /** Such as `claim-balance`: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** One sentence for people: what is wrong. */
  readonly what: string;
  /** Id of the rule that is about it. */
  readonly rule: string;
  /** The texts that may have it: records, or the head or tail of a transaction set or file. Absent: records. */
  readonly parts?: readonly SamplePart[];
  /** Puts the fault into the text. Returns the text as it was where the fault has no place. */
  readonly apply: (text: string) => string;
}

/** A synthetic file that a plugin can write. */
export interface Sample {
  /** Name in requests, such as `837p`: lower-case letters, digits and hyphens. Unique among all plugins. */
  readonly id: string;
  /** For people, such as `Professional claims`. */
  readonly title: string;
  /** What its records are, in the plural, such as `claims`. */
  readonly records: string;
  /** Faults that only this sample has. Absent: none. */
  readonly faults?: readonly SampleFault[];
  /** Opens the text: of a whole file, or of one transaction set. Nothing is shared between texts. */
  open(context: SampleContext): SampleText;
}

/**
 * A synthetic file of a transaction set. The engine writes the envelope, ST and SE; the text has the segments between them, each with `~` and a line break at
 * its end. Separators are `*`, `^` and `:`.
 */
export interface TransactionSample extends Sample {
  /** ST01, such as 837. */
  readonly set: string;
  /** GS01, such as HC. */
  readonly functionalId: string;
  /** GS08, such as 005010X222A1. */
  readonly version: string;
  /** True to leave out ST03, which is GS08 otherwise. */
  readonly isWithoutConvention?: boolean;
  /** ISA06 and GS02. */
  readonly sender: string;
  /** ISA08 and GS03. */
  readonly receiver: string;
  /** Day of the envelope, CCYYMMDD. A sample has no clock, so that it is the same on every day. */
  readonly date: string;
  /** Most records of a transaction set. */
  readonly recordsPerTransaction: number;
}

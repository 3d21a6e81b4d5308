import type { ErrorCode } from './error-catalogue';

/** An error in a user's EDI, as data: issues are reported, counted and streamed, never thrown. Source of the vocabulary: interface document, section 2.11. */

export const ISSUE_TYPES = [
  'BALANCE',
  'CONTROL',
  'INVALID',
  'INVALID_CODE',
  'LENGTH_EXCEEDED',
  'LENGTH_TOO_SHORT',
  'MISMATCH',
  'NOT_ALLOWED',
  'NUMBER_OF_ITEMS',
  'REQUIRED',
  'REQUIRED_CODE',
  'VALUE_NOT_IN_ENUM_LIST',
  'WRONG_TYPE',
] as const;

/** The closed set of issue types. */
export type IssueType = (typeof ISSUE_TYPES)[number];

export const EDI_DATA_TYPES = ['BINARY', 'COMPOSITE', 'DATE', 'DECIMAL', 'ENUM', 'IDENTIFIER', 'NUMERIC', 'STRING', 'TIME'] as const;

/** Type of a value, found or expected. */
export type EdiDataType = (typeof EDI_DATA_TYPES)[number];

/** Found type of a value: text that is not of its type has the name STR, which clients of the interface know. */
export type ActualDataType = EdiDataType | 'STR';

/** Place in the input. Every number counts from the start of the file. */
export interface SourcePlace {
  /** Physical line, the first is 1; blank lines count. */
  readonly lineNumber: number;
  /** Segment, the ISA of the first interchange is 1. */
  readonly segmentNumber: number;
  /** Byte of the segment's first character, from 0, in the decoded text (UTF-16 and EBCDIC input are decoded first). */
  readonly byteOffset: number;
}

/** Number of the element in the standard, from 1: for programs that report it to other programs. */
export interface ElementPlace {
  readonly element: number;
  /** Absent for a simple element, and for a composite as a whole. */
  readonly component?: number;
  /** Absent for an element that does not repeat. */
  readonly repetition?: number;
  /** Number of the data element, such as 1029; absent for a composite and if it is unknown. */
  readonly dataElement?: string;
}

/** A segment that is missing, and the loop that it is missing in; of a missing loop the segment that opens it, and the loop itself. */
export interface MissingSegment {
  readonly segment: string;
  readonly loop: string;
}

/** Input that reaches no field of any record. */
export interface Skipped {
  /** Whole segments. */
  readonly segments?: number;
  /** Values of segments that are read for the rest. */
  readonly values?: number;
}

/**
 * One finding about the input.
 *
 * Findings of reading name codes, counts, control numbers and places in `message`, never a value that may identify a patient. Those of
 * validation show the value that is wrong, and `ediString` shows the segment: they are for the owner of the data and go into no log.
 * `dataLoss` marks damage: bytes of the input that reach no record (truncation, a skipped range, ST without SE).
 */
export interface Issue {
  readonly issueType: IssueType;
  readonly message: string;
  readonly place?: SourcePlace;
  /** Guide loop, such as 2100; 0000 outside loops. */
  readonly loop?: string;
  /** Segment id, such as CLP. */
  readonly segment?: string;
  /** Element designator, such as SE01. */
  readonly element?: string;
  readonly fieldName?: string;
  /** The element by its numbers, also where `element` is absent. JSON does not show it. */
  readonly at?: ElementPlace;
  /** The missing part, if the issue is placed at another segment. JSON does not show it. */
  readonly missing?: MissingSegment;
  /** Qualifier or code that identifies the segment, such as 472 of a date. */
  readonly ediCode?: string;
  /** Id of the rule that found it, such as `element-length`; see docs/validation-rules.md. */
  readonly ruleId?: string;
  /** Class of the object with the issue, such as Claim. */
  readonly issueObjectClass?: string;
  /** JSON path of that object, for issues of JSON. */
  readonly jsonPath?: string;
  /** With NUMBER_OF_ITEMS. */
  readonly maxNumberOfItems?: number;
  readonly actualNumberOfItems?: number;
  /** The length that is allowed, with LENGTH_TOO_SHORT and LENGTH_EXCEEDED. */
  readonly length?: number;
  readonly actualLength?: number;
  /** With WRONG_TYPE. */
  readonly dataType?: EdiDataType;
  readonly actualDataType?: ActualDataType;
  /** List that the code is not in, such as CARC, with INVALID_CODE. */
  readonly codeSubType?: string;
  /** The value that failed. */
  readonly value?: string;
  /** The segment as in the input, with its terminator. */
  readonly ediString?: string;
  /** With VALUE_NOT_IN_ENUM_LIST. */
  readonly allowedValues?: readonly string[];
  /** Code by which receivers of a format reject the error, if the format has such codes. */
  readonly rejectCode?: string;
  readonly dataLoss?: true;
  /** Amount of input that reaches no field, for issues that mean this. JSON does not show it. */
  readonly skipped?: Skipped;
  /** Code of the ERROR object that data loss is shown as; EDI_DATA_LOST when absent. */
  readonly errorCode?: ErrorCode;
}

/** Receives issues in the order in which the input shows them. */
export type IssueListener = (issue: Issue) => void;

import type { ErrorCode } from './error-catalogue';

/**
 * What is wrong with a user's EDI, as data: issues are reported, counted and streamed, never thrown.
 * Source of the vocabulary: interface document, section 2.11.
 */

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

/** Where in the input something stands. Every number counts from the start of the file. */
export interface SourcePlace {
  /** Physical line, the first is 1; blank lines count. */
  readonly lineNumber: number;
  /** Segment, the ISA of the first interchange is 1. */
  readonly segmentNumber: number;
  /** Byte of the segment's first character, from 0, in the decoded text (UTF-16 and EBCDIC input are decoded first). */
  readonly byteOffset: number;
}

/**
 * One finding about the input.
 *
 * `message` names codes, counts, control numbers and places, never a value that may identify a patient.
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
  readonly ediCode?: string;
  readonly dataLoss?: true;
  /** Code of the ERROR object that data loss is shown as; EDI_DATA_LOST when absent. */
  readonly errorCode?: ErrorCode;
}

/** Receives issues in the order in which the input shows them. */
export type IssueListener = (issue: Issue) => void;

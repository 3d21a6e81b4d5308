import type { ConversionOptions } from '../pipeline/conversion.types';

/** Statuses of a request, and NO_REQUEST of a response that belongs to none. */
export const MATCH_STATUSES = ['ANSWERED', 'PARTLY_ANSWERED', 'UNANSWERED', 'NO_REQUEST'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** Options of a match: where it writes, which MATCH records, and the limits of reading. */
export type MatchOptions = Pick<
  ConversionOptions,
  'output' | 'outputParameters' | 'maxSegmentBytes' | 'maxTransactionSegments' | 'maxRecordSegments' | 'maxRecordBytes' | 'signal' | 'onIssue' | 'reusesChunks'
> & {
  /** Statuses that are written; the others are counted only. Default all. */
  readonly statuses?: readonly MatchStatus[];
};

/** Where a request or response stands, and its values under the names of its plugin, such as `patientControlNumber`. */
export interface MatchedUnit {
  /** The id of its record in other conversions. */
  readonly id: string;
  /** ST01. */
  readonly transactionSet: string;
  readonly fileName: string;
  readonly lineNumber: number;
  readonly segmentNumber: number;
  readonly [value: string]: unknown;
}

/** A response to a request. */
export interface MatchedResponse extends MatchedUnit {
  /** Such as PAYMENT. */
  readonly kind: string;
  /** The field whose value is that of the request, such as `patientControlNumber`; absent without a request. */
  readonly matchedBy?: string;
  /** Fields that request and response both have, with other values; absent if there are none. */
  readonly differences?: readonly string[];
  /** Number of requests that the response fits equally; absent if there is one. */
  readonly requestCount?: number;
}

/** A request with its responses, or a response without a request. */
export interface MatchRecord {
  readonly objectType: 'MATCH';
  /** Such as CLAIM. */
  readonly pair: string;
  readonly status: MatchStatus;
  /** Absent for NO_REQUEST. */
  readonly request?: MatchedUnit;
  /** In the order of the input; the first of them, if there are more than `responseCount` says. */
  readonly responses?: readonly MatchedResponse[];
  readonly responseCount: number;
  /** Kinds of responses that the request lacks; absent if there are none. */
  readonly missing?: readonly string[];
  /** Number of requests with the same values, itself included; absent if there is one. */
  readonly duplicateCount?: number;
}

/** MATCH records by pair and status. */
export type MatchCounts = Map<string, Record<MatchStatus, number>>;

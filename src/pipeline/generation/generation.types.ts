import type { IssueType } from '../../common/issue';
import type { RuleFacts } from '../../validation/rule';
import type { ConversionSummary, ValidationOptions } from '../conversion.types';

/** Options of a generation. */
export type GenerationOptions = Pick<ValidationOptions, 'levels' | 'rules' | 'maxIssues' | 'signal'> & {
  /** Name for issues; default `request.json`. */
  readonly fileName?: string;
  /** Maximum of listed issues; one more has the number of the others. Default 1000. */
  readonly maxListedIssues?: number;
  /** False leaves validation out. Default true. */
  readonly validate?: boolean;
  /** The time of defaults, such as that of the group. Default now. */
  readonly now?: Date;
  /** Returns control numbers for envelopes without them; random by default. */
  readonly newControlNumber?: () => number;
};

/**
 * A piece of the result: EDI, or an error of the request (interface document, 2.11). `rule` is the rule of validation that found the error; its sentence
 * has no value of the request, which the message of the issue may have. Absent for an error that writing or reading found: its message has no value.
 */
export type GeneratedPiece =
  | { readonly kind: 'edi'; readonly bytes: Buffer }
  | { readonly kind: 'issue'; readonly issue: GeneratedIssue; readonly rule?: Pick<RuleFacts, 'id' | 'finds'> };

/** A validation issue with the JSON path of the object that it is about. */
export type GeneratedIssue = Readonly<Record<string, unknown>> & { readonly issueType: IssueType; readonly message: string };

/**
 * A running generation: EDI and issues to pull, one batch at a time.
 *
 * Pulling throws EDI_REQUEST_INVALID for a request that cannot be written, EDI_TOO_MANY_WARNINGS for one with more issues than `maxIssues`, and
 * EDI_BODY_TOO_LARGE. For NDJSON, and a document of more than 8 MB, this may happen after some EDI was emitted; a caller then has to report that the file is
 * incomplete.
 */
export interface RequestGeneration extends AsyncIterable<GeneratedPiece> {
  /** `bytes` are those of the request; `files` and `transactions` are 1. */
  readonly summary: ConversionSummary;
}

/** Generates EDI from JSON. */
export interface EdiGenerator {
  /**
   * Generates a transaction set in an interchange of its own. `set` is its number (ST01). Throws EDI_BAD_PARAMETER for options that are not
   * allowed, and EDI_UNSUPPORTED_SET for a set that no plugin writes.
   */
  generate(set: string, request: AsyncIterable<Uint8Array>, options?: GenerationOptions): RequestGeneration;
}

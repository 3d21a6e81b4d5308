import type { ConversionSummary, ValidationOptions } from '../conversion.types';
import type { EdiSources } from '../../io/edi-source';

/** What a caller may choose for an acknowledgment. */
export type AcknowledgmentRequest = Pick<
  ValidationOptions,
  'levels' | 'rules' | 'maxSegmentBytes' | 'maxRecordSegments' | 'maxRecordBytes' | 'admitLargeRecord' | 'maxIssues' | 'signal' | 'onIssue'
> & {
  /** Id of the acknowledgment plugin; default the one of the product. */
  readonly acknowledgment?: string;
  /** The time that the acknowledgment says it was made. Default now. */
  readonly now?: Date;
  /** Gives control numbers of interchanges and groups; random by default. */
  readonly newControlNumber?: () => number;
};

/**
 * An acknowledgment under way: EDI to pull, and a running summary. A file that cannot be read is reported to `onError` of the engine and passed
 * over; where that holds for all files, pulling throws the reason. A file that breaks off when a part of its answer was given throws it too,
 * and what was given is no whole acknowledgment.
 */
export interface AcknowledgmentOutput extends AsyncIterable<Buffer> {
  readonly contentType: string;
  /** Extension of files that hold it. */
  readonly extension: string;
  /** `records` are the units that were looked at. */
  readonly summary: ConversionSummary;
}

/** Acknowledges what was received. */
export interface Acknowledger {
  /** Throws EDI_BAD_PARAMETER for options that are not allowed, before anything is opened. */
  acknowledge(sources: EdiSources, request?: AcknowledgmentRequest): AcknowledgmentOutput;
}

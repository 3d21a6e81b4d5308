import type { ConversionSummary, ValidationOptions } from '../conversion.types';
import type { EdiSources } from '../../io/edi-source';

/** Options of an acknowledgment. */
export type AcknowledgmentRequest = Pick<
  ValidationOptions,
  'levels' | 'rules' | 'maxSegmentBytes' | 'maxRecordSegments' | 'maxRecordBytes' | 'admitLargeRecord' | 'maxIssues' | 'signal' | 'onIssue'
> & {
  /** Id of the acknowledgment plugin; default the one of the product. */
  readonly acknowledgment?: string;
  /** Date and time of the acknowledgment. Default now. */
  readonly now?: Date;
  /** Returns control numbers of interchanges and groups; random by default. */
  readonly newControlNumber?: () => number;
};

/**
 * A running acknowledgment: EDI to pull, and a running summary. A file that cannot be read is reported to `onError` of the engine and skipped; if that is true
 * of all files, pulling throws the reason. A file that breaks off after a part of its answer was emitted throws it too, and the emitted part is no complete
 * acknowledgment.
 */
export interface AcknowledgmentOutput extends AsyncIterable<Buffer> {
  readonly contentType: string;
  /** Extension of files that hold it. */
  readonly extension: string;
  /** `records` are the units that were checked. */
  readonly summary: ConversionSummary;
}

/** Acknowledges received files. */
export interface Acknowledger {
  /** Throws EDI_BAD_PARAMETER for options that are not allowed, before anything is opened. */
  acknowledge(sources: EdiSources, request?: AcknowledgmentRequest): AcknowledgmentOutput;
}

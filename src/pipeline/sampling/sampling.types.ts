/** Options of a sample. */
export interface SampleOptions {
  /** Number of records. Default 100, unless `bytes` is given. */
  readonly records?: number;
  /** Size that is reached with the last record. */
  readonly bytes?: number;
  /** The same seed gives the same file, and the same persons and claims in files of other sets: 0 to 999999. Default 1. */
  readonly seed?: number;
  /** Ids of faults, separated by commas. Each is put into one record. */
  readonly faults?: string;
  readonly signal?: AbortSignal;
}

/** Counts of a sample so far. */
export interface SampleSummary {
  bytes: number;
  records: number;
  transactions: number;
  /** Faults that were put into the text, in the order in which they stand. */
  readonly faults: string[];
}

/** A sample that is not read yet: pieces of its text. */
export interface Sampling extends AsyncIterable<Buffer> {
  readonly summary: SampleSummary;
}

/** What a sample is, for lists. */
export interface SampleInfo {
  readonly id: string;
  readonly title: string;
  /** What its records are. */
  readonly records: string;
  readonly faults: readonly SampleFaultInfo[];
}

export interface SampleFaultInfo {
  readonly id: string;
  readonly what: string;
  /** The rule that is about it. */
  readonly rule: string;
}

/** Writes synthetic files. */
export interface Sampler {
  /** Writes a synthetic file; see docs/sample.md. Throws EDI_BAD_PARAMETER for a name, fault or option that is not known. */
  sample(id: string, options?: SampleOptions): Sampling;
  /** The files that can be written, in the order of their ids. */
  readonly samples: readonly SampleInfo[];
}

import type { ByteWriter } from '../common/byte-writer';

/** What the decorator `@Output` says about a plugin. Read once, at start. */
export interface OutputOptions {
  /** Unique among all plugins; the value of `--to` and of `output`. */
  readonly id: string;
  readonly contentType: string;
  /** Extension of output files, such as json. */
  readonly extension: string;
  /** What the output writes: records, or the segments of the input with what is wrong in them. Default records. */
  readonly takes?: 'records' | 'segments';
}

/** What a caller may say about an output beside its format; each output takes of it what it knows. */
export interface OutputParameters {
  /** What lines with messages begin with, in text. */
  readonly issueStringPrefix?: string;
}

/** A segment of the input, with what is wrong in it. */
export interface AnnotatedSegment {
  /** Counts the segments of the file from 1. */
  readonly segmentNumber: number;
  /** The segment with its terminator, unless that is a line break. */
  readonly text: string;
  /** VALIDATION notices, and ERROR notices for data that is lost. A notice that was found late may be about an earlier segment. */
  readonly notices: readonly Notice[];
}

/** A batch of records in the order of the input. It is valid during the call that hands it over only. */
export interface RecordBatch {
  readonly size: number;
  /** The record as an object. Built when asked for. */
  record(index: number): Readonly<Record<string, unknown>>;
  /** Writes the record as one line of JSON, straight from the input's bytes. */
  encodeJson(index: number, out: ByteWriter): void;
}

/** Something that is said in the output beside records: an in-band failure, a warning, or a validation issue. */
export interface Notice {
  readonly objectType: 'ERROR' | 'WARNING' | 'VALIDATION';
  readonly message: string;
  /** Absent in VALIDATION, which has it in `sourceLocation`. */
  readonly fileName?: string;
  readonly [key: string]: unknown;
}

/**
 * One output being written. Hooks are called in this order: `begin` once, then `write` and `notice` in the order of the
 * input, then `end` once. `end` is called after failures too, so that what was begun is closed; it is not called
 * when the reader of the output went away. What is written to `out` is taken after each call. A throw ends the output.
 */
export interface OutputSession {
  begin(out: ByteWriter): void;
  write(batch: RecordBatch, out: ByteWriter): void;
  notice(notice: Notice, out: ByteWriter): void;
  /** Called instead of `write` for outputs that take segments. */
  segment?(segment: AnnotatedSegment, out: ByteWriter): void;
  end(out: ByteWriter): void;
}

/** Writes records in one format. `open` is called once for each output; sessions share nothing. */
export interface OutputPlugin {
  open(parameters?: OutputParameters): OutputSession;
}

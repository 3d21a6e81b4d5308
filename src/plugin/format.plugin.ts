import type { ByteWriter } from '../common/byte-writer';
import type { Issue, SourcePlace } from '../common/issue';
import type { RuleFacts } from '../validation/rule';
import type { JsonSchema } from '../mapping/json-schema';

/** What the decorator `@Format` says about a plugin. Read once, at start. */
export interface FormatOptions {
  /**
   * Unique among all plugins, in lower case: part of the paths of the service (`/api/ID/parse`), and what `clearloop generate` takes. Refused
   * are `edi`, `code`, `about` and `docs`, which have paths of their own, and what names a transaction set (`835`, `837p`).
   */
  readonly id: string;
  /** Name for people, such as the name of the standard. */
  readonly title: string;
  /** Key of the list of records where one JSON document holds them all, such as `transactions`. */
  readonly recordsKey: string;
  /** Extensions of its files without the dot, in lower case, such as `ncpdp`: folders that the command line reads are searched for them. Default none. */
  readonly fileExtensions?: readonly string[];
  /** Records in a batch where the caller does not say; default 50. */
  readonly chunkSize?: number;
}

/**
 * Reads, and may write, an input that is not X12: bytes to records and back.
 *
 * The engine gives it what every conversion has: pieces of bytes with back-pressure, batches, outputs, failures inside the
 * output, limits and the end of an abort. A throw of a hook ends the file with EDI_PLUGIN_FAILED unless it is an EdiError; other files go on.
 */
export interface FormatPlugin {
  /**
   * True when an input is of this format, by its first bytes. `isWhole` is true when there are no more. Undefined asks for more
   * bytes; after some thousand of them that counts as no. Called with growing beginnings of each file, before any other hook. The
   * first format that says yes reads the file; X12 is what no format wants.
   */
  recognise(head: Buffer, isWhole: boolean): boolean | undefined;
  /** Opens the reading of one file. Nothing is shared between readings. */
  open(context: FormatReadContext): FormatReading;
  /** Opens the writing of one text. Absent: the format is read only. */
  openWriter?(context: FormatWriteContext): FormatWriting;
  /** JSON Schema of a record. Called when documentation is made. */
  recordSchema(): JsonSchema;
  /** What validation looks for; ids begin with the id of the format and a hyphen, and no other plugin has them; others are refused. Absent: nothing. */
  readonly rules?: readonly RuleFacts[];
}

/** What the reading of a file depends on. */
export interface FormatReadContext {
  readonly fileName: string;
  /** True to give records of what encloses the others, such as the header of a batch. */
  readonly hasControlRecords: boolean;
  /** False leaves the descriptions of codes out. */
  readonly describesCodes: boolean;
  /** Bytes that one unit of the format may have; more throw EDI_SEGMENT_TOO_LARGE. */
  readonly maxUnitBytes: number;
  /** The rules that are on; undefined without validation. Issues of reading itself are reported in any case. */
  readonly isOn: ((rule: RuleFacts) => boolean) | undefined;
  /** Receives what is read, in the order of the input. */
  readonly sink: FormatSink;
}

/** Receives what a reading finds. */
export interface FormatSink {
  /**
   * `issues` are what validation found in the record; `issueObjectClass` of an issue is the key of the object that it is about, which
   * completes its JSON path where a request is validated. The record is written when its batch is: it keeps what it needs for that.
   */
  record(record: FormatRecord, issues: readonly Issue[]): void;
  /** A finding around records. `dataLoss` marks bytes that reach no record. */
  issue(issue: Issue): void;
}

/** A record that a format has read: written when an output asks for it. */
export interface FormatRecord {
  /** For errors. */
  readonly name: string;
  readonly place: SourcePlace;
  /** Segments that it was made of, about, those of long values counting more: batches, and a record by itself, are bounded by them. */
  readonly weight: number;
  /** Writes one JSON object. Called once or more, while the bytes given to the reading are still valid. */
  encodeJson(out: ByteWriter): void;
}

/** The reading of one file. The bytes of a call stay valid, and are not written to, for as long as a record refers to them. */
export interface FormatReading {
  /** Counts for summaries. */
  readonly counts: { readonly segments: number; readonly transactions: number };
  /** Takes the next bytes, at least one. */
  write(bytes: Buffer): void;
  /** Says that the file has ended. Throws EDI_EMPTY_INPUT or EDI_NOT_EDI when nothing of it was of this format. */
  end(): void;
}

/** What the writing of a text depends on. */
export interface FormatWriteContext {
  /** What is written; it is taken after each call. */
  readonly out: ByteWriter;
  /** Notes a mistake of the request, which is then refused: a JSON path and a few words, never a value. */
  problem(path: string, message: string): void;
}

/** The writing of one text. */
export interface FormatWriting {
  /** Writes a record as reading gives it. `path` is its place in the request, such as `$.transactions[0]`. */
  write(record: Readonly<Record<string, unknown>>, path: string): void;
  /** Writes what is still held. */
  end(): void;
}

import type { ByteWriter } from '../common/byte-writer';
import type { Issue, SourcePlace } from '../common/issue';
import type { RuleFacts } from '../validation/rule';
import type { JsonSchema } from '../mapping/json-schema';
import type { TableLayout } from '../mapping/columns/table';
import type { Sample } from './sample';

/** Options of the decorator `@Format`. Read once, at start. */
export interface FormatOptions {
  /**
   * Unique among all plugins, in lower case: part of the paths of the service (`/api/ID/parse`), and what `clearloop generate` takes. Refused
   * are `edi`, `code`, `about`, `batches`, `docs` and `view`, which have paths of their own, and what names a transaction set (`835`, `837p`).
   */
  readonly id: string;
  /** Name for people, such as the name of the standard. */
  readonly title: string;
  /** Key of the list of records where one JSON document holds them all, such as `transactions`. */
  readonly recordsKey: string;
  /** Extensions of its files without the dot, in lower case, such as `ncpdp`: folders that the command line reads are searched for them. Default none. */
  readonly fileExtensions?: readonly string[];
  /** Default number of records in a batch; 50 if absent. */
  readonly chunkSize?: number;
}

/**
 * Reads, and may write, an input that is not X12: bytes to records and back.
 *
 * The engine gives it what every conversion has: pieces of bytes with backpressure, batches, outputs, failures inside the output, limits and the end of an
 * abort. A throw of a hook ends the file with EDI_PLUGIN_FAILED unless it is an EdiError; other files go on.
 */
export interface FormatPlugin {
  /**
   * True when an input is of this format, by its first bytes. `isWhole` is true at the end of the file. Undefined requests more bytes; after some thousand of
   * them that counts as no. Called with growing beginnings of each file, before any other hook. The first format that returns true reads the file; X12 is the
   * default.
   */
  recognise(head: Buffer, isWhole: boolean): boolean | undefined;
  /** Opens the reading of one file. Nothing is shared between readings. */
  open(context: FormatReadContext): FormatReading;
  /** Opens the writing of one text. Absent: the format is read only. */
  openWriter?(context: FormatWriteContext): FormatWriting;
  /** Opens the scrubbing of one file: what identifies a person is replaced where it stands. Absent: files of the format are not scrubbed. */
  openScrub?(context: FormatScrubContext): FormatScrubbing;
  /** JSON Schema of a record. Called when documentation is made. */
  recordSchema(): JsonSchema;
  /**
   * The layout of its records as rows. Its record has a name and a schema, and no fields. `record` and `entries` are read when a table is made, so
   * getters may load what they need then. Absent: outputs of tables leave the records out.
   */
  readonly table?: TableLayout;
  /** Explains a line that the reading gave to `FormatSink.line`: its fields in the order of the text. Absent: a viewer shows the text alone. */
  explainLine?(id: string, text: string): readonly FormatField[];
  /** Synthetic files that `clearloop sample` writes. Absent: none. */
  readonly samples?: readonly Sample[];
  /** What validation looks for; ids begin with the id of the format and a hyphen, and no other plugin has them; others are refused. Absent: nothing. */
  readonly rules?: readonly RuleFacts[];
}

/** Context in which a file is read. */
export interface FormatReadContext {
  readonly fileName: string;
  /** True to emit records of the enclosing parts, such as the header of a batch. */
  readonly hasControlRecords: boolean;
  /** False leaves the descriptions of codes out. */
  readonly describesCodes: boolean;
  /** Bytes that one unit of the format may have; more throw EDI_SEGMENT_TOO_LARGE. */
  readonly maxUnitBytes: number;
  /** The rules that are on; undefined without validation. Issues of reading itself are reported in any case. */
  readonly isOn: ((rule: RuleFacts) => boolean) | undefined;
  /** Receives records and findings, in the order of the input. */
  readonly sink: FormatSink;
}

/** Receives the findings of a reading. */
export interface FormatSink {
  /**
   * `issues` are the findings of validation in the record; `issueObjectClass` of an issue is the key of the object that it is about, which completes its JSON
   * path if a request is validated. The record is written when its batch is: until then it must hold what it needs.
   */
  record(record: FormatRecord, issues: readonly Issue[]): void;
  /** A finding around records. `dataLoss` marks bytes that reach no record. */
  issue(issue: Issue): void;
  /** Receives the lines that a viewer shows, in the order of `segmentNumber`, without a gap. Absent: nobody looks. */
  readonly line?: ((line: FormatLine) => void) | undefined;
}

/** A part of the input that a viewer shows as one line, such as a segment. */
export interface FormatLine {
  /** Counts the lines from 1, as places of issues do. */
  readonly segmentNumber: number;
  readonly byteOffset: number;
  /** Bytes in the input. */
  readonly length: number;
  /** Such as AM07. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** 0 for a line that begins something of its own, such as a transmission; 1 for one inside it. */
  readonly level: number;
}

/** A field of a line. */
export interface FormatField {
  /** Such as D9. */
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly type: string;
  /** Most characters. */
  readonly max?: number;
  /** What the code means. */
  readonly meaning?: string;
  /** True for a name, a number, an address or a date of a person. */
  readonly isPersonal?: boolean;
}

/** A record that a format has read, written when an output requests it. */
export interface FormatRecord {
  /** For errors. */
  readonly name: string;
  readonly place: SourcePlace;
  /** Segments that it was made of, about, those of long values counting more: batches, and a record by itself, are bounded by them. */
  readonly weight: number;
  /** False for a record that is none of the table, such as the header of a batch. */
  readonly hasRows?: false;
  /** Writes one JSON object. Called once or more, while the bytes given to the reading are still valid. */
  encodeJson(out: ByteWriter): void;
}

/** The reading of one file. The bytes of a call stay valid, and are not written to, for as long as a record refers to them. */
export interface FormatReading {
  /** Counts for summaries. */
  readonly counts: { readonly segments: number; readonly transactions: number };
  /** Takes the next bytes, at least one. */
  write(bytes: Buffer): void;
  /** Called at the end of the file. Throws EDI_EMPTY_INPUT or EDI_NOT_EDI when no part of it was of this format. */
  end(): void;
}

/**
 * How a value is replaced: an identifier by digits and letters of the same number, words by words, a date by one some weeks earlier, a free text by a mask. The same
 * value always has the same replacement.
 */
export type ScrubKind = 'id' | 'words' | 'date' | 'text';

/** Context in which a file is scrubbed. Offsets are those of the input, and rise from call to call. Letters and digits that are neither kept nor replaced are masked. */
export interface FormatScrubContext {
  /** Bytes that one unit of the format may have; more throw EDI_SEGMENT_TOO_LARGE. */
  readonly maxUnitBytes: number;
  /** Keeps bytes that identify nobody. */
  keep(offset: number, length: number): void;
  /** Replaces a value by one of as many bytes. */
  replace(kind: ScrubKind, offset: number, length: number): void;
}

/** The scrubbing of one file. */
export interface FormatScrubbing {
  /** Offset up to which all bytes were kept or replaced, as far as they will be. */
  readonly readBytes: number;
  /** Takes the next bytes, at least one. */
  write(bytes: Buffer): void;
  /** Called at the end of the file. Throws EDI_EMPTY_INPUT or EDI_NOT_EDI when no part of it was of this format. */
  end(): void;
}

/** Context in which a text is written. */
export interface FormatWriteContext {
  /** Receives the written bytes; it is emptied after each call. */
  readonly out: ByteWriter;
  /** Reports an error of the request, which is then refused: a JSON path and a few words, never a value. */
  problem(path: string, message: string): void;
}

/** The writing of one text. */
export interface FormatWriting {
  /** Writes a record in the form of the reading. `path` is its place in the request, such as `$.transactions[0]`. */
  write(record: Readonly<Record<string, unknown>>, path: string): void;
  /** Writes the rest. */
  end(): void;
}

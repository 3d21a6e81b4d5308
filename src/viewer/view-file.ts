import { randomUUID } from 'node:crypto';
import { toEdiError } from '../common/edi-error';
import type { EdiSource } from '../io/edi-source';
import type { CodeDirectory } from '../mapping/code-descriptions';
import type { EngineContext } from '../pipeline/context';
import type { Engine } from '../pipeline/engine';
import { callFormat } from '../pipeline/formats/call-format';
import { FormatLines } from './format-lines';
import { IssueStore } from './issue-store';
import { MeaningIndex } from './meaning-index';
import { type MeaningOptions, readMeaning } from './meaning-sink';
import { SegmentIndex } from './segment-index';
import { allBytes, StoredBytes, type ViewBytes } from './view-bytes';

/** How far a file is read. */
export interface ViewProgress {
  /** Bytes of the input, as far as it has arrived. */
  readonly bytes: number;
  /** True when the input has arrived as a whole. */
  readonly isComplete: boolean;
  /** Bytes whose segments are found. */
  readonly indexed: number;
  readonly isIndexed: boolean;
  readonly segments: number;
  /** Segments whose meaning is known: their loops, records and issues. */
  readonly understood: number;
  readonly isUnderstood: boolean;
  /** Why reading ended early; a sentence without values. */
  readonly failure?: string;
}

/** What viewing needs of the engine, and the rules that it validates by. */
export interface ViewerParts {
  readonly engine: Engine;
  readonly codes: CodeDirectory | undefined;
  readonly options: Pick<MeaningOptions, 'levels' | 'rules'>;
}

/**
 * A file that is being viewed. It is read twice: once for its segments, which are shown at once, and again for their loops, records and issues. What is found
 * stands in files without a name, which disappear when the view is closed and when the process ends.
 */
export class ViewFile {
  readonly id = randomUUID();
  readonly segments = new SegmentIndex();
  readonly meaning = new MeaningIndex();
  readonly issues = new IssueStore();
  readonly lines: FormatLines;
  private readonly closing = new AbortController();
  private isReading = false;
  private indexed = 0;
  private isComplete: boolean;
  private isIndexed = false;
  private isUnderstood = false;
  private failure: string | undefined;
  /** Id of the format; undefined for X12. */
  private foundFormat: string | undefined;

  constructor(
    readonly name: string,
    readonly bytes: ViewBytes,
    readonly parts: ViewerParts,
  ) {
    this.isComplete = !(bytes instanceof StoredBytes);
    this.lines = new FormatLines(this.segments, this.meaning.outline);
  }

  get context(): EngineContext {
    return this.parts.engine.context;
  }

  /** Names of the objects that have to be asked for: all of them are shown. */
  get objects(): string {
    return this.context.plugins.objectNames.join(',');
  }

  get signal(): AbortSignal {
    return this.closing.signal;
  }

  /** Id of a format that is not X12; undefined for X12. */
  get format(): string | undefined {
    return this.foundFormat;
  }

  /** True once bytes are being read. */
  get hasBegun(): boolean {
    return this.isReading;
  }

  get progress(): ViewProgress {
    const { segments, failure } = this;
    const understood = this.foundFormat === undefined ? this.meaning.length : segments.length;
    return {
      bytes: this.bytes.size,
      isComplete: this.isComplete,
      indexed: this.indexed,
      isIndexed: this.isIndexed,
      segments: segments.length,
      understood,
      isUnderstood: this.isUnderstood,
      ...(failure === undefined ? {} : { failure }),
    };
  }

  /** Reads a file that is there as a whole. Never throws: failures are part of the progress. */
  async read(): Promise<void> {
    await this.readBytes(allBytes(this.bytes));
  }

  /** Reads bytes that arrive, and stores them. Never throws: failures are part of the progress. */
  async receive(stored: StoredBytes, arriving: AsyncIterable<Uint8Array>): Promise<void> {
    await this.readBytes(storing(stored, arriving));
  }

  close(): void {
    this.closing.abort(new Error('The view was closed.'));
    for (const part of [this.bytes, this.segments, this.meaning, this.issues, this.lines]) part.close();
  }

  private async readBytes(arriving: AsyncIterable<Buffer>): Promise<void> {
    this.isReading = true;
    try {
      await this.findSegments(arriving);
      this.isComplete = true;
      this.isIndexed = true;
      await this.findMeaning();
    } catch (error) {
      if (this.signal.aborted) return;
      this.failure ??= toEdiError(error).message;
    }
    this.isComplete = true;
    this.isIndexed = true;
    this.isUnderstood = true;
  }

  private async findSegments(arriving: AsyncIterable<Buffer>): Promise<void> {
    const share = this.context.share.until(this.signal);
    let head: Buffer | undefined;
    for await (const piece of arriving) {
      const turn = share.pause();
      if (turn !== undefined) await turn;
      this.signal.throwIfAborted();
      if (head === undefined) {
        head = piece;
        this.findIn(() => (this.foundFormat = this.formatOf(piece)));
      }
      this.indexed += piece.length;
      if (this.foundFormat === undefined && this.failure === undefined) this.findIn(() => this.segments.write(piece));
    }
    if (this.foundFormat === undefined && this.failure === undefined) this.findIn(() => this.segments.end());
  }

  private formatOf(head: Buffer): string | undefined {
    const { formats } = this.parts.engine;
    return formats.find((format) => callFormat(format, 'recognise', () => format.plugin.recognise(head, true)) === true)?.options.id;
  }

  /** A file that cannot be read to its end shows what stands before the failure. */
  private findIn(read: () => unknown): void {
    try {
      read();
    } catch (error) {
      this.failure = toEdiError(error).message;
    }
  }

  private async findMeaning(): Promise<void> {
    const { meaning, issues, lines, segments, bytes, name } = this;
    const source: EdiSource = { name, open: () => allBytes(bytes) };
    const target = { meaning, issues, lines, lastSegment: () => segments.length };
    await readMeaning(this.context, source, target, { ...this.parts.options, objects: this.objects, signal: this.signal });
  }
}

async function* storing(stored: StoredBytes, arriving: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  for await (const bytes of arriving) {
    const decoded = stored.append(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (decoded.length > 0) yield decoded;
  }
  yield stored.end();
}

import { ByteWriter } from '../common/byte-writer';
import { EdiError, toEdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { Notice } from '../plugin/output.plugin';
import { ItemBatch } from './batch';
import { abortable } from './abortable';
import type { CheckedOptions } from './conversion-options';
import type { ConversionOptions, ConversionSummary, EdiSource } from './conversion.types';
import { drive } from './drive';
import { FileReading } from './file-reading';
import { errorNotice, lossNotice, validationNotice, warningNotice } from './notices';
import { readItems, type RecordGroup, toBatches } from './operators';
import type { Engine } from './engine';
import type { CodeDescriptions } from '../mapping/code-descriptions';
import { pieces } from './pieces';
import type { IssueItem } from './stream-item';

/** A tree of more segments than this is cut: some megabytes of JSON. */
const SPLIT_AFTER_SEGMENTS = 5_000;

type Counts = { -readonly [K in keyof ConversionSummary]: number };

/** What one part of the input gave for the output. */
export type Result = RecordGroup | { readonly kind: 'notice'; readonly notice: Notice; readonly error?: EdiError };

/** One conversion: reads file after file and turns failures into notices, so that the other files go on. */
export class ConversionRun {
  readonly counts: Counts = { files: 0, bytes: 0, segments: 0, transactions: 0, records: 0, issues: 0, errors: 0 };

  /** True to give transaction sets that a table shows as records of their own, although their records hold them too. */
  givesTransactionRows = false;

  /** Holds the JSON of the batch that is being written. */
  private readonly scratch = new ByteWriter();

  constructor(
    private readonly engine: Engine,
    private readonly options: CheckedOptions,
    private readonly hooks: Pick<ConversionOptions, 'onIssue' | 'signal'>,
  ) {}

  private get descriptions(): CodeDescriptions | undefined {
    return this.options.describesCodes ? this.engine.descriptions : undefined;
  }

  /** Records and notices of all sources, in order. Nothing is thrown for bad input. */
  async *results(sources: Iterable<EdiSource> | AsyncIterable<EdiSource>): AsyncGenerator<Result, void, undefined> {
    for await (const source of sources) {
      this.hooks.signal?.throwIfAborted();
      this.counts.files++;
      yield* this.fileResults(source);
    }
    this.hooks.signal?.throwIfAborted();
  }

  private async *fileResults(source: EdiSource): AsyncGenerator<Result, void, undefined> {
    const { hasControlSegments, isTransactionTopLevel, maxSegmentBytes } = this.options;
    const { sets, controlRecords } = this.engine;
    const { descriptions } = this;
    const reading = new FileReading(sets, {
      fileName: source.name,
      isTransactionTopLevel,
      givesTransactionRows: this.givesTransactionRows,
      hasControlSegments,
      maxSegmentBytes,
      controlRecords,
      descriptions,
      asSegments: this.options.asSegments,
      splitAfter: this.options.byTransaction ? Number.POSITIVE_INFINITY : SPLIT_AFTER_SEGMENTS,
    });
    const findings = { count: 0 };
    try {
      for await (const part of drive(this.bytesOf(source), (bytes) => bytes.pipe(readItems(reading), toBatches(this.options)))) {
        if (part.kind === 'issue') yield* this.issueResults(part, source.name, findings);
        else {
          this.counts.records += part.items.length;
          yield part;
        }
      }
    } catch (error) {
      if (this.hooks.signal?.aborted) throw error;
      yield this.failure(toEdiError(error), source.name);
    } finally {
      this.counts.segments += reading.counts.segments;
      this.counts.transactions += reading.counts.transactions;
    }
  }

  private async *bytesOf(source: EdiSource): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of pieces(abortable(source.open(), this.hooks.signal))) {
      this.counts.bytes += piece.length;
      yield piece;
    }
  }

  private *issueResults({ issue }: IssueItem, fileName: string, findings: { count: number }): Generator<Result, void, undefined> {
    this.counts.issues++;
    this.hooks.onIssue?.(issue, fileName);
    const notice = this.noticeOf(issue, fileName);
    if (issue.dataLoss) this.counts.errors++;
    if (notice) yield issue.dataLoss ? { kind: 'notice', notice, error: lossError(issue) } : { kind: 'notice', notice };
    if (++findings.count > this.options.maxWarnings) {
      throw new EdiError('EDI_TOO_MANY_WARNINGS', `Too Many Warnings: more than ${this.options.maxWarnings} findings; the rest of the file is not converted.`);
    }
  }

  private noticeOf(issue: Issue, fileName: string): Notice | undefined {
    if (issue.dataLoss) return lossNotice(issue, fileName);
    if (this.options.showsValidation) return validationNotice(issue, fileName);
    return this.options.showsWarnings ? warningNotice(issue, fileName) : undefined;
  }

  private failure(error: EdiError, fileName: string): Result {
    return { kind: 'notice', notice: this.fail(error, fileName), error };
  }

  /** Counts an error and tells of it; gives what the output shows of it. */
  fail(error: EdiError, fileName: string): Notice {
    this.counts.errors++;
    this.engine.onError?.(error, fileName);
    return errorNotice(error, fileName);
  }

  /** Counts a finding of the output itself and tells of it; gives what the output shows of it, where warnings are wanted. */
  warn(message: string, fileName: string): Notice | undefined {
    const issue: Issue = { issueType: 'NUMBER_OF_ITEMS', message };
    this.counts.issues++;
    this.hooks.onIssue?.(issue, fileName);
    return this.options.showsWarnings ? warningNotice(issue, fileName) : undefined;
  }

  /** Gives the records of a group, converted: their codes are described. Valid until the next group is asked for. */
  async toBatch({ items }: RecordGroup): Promise<ItemBatch> {
    const batch = new ItemBatch(items, (error, fileName) => void this.fail(error, fileName));
    if (this.descriptions) await batch.describe(this.descriptions, this.scratch);
    return batch;
  }
}

function lossError({ message, errorCode = 'EDI_DATA_LOST' }: Issue): EdiError {
  return new EdiError(errorCode, `${message}. Nothing could be converted.`);
}

import type { Observable } from 'rxjs';
import { ByteWriter } from '../common/byte-writer';
import type { Issue } from '../common/issue';
import type { Notice, OutputContext } from '../plugin/output.plugin';
import { ItemBatch } from './batch';
import type { CheckedOptions } from './conversion-options';
import type { ConversionOptions } from './conversion.types';
import type { EdiSource, EdiSources } from '../io/edi-source';
import { drive } from './drive';
import { inTurns, type Share } from './event-loop-share';
import { FileReading } from './file-reading';
import type { InputReading } from './formats/input-reading';
import { openReading } from './formats/open-reading';
import type { FileValidation } from './file-validation';
import { checkFindings } from './check-findings';
import { failureOf, lossResult, type NoticeResult } from './failures';
import { warningNotice } from './notices';
import { type Part, readItems, type RecordGroup, toBatches } from './operators';
import type { Engine } from './engine';
import { outputReports } from './output-reports';
import type { CodeDescriptions } from '../mapping/code-descriptions';
import { ReadingPace } from './reading-pace';
import { sourceBytes } from '../io/source-bytes';
import { finish, unreadOf } from './stream-item';
import { isAboutUnread } from './unread/unread-issues';
import { type Counts, countIssueIn, noCounts } from './counts';
import type { FileInfo } from '../mapping/encode-run';

/** A tree of more segments than this is cut: some megabytes of JSON. */
const SPLIT_AFTER_SEGMENTS = 5_000;

/** What one part of the input gave for the output. */
export type Result = RecordGroup | NoticeResult;

/** What is known of the file that is being read. */
interface FileProgress {
  readonly fileName: string;
  readonly validation: FileValidation | undefined;
  /** Findings so far, shown or not, but for those of what reaches no field. */
  findings: number;
  /** What reaches no field. */
  unread: number;
}

/** One conversion: reads file after file and turns failures into notices, so that the other files go on. */
export class ConversionRun {
  readonly counts: Counts = noCounts();

  /** True for an output that shows transaction sets as rows of their own. */
  givesTransactionRows = false;

  /** True for an output that shows the descriptions of codes because it was asked to. */
  givesDescriptions = false;

  /** False for an output of rows alone: large records are not written as JSON beforehand. */
  writesJson = true;

  /** What the output reports of itself. */
  readonly reports: Pick<OutputContext, 'fail' | 'warn'>;

  /** The event loop, until the signal of the conversion. */
  readonly share: Share;

  /** Holds the JSON of the batch that is being written. */
  private readonly scratch = new ByteWriter();

  constructor(
    private readonly engine: Engine,
    private readonly options: CheckedOptions,
    private readonly hooks: Pick<ConversionOptions, 'onIssue' | 'signal' | 'admitLargeRecord'>,
  ) {
    const { counts } = this;
    this.share = engine.share.until(hooks.signal);
    this.reports = outputReports({ counts, onError: engine.onError, onIssue: hooks.onIssue, showsWarnings: options.showsWarnings });
  }

  private get descriptions(): CodeDescriptions | undefined {
    const { describesCodes, allowsDescriptions } = this.options;
    return describesCodes || (this.givesDescriptions && allowsDescriptions) ? this.engine.descriptions : undefined;
  }

  /** Records and notices of all sources, in order. Nothing is thrown for bad input. */
  async *results(sources: EdiSources): AsyncGenerator<Result, void, undefined> {
    for await (const source of sources) {
      this.hooks.signal?.throwIfAborted();
      this.counts.files++;
      yield* this.fileResults(source);
    }
    this.hooks.signal?.throwIfAborted();
  }

  private async *fileResults(source: EdiSource): AsyncGenerator<Result, void, undefined> {
    const validation = this.validationOf(source.name);
    const reading = this.readingOf(source, validation);
    const file: FileProgress = { fileName: source.name, validation, findings: 0, unread: 0 };
    const pace = new ReadingPace(this.share, reading, this.hooks.admitLargeRecord);
    const toParts = (bytes: Observable<Buffer>): Observable<Part> => bytes.pipe(readItems(reading), toBatches(this.options));
    try {
      for await (const part of drive(sourceBytes(source, this.counts, this.hooks.signal, pace), toParts, pace)) {
        if (part.kind === 'records') await finish(part.items, this.share);
        await validation?.settle();
        if (part.kind === 'issue') yield* this.issueResults(part.issue, file);
        else if (part.kind === 'findings') for await (const issue of inTurns(part.findings.issues, this.share)) yield* this.issueResults(issue, file);
        else {
          this.counts.records += part.items.length;
          yield part;
          await this.countFindings(part, file);
          for (const item of part.items) for await (const issue of inTurns(unreadOf(item), this.share)) yield* this.unreadResults(issue, file);
        }
      }
    } catch (error) {
      if (this.hooks.signal?.aborted) throw error;
      this.counts.errors++;
      yield failureOf(error, source.name, this.engine.onError);
    } finally {
      pace.close();
      this.counts.segments += reading.counts.segments;
      this.counts.transactions += reading.counts.transactions;
    }
  }

  private validationOf(fileName: string): FileValidation | undefined {
    const { validates, switches } = this.options;
    return validates ? this.engine.validationOf(fileName, switches) : undefined;
  }

  private readingOf(source: EdiSource, validation: FileValidation | undefined): InputReading {
    const openOther = (): FileReading => this.setReadingOf(source, validation);
    return openReading({ fileName: source.name, formats: this.engine.formats, validation, openOther }, this.options);
  }

  private setReadingOf(source: EdiSource, validation: FileValidation | undefined): FileReading {
    const { isTransactionTopLevel, hasControlSegments, asSegments, objects, byTransaction } = this.options;
    const { sets, controlRecords } = this.engine;
    const splitAfter = byTransaction ? Number.POSITIVE_INFINITY : SPLIT_AFTER_SEGMENTS;
    const { descriptions, givesTransactionRows } = this;
    const file = { fileName: source.name, fileInfo: fileInfoOf(source), findsUnread: true };
    const options = { ...file, isTransactionTopLevel, givesTransactionRows, hasControlSegments, asSegments, objects, splitAfter };
    return new FileReading(sets, { ...options, limits: this.options, controlRecords, descriptions, validation });
  }

  private *issueResults(issue: Issue, file: FileProgress): Generator<Result, void, undefined> {
    this.countIssue(issue, file);
    if (issue.dataLoss) {
      this.counts.errors++;
      yield lossResult(issue, file.fileName);
    } else {
      const notice = this.noticeOf(issue, file);
      if (notice) yield { kind: 'notice', notice };
    }
    this.checkLimit(file);
  }

  /** What was found inside the records of a group is shown inside them, and counts like what is shown around them. */
  private async countFindings({ items }: RecordGroup, file: FileProgress): Promise<void> {
    for (const { findings } of items) {
      for await (const issue of inTurns(findings?.issues ?? [], this.share)) this.countIssue(issue, file);
      this.checkLimit(file);
    }
  }

  /** What reaches no field ends no file, however much it is; of very much the first is shown. */
  private *unreadResults(issue: Issue, file: FileProgress): Generator<Result, void, undefined> {
    this.countIssue(issue, file);
    const { maxWarnings } = this.options;
    const most = maxWarnings < 0 ? Infinity : maxWarnings;
    if (++file.unread > most + 1) return;
    const message = 'What else reaches no field is counted, and not shown here';
    const notice = this.noticeOf(file.unread <= most ? issue : { issueType: 'NUMBER_OF_ITEMS', message }, file);
    if (notice) yield { kind: 'notice', notice };
  }

  private countIssue(issue: Issue, file: FileProgress): void {
    countIssueIn(this.counts, issue);
    if (!isAboutUnread(issue)) file.findings++;
    this.hooks.onIssue?.(issue, file.fileName);
  }

  private checkLimit({ findings }: FileProgress): void {
    checkFindings(findings, this.options.maxWarnings);
  }

  private noticeOf(issue: Issue, { fileName, validation }: FileProgress): Notice | undefined {
    if (validation) return validation.toJson(issue);
    return this.options.showsWarnings ? warningNotice(issue, fileName) : undefined;
  }

  /** Gives the records of a group, converted: their codes are described. Valid until the next group is asked for. */
  async toBatch({ items }: RecordGroup): Promise<ItemBatch> {
    const batch = new ItemBatch(items, (error, fileName) => void this.reports.fail(error, fileName));
    if (this.descriptions) await batch.describe(this.descriptions, this.scratch, this.share);
    else if (this.writesJson) await batch.writeLarge(this.scratch, this.share);
    return batch;
  }
}

function fileInfoOf({ name, url, lastModifiedDateTime }: EdiSource): FileInfo {
  return { name, ...(url === undefined ? {} : { url }), ...(lastModifiedDateTime === undefined ? {} : { lastModifiedDateTime }), fileType: 'EDI' };
}

import { ByteWriter } from '../common/byte-writer';
import type { Fragment } from '../common/fragment';
import type { Issue } from '../common/issue';
import type { EdiSource } from '../io/edi-source';
import type { CodeDescriptions } from '../mapping/code-descriptions';
import type { RowPlan } from '../mapping/columns/row-reader';
import type { TableLayout } from '../mapping/columns/table';
import type { FileInfo } from '../mapping/encode-run';
import type { Notice, OutputContext } from '../plugin/output.plugin';
import type { Findings } from '../validation/findings';
import { ItemBatch } from './batch';
import { checkFindings, countIssueIn } from './counts';
import { inTurns } from './event-loop-share';
import { openValidation } from './file-validation';
import { failureOf, lossResult, type NoticeResult, outputReports, warningNotice } from './notices';
import { openReading } from './open-reading';
import type { OpenFile, Results, Sink } from './read-sources';
import type { Run } from './run';
import type { RecordItem } from './record.types';
import { hasRecords, hasUnread, isRecord, lengthOf, type RecordEntry, type StreamItem, unreadOf } from './stream-item';
import { isAboutUnread } from './unread/unread-issues';

/** A tree of more segments than this is cut: some megabytes of JSON. */
const SPLIT_AFTER_SEGMENTS = 5_000;

/** Records that are converted together. */
export interface RecordGroup {
  readonly kind: 'records';
  /** Converts the records and describes their codes. Valid until the next group is requested. */
  toBatch(): Promise<ItemBatch>;
}

/** Result of a part of the input, for the output. */
export type ConversionResult = RecordGroup | NoticeResult;

/** The file that is being converted. */
interface ConvertedFile extends OpenFile {
  /** Findings so far, shown or not, except those about input that reaches no field. */
  findings: number;
  /** Findings about input that reaches no field. */
  unread: number;
}

/** Requirements of an output in addition to records and notices. */
export interface OutputNeeds {
  /** True for an output that shows transaction sets as rows of their own. */
  readonly wantsTransactions: boolean;
  /** True for an output that takes transaction sets as records of their own, and records without them. */
  readonly wantsTopLevelTransactions: boolean;
  /** True for an output that shows the descriptions of codes on request. */
  readonly wantsDescriptions: boolean;
  /** True for an output of rows alone: large records are not written as JSON beforehand. */
  readonly readsRowsOnly: boolean;
  /** What the output writes between records; undefined for one that writes something else. */
  readonly separator?: Fragment | undefined;
  /** True while the output takes what the kernel has written without a copy. */
  readonly takesWholeRuns?: boolean;
  /** Keys of the members of records that the output reads; undefined for all. */
  readonly readsKeys?: ReadonlySet<string> | undefined;
  /** The plans by which an output of rows will read records with a table, as far as they are known. */
  rowPlansOf?(table: TableLayout): readonly RowPlan[] | undefined;
}

const RECORDS_ONLY: OutputNeeds = { wantsTransactions: false, wantsTopLevelTransactions: false, wantsDescriptions: false, readsRowsOnly: false };

/** Makes groups of records, and notices between them. Failures are notices, so that the other files go on. */
export class ConversionSink implements Sink<ConvertedFile, ConversionResult> {
  /** Describes codes; undefined for records without descriptions. */
  private readonly descriptions: CodeDescriptions | undefined;
  /** Holds the JSON of the batch that is being written. */
  private readonly scratch = new ByteWriter();
  private readonly reports: Pick<OutputContext, 'fail'>;

  constructor(
    private readonly run: Run,
    private readonly needs: OutputNeeds = RECORDS_ONLY,
  ) {
    const { describesCodes, allowsDescriptions } = run.options;
    this.descriptions = describesCodes || (needs.wantsDescriptions && allowsDescriptions) ? run.context.descriptions : undefined;
    this.reports = outputReports(run);
  }

  open(source: EdiSource): ConvertedFile {
    const { run, descriptions } = this;
    const { isTransactionTopLevel, hasControlSegments, asSegments, objects, byTransaction, validates } = run.options;
    const validation = validates ? openValidation(run, source.name) : undefined;
    const reading = openReading(source, run, validation, {
      fileInfo: fileInfoOf(source),
      findsUnread: true,
      // Warnings end batches, and rows are made without the kernel, which would find that there is none.
      findsUnreadLater: !run.options.showsWarnings && !this.needs.readsRowsOnly,
      readsKeys: this.needs.readsKeys,
      writesEarly: !run.options.showsWarnings,
      separator: this.needs.separator,
      rowPlansOf: this.needs.readsRowsOnly ? (table) => this.needs.rowPlansOf?.(table) : undefined,
      isTransactionTopLevel: isTransactionTopLevel || this.needs.wantsTopLevelTransactions,
      givesTransactionRows: this.needs.wantsTransactions,
      hasControlSegments,
      asSegments,
      objects,
      splitAfter: byTransaction ? Number.POSITIVE_INFINITY : SPLIT_AFTER_SEGMENTS,
      descriptions,
    });
    return { fileName: source.name, reading, validation, findings: 0, unread: 0 };
  }

  /** Takes a batch of records, or an issue between two of them. */
  take(items: readonly StreamItem[], file: ConvertedFile): Results<ConversionResult> {
    const [first] = items;
    if (first?.kind === 'issue') return this.issueResults(first.issue, file);
    if (first?.kind === 'findings') return this.findingsResults(first.findings, file);
    return this.recordResults(items.filter(hasRecords), file);
  }

  private async *recordResults(entries: readonly RecordEntry[], file: ConvertedFile): AsyncGenerator<ConversionResult, void, undefined> {
    const { counts } = this.run;
    for (const entry of entries) counts.records += lengthOf(entry);
    yield { kind: 'records', toBatch: () => this.toBatch(entries) };
    for (const entry of entries) entry.release?.();
    const records = entries.filter(isRecord);
    if (records.length > 0) yield* this.resultsWithin(records, file);
  }

  /** What was found in records that were written. */
  private async *resultsWithin(records: readonly RecordItem[], file: ConvertedFile): AsyncGenerator<ConversionResult, void, undefined> {
    await this.countFindings(records, file);
    // Most records have none, and a promise for each would take as long as the record.
    for (const item of records.filter(hasUnread)) for await (const issue of inTurns(unreadOf(item), this.run.share)) yield* this.unreadResults(issue, file);
  }

  private async *findingsResults({ issues }: Findings, file: ConvertedFile): AsyncGenerator<ConversionResult, void, undefined> {
    for await (const issue of inTurns(issues, this.run.share)) yield* this.issueResults(issue, file);
  }

  end({ findings, unread }: ConvertedFile): readonly ConversionResult[] {
    const { log } = this.run;
    if (log) Object.assign(log, { findings, unread });
    return [];
  }

  *fail(error: unknown, fileName: string, file: ConvertedFile | undefined): Generator<NoticeResult, void, undefined> {
    if (file === undefined) throw error;
    if (this.run.log) this.run.log.hasFailed = true;
    this.run.counts.errors++;
    yield failureOf(error, fileName, this.run.context.onError);
  }

  private async toBatch(items: readonly RecordEntry[]): Promise<ItemBatch> {
    const batch = new ItemBatch(items, (error, fileName) => void this.reports.fail(error, fileName), this.needs.readsKeys);
    if (this.descriptions) await batch.describe(this.descriptions, this.scratch, this.run.share);
    else if (!this.needs.readsRowsOnly) await batch.writeLarge(this.scratch, this.run.share);
    return batch;
  }

  private *issueResults(issue: Issue, file: ConvertedFile): Generator<NoticeResult, void, undefined> {
    this.countIssue(issue, file);
    if (issue.dataLoss) {
      this.run.counts.errors++;
      yield lossResult(issue, file.fileName);
    } else yield* this.noticeOf(issue, file);
    this.checkLimit(file);
  }

  /** Findings inside the records of a group are shown inside them, and count like findings around them. */
  private async countFindings(records: readonly RecordItem[], file: ConvertedFile): Promise<void> {
    for (const { findings } of records) {
      if (findings === undefined) continue;
      for await (const issue of inTurns(findings.issues, this.run.share)) this.countIssue(issue, file);
      this.checkLimit(file);
    }
  }

  /** Input without a field ends no file, whatever its amount; only its first notices are shown. */
  private *unreadResults(issue: Issue, file: ConvertedFile): Generator<NoticeResult, void, undefined> {
    this.countIssue(issue, file);
    const { maxWarnings } = this.run.options;
    const most = maxWarnings < 0 ? Infinity : maxWarnings;
    if (++file.unread > most + 1) return;
    const message = 'What else reaches no field is counted, and not shown here';
    yield* this.noticeOf(file.unread <= most ? issue : { issueType: 'NUMBER_OF_ITEMS', message }, file);
  }

  private countIssue(issue: Issue, file: ConvertedFile): void {
    countIssueIn(this.run.counts, issue);
    if (!isAboutUnread(issue)) file.findings++;
    this.run.hooks.onIssue?.(issue, file.fileName);
  }

  private checkLimit({ findings }: ConvertedFile): void {
    checkFindings(findings, this.run.options.maxWarnings);
  }

  private *noticeOf(issue: Issue, { fileName, validation }: ConvertedFile): Generator<NoticeResult, void, undefined> {
    const shown: Notice | undefined = validation?.toJson(issue) ?? (this.run.options.showsWarnings ? warningNotice(issue, fileName) : undefined);
    if (shown) yield { kind: 'notice', notice: shown };
  }
}

function fileInfoOf({ name, url, lastModifiedDateTime }: EdiSource): FileInfo {
  return { name, ...(url === undefined ? {} : { url }), ...(lastModifiedDateTime === undefined ? {} : { lastModifiedDateTime }), fileType: 'EDI' };
}

import type { Issue } from '../common/issue';
import type { EdiSource, EdiSources } from '../io/edi-source';
import { compareIssues } from '../validation/findings';
import { countIssue } from './counts';
import { inTurns } from './event-loop-share';
import { type FileValidation, openValidation } from './file-validation';
import { failureOf, lossResult, type NoticeResult } from './notices';
import { openReading } from './open-reading';
import { itemStages } from './operators';
import { type OpenFile, readSources, type Sink } from './read-sources';
import type { Run } from './run';
import type { StreamItem } from './stream-item';

const DEFAULT_CHUNK_SIZE = 50;

type Complete = (issue: Issue) => Issue;

/** The stages that read issues, without conversion. `complete` completes an issue before it is shown. Nothing is thrown for bad input. */
export function readIssues(run: Run, complete?: Complete): (sources: EdiSources) => AsyncGenerator<NoticeResult, void, undefined> {
  const sink = new IssueSink(run, complete);
  return readSources(sink, run, itemStages(sink, run));
}

/** The file that is being validated. */
interface ValidatedFile extends OpenFile {
  readonly validation: FileValidation;
  readonly chunk: IssueChunk;
  issues: number;
}

/** Sink of a validation. Of each chunk of objects, the issues around them come first, then those of each object. */
class IssueSink implements Sink<ValidatedFile, NoticeResult> {
  constructor(
    private readonly run: Run,
    private readonly complete: Complete | undefined,
  ) {}

  open(source: EdiSource): ValidatedFile {
    const validation = openValidation(this.run, source.name);
    return { fileName: source.name, reading: openReading(source, this.run, validation), validation, chunk: new IssueChunk(), issues: 0 };
  }

  async *take(items: readonly StreamItem[], file: ValidatedFile): AsyncGenerator<NoticeResult, void, undefined> {
    for (const item of items) yield* inTurns(this.itemResults(item, file), this.run.share);
  }

  async *end(file: ValidatedFile): AsyncGenerator<NoticeResult, void, undefined> {
    yield* inTurns(this.chunkResults(file), this.run.share);
    if (this.run.log) this.run.log.findings = file.issues;
  }

  *fail(error: unknown, fileName: string, file: ValidatedFile | undefined): Generator<NoticeResult, void, undefined> {
    if (file === undefined) throw error;
    if (this.run.log) this.run.log.hasFailed = true;
    yield* this.chunkResults(file);
    this.run.counts.errors++;
    yield failureOf(error, fileName, this.run.context.onError);
  }

  private *itemResults(item: StreamItem, file: ValidatedFile): Generator<NoticeResult, void, undefined> {
    const { counts, hooks, options } = this.run;
    const { chunk, fileName } = file;
    if (item.kind === 'issue') {
      countIssue(counts, file, options.maxIssues);
      counts.errors++;
      hooks.onIssue?.(item.issue, fileName);
      yield lossResult(item.issue, fileName);
      return;
    }
    if (item.kind === 'record') counts.records++;
    chunk.add(item);
    const isFull = item.kind === 'transaction end' || chunk.objects >= (options.chunkSize ?? DEFAULT_CHUNK_SIZE);
    if (isFull || chunk.isLarge) yield* this.chunkResults(file);
  }

  private *chunkResults(file: ValidatedFile): Generator<NoticeResult, void, undefined> {
    const { counts, hooks, options } = this.run;
    for (const issue of file.chunk.take()) {
      countIssue(counts, file, options.maxIssues);
      hooks.onIssue?.(issue, file.fileName);
      const notice = file.validation.toJson(this.complete?.(issue) ?? issue);
      yield { kind: 'notice', notice, ...(issue.ruleId === undefined ? {} : { ruleId: issue.ruleId }) };
    }
  }
}

/** More issues are emitted before their chunk is complete. */
const LARGE_CHUNK = 2_000;

/** The issues of some objects, and those around them. */
class IssueChunk {
  objects = 0;
  private around: Issue[] = [];
  private inside: Issue[] = [];

  add(item: Exclude<StreamItem, { kind: 'issue' }>): void {
    if (item.kind === 'findings') appendAll(this.around, item.findings.issues);
    if (item.kind !== 'record') return;
    this.objects++;
    if (item.findings) appendAll(this.inside, item.findings.issues);
  }

  get isLarge(): boolean {
    return this.around.length + this.inside.length > LARGE_CHUNK;
  }

  take(): readonly Issue[] {
    const issues = [...this.around.sort(compareIssues), ...this.inside];
    this.around = [];
    this.inside = [];
    this.objects = 0;
    return issues;
  }
}

/** One record may have more issues than a call can have arguments. */
function appendAll(to: Issue[], issues: readonly Issue[]): void {
  for (const issue of issues) to.push(issue);
}

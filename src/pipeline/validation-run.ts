import type { Issue } from '../common/issue';
import { compareIssues } from '../validation/findings';
import type { CheckedOptions } from './conversion-options';
import type { ConversionOptions } from './conversion.types';
import type { EdiSource, EdiSources } from '../io/edi-source';
import type { Engine } from './engine';
import { inTurns, type Share } from './event-loop-share';
import type { FileValidation } from './file-validation';
import { failureOf, lossResult, type NoticeResult } from './failures';
import { IssueCount } from './issue-count';
import type { StreamItem } from './stream-item';
import { validatedItems, validatedReading } from './validated-reading';
import { type Counts, noCounts } from './counts';

const DEFAULT_CHUNK_SIZE = 50;

/** What a caller hears of a validation, and adds to it. */
export interface ValidationHooks extends Pick<ConversionOptions, 'onIssue' | 'signal' | 'admitLargeRecord'> {
  /** Completes what was found before it is shown. */
  readonly complete?: (issue: Issue) => Issue;
}

/** Validates sources without converting them: only what is wrong comes out. */
export class ValidationRun {
  readonly counts: Counts = noCounts();
  private readonly issueCount: IssueCount;
  private readonly share: Share;

  constructor(
    private readonly engine: Engine,
    private readonly options: CheckedOptions,
    private readonly hooks: ValidationHooks,
  ) {
    this.share = engine.share.until(hooks.signal);
    this.issueCount = new IssueCount(this.counts, options.maxIssues);
  }

  /** Issues of all sources: of each chunk those around objects first, then those of each object. Nothing is thrown for bad input. */
  async *results(sources: EdiSources): AsyncGenerator<NoticeResult, void, undefined> {
    for await (const source of sources) {
      this.hooks.signal?.throwIfAborted();
      this.counts.files++;
      this.issueCount.beginFile();
      yield* this.fileResults(source);
    }
    this.hooks.signal?.throwIfAborted();
  }

  private async *fileResults(source: EdiSource): AsyncGenerator<NoticeResult, void, undefined> {
    const validation = this.engine.validationOf(source.name, this.options.switches);
    const reading = validatedReading(this.engine, source.name, this.options, validation);
    const chunk = new IssueChunk();
    try {
      for await (const items of validatedItems({ source, reading, validation }, this.counts, this.hooks, this.share)) {
        for (const item of items) yield* inTurns(this.itemResults(item, chunk, validation, source.name), this.share);
      }
      yield* inTurns(this.chunkResults(chunk, validation, source.name), this.share);
    } catch (error) {
      if (this.hooks.signal?.aborted) throw error;
      yield* this.chunkResults(chunk, validation, source.name);
      this.counts.errors++;
      yield failureOf(error, source.name, this.engine.onError);
    }
  }

  private *itemResults(item: StreamItem, chunk: IssueChunk, validation: FileValidation, fileName: string): Generator<NoticeResult, void, undefined> {
    if (item.kind === 'issue') {
      this.issueCount.add();
      this.counts.errors++;
      this.hooks.onIssue?.(item.issue, fileName);
      yield lossResult(item.issue, fileName);
      return;
    }
    if (item.kind === 'record') this.counts.records++;
    chunk.add(item);
    const isFull = item.kind === 'transaction end' || chunk.objects >= (this.options.chunkSize ?? DEFAULT_CHUNK_SIZE);
    if (isFull || chunk.isLarge) yield* this.chunkResults(chunk, validation, fileName);
  }

  private *chunkResults(chunk: IssueChunk, validation: FileValidation, fileName: string): Generator<NoticeResult, void, undefined> {
    for (const issue of chunk.take()) {
      this.issueCount.add();
      this.hooks.onIssue?.(issue, fileName);
      yield { kind: 'notice', notice: validation.toJson(this.hooks.complete?.(issue) ?? issue) };
    }
  }
}

/** More issues are emitted before their chunk is complete. */
const LARGE_CHUNK = 2_000;

/** The issues of some objects, and of what stands around them. */
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

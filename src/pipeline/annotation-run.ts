import type { Issue } from '../common/issue';
import type { AnnotatedSegment, Notice } from '../plugin/output.plugin';
import type { CheckedOptions } from './conversion-options';
import type { ConversionOptions } from './conversion.types';
import type { EdiSource, EdiSources } from '../io/edi-source';
import type { Engine } from './engine';
import { inTurns, type Share } from './event-loop-share';
import { type Failure, failureOf } from './failures';
import type { FileValidation } from './file-validation';
import { lossNotice } from './notices';
import { IssueCount } from './issue-count';
import { SegmentWindow } from './segment-window';
import { issuesOf, type StreamItem } from './stream-item';
import { validatedItems, validatedReading } from './validated-reading';
import { type Counts, noCounts } from './counts';

/** Bytes of segments that wait for issues that are found later, such as a missing segment or a sum. */
const WINDOW_BYTES = 4_000_000;

/** What came out: segments with what is wrong in them, or a failure. */
export type AnnotationResult = { readonly kind: 'segments'; readonly segments: Iterable<AnnotatedSegment>; readonly fileName: string } | Failure;

/** Gives every segment of the sources with what validation finds in it. */
export class AnnotationRun {
  readonly counts: Counts = noCounts();
  private readonly issueCount: IssueCount;
  private readonly share: Share;

  constructor(
    private readonly engine: Engine,
    private readonly options: CheckedOptions,
    private readonly hooks: Pick<ConversionOptions, 'onIssue' | 'signal' | 'admitLargeRecord'>,
  ) {
    this.share = engine.share.until(hooks.signal);
    this.issueCount = new IssueCount(this.counts, options.maxIssues);
  }

  async *results(sources: EdiSources): AsyncGenerator<AnnotationResult, void, undefined> {
    for await (const source of sources) {
      this.hooks.signal?.throwIfAborted();
      this.counts.files++;
      this.issueCount.beginFile();
      yield* this.fileResults(source);
    }
    this.hooks.signal?.throwIfAborted();
  }

  private async *fileResults(source: EdiSource): AsyncGenerator<AnnotationResult, void, undefined> {
    const validation = this.engine.validationOf(source.name, this.options.switches);
    const window = new SegmentWindow((issue) => noticeOf(issue, validation, source.name));
    const reading = validatedReading(this.engine, source.name, this.options, validation, { onSegment: (segment) => window.addSegment(segment) });
    try {
      for await (const items of validatedItems({ source, reading, validation }, this.counts, this.hooks, this.share)) {
        for (const item of items) await this.take(item, window, source.name);
        if (window.length > WINDOW_BYTES) yield { kind: 'segments', segments: window.takeComplete(), fileName: source.name };
        // Segments that stand in no object are not bounded by the limit of one.
        if (window.length > this.options.maxRecordBytes) yield { kind: 'segments', segments: window.takeAll(), fileName: source.name };
        window.pack();
      }
      yield { kind: 'segments', segments: window.takeAll(), fileName: source.name };
    } catch (error) {
      if (this.hooks.signal?.aborted) throw error;
      yield { kind: 'segments', segments: window.takeAll(), fileName: source.name };
      this.counts.errors++;
      yield failureOf(error, source.name, this.engine.onError);
    }
  }

  private async take(item: StreamItem, window: SegmentWindow, fileName: string): Promise<void> {
    for await (const issue of inTurns(issuesOf(item), this.share)) {
      this.issueCount.add();
      if (issue.dataLoss) this.counts.errors++;
      this.hooks.onIssue?.(issue, fileName);
      window.addIssue(issue);
    }
    if (item.kind !== 'record') return;
    this.counts.records++;
    if ('segment' in item) window.completeBefore(item.segment.segmentNumber);
  }
}

function noticeOf(issue: Issue, validation: FileValidation, fileName: string): Notice {
  return issue.dataLoss ? lossNotice(issue, fileName) : validation.toJson(issue);
}

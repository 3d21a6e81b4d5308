import type { Issue } from '../common/issue';
import type { EdiSource, EdiSources } from '../io/edi-source';
import type { AnnotatedSegment, Notice } from '../plugin/output.plugin';
import { countIssue } from './counts';
import { inTurns } from './event-loop-share';
import { type FileValidation, openValidation } from './file-validation';
import { failureOf, lossNotice, type NoticeResult } from './notices';
import { openReading } from './open-reading';
import { itemStages } from './operators';
import { type OpenFile, readSources, type Sink } from './read-sources';
import type { Run } from './run';
import { SegmentWindow } from './segment-window';
import { issuesOf, type StreamItem } from './stream-item';

/** Bytes of segments that wait for issues that are found later, such as a missing segment or a sum. */
const WINDOW_BYTES = 4_000_000;

/** Segments with their issues. */
export interface SegmentGroup {
  readonly kind: 'segments';
  readonly segments: Iterable<AnnotatedSegment>;
  readonly fileName: string;
}

/** The file that is being annotated. */
interface AnnotatedFile extends OpenFile {
  readonly window: SegmentWindow;
  issues: number;
}

/** The stages that read every segment with the issues that validation finds in it. Nothing is thrown for bad input. */
export function readSegments(run: Run): (sources: EdiSources) => AsyncGenerator<SegmentGroup | NoticeResult, void, undefined> {
  const sink = new AnnotationSink(run);
  return readSources(sink, run, itemStages(sink, run));
}

/** Sink of an annotation. */
class AnnotationSink implements Sink<AnnotatedFile, SegmentGroup | NoticeResult> {
  constructor(private readonly run: Run) {}

  open(source: EdiSource): AnnotatedFile {
    const validation = openValidation(this.run, source.name);
    const window = new SegmentWindow((issue) => noticeOf(issue, validation, source.name));
    const reading = openReading(source, this.run, validation, { onSegment: (segment) => window.addSegment(segment) });
    return { fileName: source.name, reading, validation, window, issues: 0 };
  }

  async *take(items: readonly StreamItem[], file: AnnotatedFile): AsyncGenerator<SegmentGroup, void, undefined> {
    const { window, fileName } = file;
    for (const item of items) await this.addItem(item, file);
    if (window.length > WINDOW_BYTES) yield { kind: 'segments', segments: window.takeComplete(), fileName };
    // The limit of an object does not bound segments outside objects.
    if (window.length > this.run.options.maxRecordBytes) yield* this.end(file);
    window.pack();
  }

  *end({ window, fileName }: AnnotatedFile): Generator<SegmentGroup, void, undefined> {
    yield { kind: 'segments', segments: window.takeAll(), fileName };
  }

  *fail(error: unknown, fileName: string, file: AnnotatedFile | undefined): Generator<SegmentGroup | NoticeResult, void, undefined> {
    if (file === undefined) throw error;
    yield* this.end(file);
    this.run.counts.errors++;
    yield failureOf(error, fileName, this.run.context.onError);
  }

  private async addItem(item: StreamItem, file: AnnotatedFile): Promise<void> {
    const { counts, hooks, options, share } = this.run;
    for await (const issue of inTurns(issuesOf(item), share)) {
      countIssue(counts, file, options.maxIssues);
      if (issue.dataLoss) counts.errors++;
      hooks.onIssue?.(issue, file.fileName);
      file.window.addIssue(issue);
    }
    if (item.kind !== 'record') return;
    counts.records++;
    if ('segment' in item) file.window.completeBefore(item.segment.segmentNumber);
  }
}

function noticeOf(issue: Issue, validation: FileValidation, fileName: string): Notice {
  return issue.dataLoss ? lossNotice(issue, fileName) : validation.toJson(issue);
}

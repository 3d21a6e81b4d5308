import { toEdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { EdiSource } from '../io/edi-source';
import type { EngineContext } from '../pipeline/context';
import type { ConversionOptions } from '../pipeline/conversion.types';
import { openValidation } from '../pipeline/file-validation';
import { openReading } from '../pipeline/open-reading';
import { itemStages } from '../pipeline/operators';
import { type OpenFile, readSources, type Sink } from '../pipeline/read-sources';
import { beginRun, type Run } from '../pipeline/run';
import { issuesOf, type StreamItem } from '../pipeline/stream-item';
import type { FormatLines } from './format-lines';
import type { IssueStore } from './issue-store';
import type { MeaningIndex } from './meaning-index';

/** Receives what reading finds. */
export interface MeaningTarget {
  readonly meaning: MeaningIndex;
  readonly issues: IssueStore;
  readonly lines: FormatLines;
  /** Number of the last segment so far. */
  lastSegment(): number;
}

/** Level of what cannot be read at all. */
const UNREADABLE = 0;

/** Options of a reading. */
export type MeaningOptions = Pick<ConversionOptions, 'levels' | 'rules' | 'objects' | 'signal'>;

/** Reads a file to its end: segments with their places, records and issues go to the target. Throws the reason of an aborted signal. */
export async function readMeaning(context: EngineContext, source: EdiSource, target: MeaningTarget, options: MeaningOptions): Promise<void> {
  const run = beginRun(context, options);
  const sink = new MeaningSink(run, target);
  for await (const _result of readSources(sink, run, itemStages(sink, run))([source]));
  target.meaning.end();
  target.lines.end();
}

class MeaningSink implements Sink<OpenFile, never> {
  constructor(
    private readonly run: Run,
    private readonly target: MeaningTarget,
  ) {}

  open(source: EdiSource): OpenFile {
    const { meaning } = this.target;
    const validation = openValidation(this.run, source.name);
    const reading = openReading(source, this.run, validation, {
      objects: this.run.options.objects,
      onSegment: (segment) => meaning.onSegment(segment),
      onLine: (line) => this.target.lines.add(line),
      onTransaction: ({ st }, bound) => meaning.onTransaction(st, bound),
    });
    return { fileName: source.name, reading, validation };
  }

  take(items: readonly StreamItem[]): readonly never[] {
    for (const item of items) {
      if (item.kind === 'record' && 'loop' in item) this.target.meaning.addRecord(item);
      for (const issue of issuesOf(item)) this.add(issue);
    }
    return [];
  }

  fail(error: unknown): readonly never[] {
    this.add({ issueType: 'INVALID', message: toEdiError(error).message });
    return [];
  }

  private add(issue: Issue): void {
    const level = issue.dataLoss === true ? UNREADABLE : this.run.context.rules.levelOf(issue.ruleId);
    this.target.issues.add(issue, level ?? UNREADABLE, this.target.lastSegment());
  }
}

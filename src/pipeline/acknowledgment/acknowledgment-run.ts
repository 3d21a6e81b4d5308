import { ByteWriter } from '../../common/byte-writer';
import { toEdiError } from '../../common/edi-error';
import type { Issue } from '../../common/issue';
import type { AcknowledgmentContext } from '../../plugin/acknowledgment.plugin';
import type { RegisteredAcknowledgment } from '../../plugin/plugin.registry';
import { checkFindings } from '../check-findings';
import { written } from '../chunks';
import type { CheckedOptions } from '../conversion-options';
import type { EdiSource, EdiSources } from '../../io/edi-source';
import type { Engine } from '../engine';
import { inTurns } from '../event-loop-share';
import type { EnvelopeDefaults } from '../generation/envelope-writer';
import { lossResult } from '../failures';
import { issuesOf, type StreamItem } from '../stream-item';
import { validatedItems, validatedReading } from '../validated-reading';
import type { AcknowledgmentRequest } from './acknowledgment.types';
import { ReceivedFile } from './received-file';
import { type Counts, noCounts } from '../counts';

/** What an acknowledgment depends on. */
export interface AcknowledgmentRunOptions extends Pick<AcknowledgmentRequest, 'onIssue' | 'signal' | 'admitLargeRecord'> {
  readonly checked: CheckedOptions;
  readonly acknowledgment: RegisteredAcknowledgment;
  readonly defaults: EnvelopeDefaults;
}

/** What is known of the file that is read. */
interface FileProgress {
  readonly fileName: string;
  issues: number;
  /** The first loss of data: the reason, where nothing of the file is EDI. */
  loss?: Error;
}

/** Acknowledges one file after the other. */
export class AcknowledgmentRun {
  readonly counts: Counts = noCounts();
  private readonly out = new ByteWriter();

  constructor(
    private readonly engine: Engine,
    private readonly options: AcknowledgmentRunOptions,
  ) {}

  /** Pieces of EDI. Throws as `AcknowledgmentOutput` says. */
  async *pieces(sources: EdiSources): AsyncGenerator<Buffer, void, undefined> {
    let failure: Error | undefined;
    let hasRead = false;
    for await (const source of sources) {
      this.options.signal?.throwIfAborted();
      this.counts.files++;
      let hasGiven = false;
      try {
        for await (const piece of this.filePieces(source)) {
          hasGiven = true;
          yield piece;
        }
        hasRead = true;
      } catch (error) {
        if (this.options.signal?.aborted === true || hasGiven) throw error;
        failure ??= this.passOver(error, source.name);
      }
    }
    this.options.signal?.throwIfAborted();
    if (failure !== undefined && !hasRead) throw failure;
  }

  private async *filePieces(source: EdiSource): AsyncGenerator<Buffer, void, undefined> {
    const { checked } = this.options;
    const share = this.engine.share.until(this.options.signal);
    const validation = this.engine.validationOf(source.name, checked.switches);
    const reading = validatedReading(this.engine, source.name, checked, validation, { givesEnvelope: true });
    const progress: FileProgress = { fileName: source.name, issues: 0 };
    const file = new ReceivedFile(this.options.acknowledgment, this.contextOf(source.name));
    try {
      for await (const items of validatedItems({ source, reading, validation }, this.counts, this.options, share)) {
        for (const item of items) {
          for await (const _step of inTurns(this.count(item, progress), share));
          for await (const _step of inTurns(file.take(item), share));
        }
        yield* written(this.out, false);
      }
      if (reading.counts.segments === 0 && progress.loss !== undefined) throw progress.loss;
      for await (const _step of inTurns(file.end(), share));
      yield* written(this.out, false);
    } finally {
      this.out.length = 0;
    }
  }

  private contextOf(fileName: string): AcknowledgmentContext {
    const { date, time, newControlNumber } = this.options.defaults;
    const { catalogue, sets } = this.engine;
    return {
      date,
      time,
      newControlNumber,
      guide: (id) => sets.guide(id),
      levelOf: ({ ruleId }) => catalogue.levelOf(ruleId),
      out: this.out,
      warn: (message) => this.countIssue({ issueType: 'INVALID', message }, fileName),
    };
  }

  private *count(item: StreamItem, progress: FileProgress): Generator<void, void, undefined> {
    const { fileName } = progress;
    if (item.kind === 'record') this.counts.records++;
    for (const issue of issuesOf(item)) {
      if (issue.dataLoss === true) progress.loss ??= lossResult(issue, fileName).error;
      this.countIssue(issue, fileName);
      checkFindings(++progress.issues, this.options.checked.maxIssues);
      yield;
    }
  }

  private countIssue(issue: Issue, fileName: string): void {
    this.counts.issues++;
    this.options.onIssue?.(issue, fileName);
  }

  private passOver(cause: unknown, fileName: string): Error {
    const error = toEdiError(cause);
    this.counts.errors++;
    this.engine.onError?.(error, fileName);
    return error;
  }
}

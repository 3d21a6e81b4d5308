import { pipe } from 'rxjs';
import { ByteWriter } from '../../common/byte-writer';
import { EdiError, toEdiError } from '../../common/edi-error';
import type { Issue } from '../../common/issue';
import type { EdiSource, EdiSources } from '../../io/edi-source';
import type { AcknowledgmentContext } from '../../plugin/acknowledgment.plugin';
import type { RegisteredAcknowledgment } from '../../plugin/plugin.registry';
import type { EngineContext } from '../context';
import { checkFindings } from '../counts';
import { inTurns } from '../event-loop-share';
import { openValidation } from '../file-validation';
import { type EnvelopeDefaults, envelopeDefaults } from '../generation/envelope-defaults';
import { checkOptionNames, CONVERTER_CALL_OPTIONS } from '../known-options';
import { lossResult } from '../notices';
import { openReading } from '../open-reading';
import { itemStages } from '../operators';
import { written } from '../output-files';
import { type OpenFile, readSources, type Sink } from '../read-sources';
import { beginRun, type Run } from '../run';
import { issuesOf, type StreamItem } from '../stream-item';
import type { AcknowledgmentOutput, AcknowledgmentRequest } from './acknowledgment.types';
import { ReceivedFile } from './received-file';

const EDI_TYPE = 'text/plain; charset=utf-8';

/** Acknowledges sources, one after the other; see `Acknowledger.acknowledge`. */
export function acknowledge(context: EngineContext, sources: EdiSources, request: AcknowledgmentRequest): AcknowledgmentOutput {
  checkOptionNames('acknowledge', request, CONVERTER_CALL_OPTIONS);
  const { acknowledgment: id, now, newControlNumber, ...options } = request;
  const plugin = context.plugins.findAcknowledgment(id);
  if (plugin === undefined) {
    throw new EdiError('EDI_BAD_PARAMETER', `acknowledgment is '${id ?? ''}'; allowed are ${context.plugins.acknowledgmentIds.join(', ')}.`);
  }
  const defaults = envelopeDefaults({ ...(now ? { now } : {}), ...(newControlNumber ? { newControlNumber } : {}) });
  const run = beginRun(context, options);
  return {
    contentType: EDI_TYPE,
    extension: plugin.options.extension,
    summary: run.counts,
    [Symbol.asyncIterator]: () => acknowledgmentStages(run, new AcknowledgmentSink(run, plugin, defaults))(sources),
  };
}

/** Stages of an acknowledgment, from sources to its EDI. */
const acknowledgmentStages = (run: Run, sink: AcknowledgmentSink): ((sources: EdiSources) => AsyncGenerator<Buffer, void, undefined>) =>
  pipe(readSources(sink, run, itemStages(sink, run)), (pieces) => orErrorIfNothingRead(pieces, sink));

async function* orErrorIfNothingRead(pieces: AsyncIterable<Buffer>, sink: AcknowledgmentSink): AsyncGenerator<Buffer, void, undefined> {
  yield* pieces;
  sink.throwIfNothingRead();
}

/** The file that is being acknowledged. */
interface AcknowledgedFile extends OpenFile {
  readonly received: ReceivedFile;
  issues: number;
  /** True once a part of its answer was emitted. */
  hasAnswer: boolean;
  /** The first loss of data: the reason if no part of the file is EDI. */
  loss?: Error;
}

/** Sink of an acknowledgment: pieces of EDI. A file that fails before its answer has begun is skipped. */
class AcknowledgmentSink implements Sink<AcknowledgedFile, Buffer> {
  private readonly out = new ByteWriter();
  private failure: EdiError | undefined;
  private hasRead = false;

  constructor(
    private readonly run: Run,
    private readonly plugin: RegisteredAcknowledgment,
    private readonly defaults: EnvelopeDefaults,
  ) {}

  open(source: EdiSource): AcknowledgedFile {
    const { name: fileName } = source;
    const validation = openValidation(this.run, fileName);
    const reading = openReading(source, this.run, validation, { givesEnvelope: true });
    return { fileName, reading, validation, received: new ReceivedFile(this.plugin, this.contextOf(fileName)), issues: 0, hasAnswer: false };
  }

  async *take(items: readonly StreamItem[], file: AcknowledgedFile): AsyncGenerator<Buffer, void, undefined> {
    const { share } = this.run;
    for (const item of items) {
      for await (const _step of inTurns(this.count(item, file), share));
      for await (const _step of inTurns(file.received.take(item), share));
    }
    yield* this.written(file);
  }

  async *end(file: AcknowledgedFile): AsyncGenerator<Buffer, void, undefined> {
    if (file.reading.counts.segments === 0 && file.loss !== undefined) throw file.loss;
    for await (const _step of inTurns(file.received.end(), this.run.share));
    yield* this.written(file);
    this.hasRead = true;
  }

  fail(cause: unknown, fileName: string, file: AcknowledgedFile | undefined): readonly Buffer[] {
    if (file?.hasAnswer === true) throw cause;
    this.out.length = 0;
    const failure = toEdiError(cause);
    this.failure ??= failure;
    this.run.counts.errors++;
    this.run.context.onError?.(failure, fileName);
    return [];
  }

  /** Throws the reason if no file could be read. */
  throwIfNothingRead(): void {
    if (this.failure !== undefined && !this.hasRead) throw this.failure;
  }

  private *written(file: AcknowledgedFile): Generator<Buffer, void, undefined> {
    for (const piece of written(this.out, false)) {
      file.hasAnswer = true;
      yield piece;
    }
  }

  private contextOf(fileName: string): AcknowledgmentContext {
    const { date, time, newControlNumber } = this.defaults;
    const { rules, sets } = this.run.context;
    return {
      date,
      time,
      newControlNumber,
      guide: (id) => sets.guide(id),
      levelOf: ({ ruleId }) => rules.levelOf(ruleId),
      out: this.out,
      warn: (message) => this.countIssue({ issueType: 'INVALID', message }, fileName),
    };
  }

  private *count(item: StreamItem, file: AcknowledgedFile): Generator<void, void, undefined> {
    if (item.kind === 'record') this.run.counts.records++;
    for (const issue of issuesOf(item)) {
      if (issue.dataLoss === true) file.loss ??= lossResult(issue, file.fileName).error;
      this.countIssue(issue, file.fileName);
      checkFindings(++file.issues, this.run.options.maxIssues);
      yield;
    }
  }

  private countIssue(issue: Issue, fileName: string): void {
    this.run.counts.issues++;
    this.run.hooks.onIssue?.(issue, fileName);
  }
}

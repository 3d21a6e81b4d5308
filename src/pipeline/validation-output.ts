import { ByteWriter } from '../common/byte-writer';
import { AnnotationRun, type AnnotationResult } from './annotation-run';
import { written } from './chunks';
import type { CheckedOptions } from './conversion-options';
import type { Conversion, ValidationOptions } from './conversion.types';
import type { EdiSources } from '../io/edi-source';
import type { Engine } from './engine';
import { inTurns, type Share } from './event-loop-share';
import type { NoticeResult } from './failures';
import { GuardedOutput } from './guarded-output';
import { OutputFiles } from './output-files';
import { outputReports } from './output-reports';
import { ValidationRun } from './validation-run';

/** Validates sources into an output: issues, or for outputs that take them, segments with their issues. */
export function validateInto(engine: Engine, checked: CheckedOptions, sources: EdiSources, options: ValidationOptions): Conversion {
  const { contentType, takes } = checked.output.options;
  const run = takes === 'segments' ? new AnnotationRun(engine, checked, options) : new ValidationRun(engine, checked, options);
  return {
    contentType,
    summary: run.counts,
    [Symbol.asyncIterator]: () =>
      write(openOutput(engine, checked, run, options), run, { reusesChunks: checked.reusesChunks, share: engine.share.until(options.signal) }, sources),
  };
}

type Run = AnnotationRun | ValidationRun;

function openOutput(engine: Engine, checked: CheckedOptions, { counts }: Run, { onIssue }: ValidationOptions): GuardedOutput {
  const reports = outputReports({ counts, onError: engine.onError, onIssue, showsWarnings: checked.showsWarnings });
  const files = new OutputFiles(false);
  return new GuardedOutput(checked.output, engine.outputContext(checked, files, reports), files);
}

/** How a conversion is written. */
interface Writing {
  readonly reusesChunks: boolean;
  readonly share: Share;
}

async function* write(session: GuardedOutput, run: Run, { reusesChunks, share }: Writing, sources: EdiSources): AsyncGenerator<Buffer, void, undefined> {
  const out = new ByteWriter();
  for await (const result of orFailure(run.results(sources), () => run.counts.transactions > 0 || run.counts.issues > run.counts.errors)) {
    if (result.kind === 'notice') session.notice(result.notice, out);
    else {
      for await (const segment of inTurns(result.segments, share)) {
        session.segment(segment, out, result.fileName);
        if (out.length > CHUNK_BYTES) yield* written(out, reusesChunks);
      }
    }
    if (out.length > CHUNK_BYTES) yield* written(out, reusesChunks);
  }
  session.end(out);
  yield* written(out, reusesChunks);
}

/** What is written at a time, about. */
const CHUNK_BYTES = 1 << 14;

type Outcome = AnnotationResult | NoticeResult;

/** Holds failures back while nothing was read: when that stays so, the first one is thrown, while a caller can still answer with a status. */
async function* orFailure(results: AsyncIterable<Outcome>, hasRead: () => boolean): AsyncGenerator<Outcome, void, undefined> {
  let held: Outcome[] = [];
  for await (const result of results) {
    const isFailure = result.kind === 'notice' && result.error !== undefined;
    if (isFailure && !hasRead()) {
      held.push(result);
      continue;
    }
    yield* held;
    held = [];
    yield result;
  }
  if (!hasRead()) for (const result of held) if (result.kind === 'notice' && result.error) throw result.error;
  yield* held;
}

import { pipe } from 'rxjs';
import type { EdiSources } from '../io/edi-source';
import { readSegments, type SegmentGroup } from './annotation-sink';
import type { EngineContext } from './context';
import type { Conversion, FilesConversion, ValidationOptions } from './conversion.types';
import { readIssues } from './issue-sink';
import { checkOptionNames, CONVERTER_CALL_OPTIONS } from './known-options';
import { beginRun, type Run } from './run';
import { type JoinedResult, joinedResults, type Joining, workersOf } from './workers/joined-results';
import { conversionOf, inOneFile, openOutput, orFirstError, writeResults } from './write-results';

/** Validates sources into issues, or for an output that takes segments into segments with their issues; see `Converter.validate`. */
export function validate(context: EngineContext, sources: EdiSources, options: ValidationOptions): Conversion {
  checkOptionNames('validate', options, CONVERTER_CALL_OPTIONS);
  return inOneFile(startValidation(beginRun(context, options), sources, options));
}

/** Starts the validation of a run. Opens its output when the first chunk is pulled. */
export function startValidation(run: Run, sources: EdiSources, call?: ValidationOptions): FilesConversion {
  const { counts, options } = run;
  const hasRead = (): boolean => counts.transactions > 0 || counts.issues > counts.errors;
  const isFailure = (result: SegmentGroup | JoinedResult): boolean => result.kind === 'again' || ('error' in result && result.error !== undefined);
  const isHeld = (result: SegmentGroup | JoinedResult): boolean => isFailure(result) && !hasRead();
  return conversionOf(run, () =>
    pipe(
      options.output.options.takes === 'segments' ? readSegments(run) : readOrJoinIssues(run, call),
      (results: AsyncIterable<SegmentGroup | JoinedResult>) => orFirstError(results, isHeld, hasRead),
      writeResults(openOutput(run, false), run),
    )(sources),
  );
}

function readOrJoinIssues(run: Run, call: ValidationOptions | undefined): (sources: EdiSources) => AsyncGenerator<JoinedResult, void, undefined> {
  const pool = workersOf(run);
  if (pool === undefined || call === undefined) return readIssues(run);
  const convertHere: Joining['convertHere'] = (one, source) => readIssues(one)([source]);
  return (sources) => joinedResults(sources, { run, pool, options: call, hasFiles: false, validatesOnly: true, convertHere });
}

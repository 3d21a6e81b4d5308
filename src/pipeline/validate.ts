import { pipe } from 'rxjs';
import type { EdiSources } from '../io/edi-source';
import { readSegments, type SegmentGroup } from './annotation-sink';
import type { EngineContext } from './context';
import type { Conversion, FilesConversion, ValidationOptions } from './conversion.types';
import { readIssues } from './issue-sink';
import { checkOptionNames, CONVERTER_CALL_OPTIONS } from './known-options';
import type { NoticeResult } from './notices';
import { beginRun, type Run } from './run';
import { conversionOf, inOneFile, openOutput, orFirstError, writeResults } from './write-results';

/** Validates sources into issues, or for an output that takes segments into segments with their issues; see `Converter.validate`. */
export function validate(context: EngineContext, sources: EdiSources, options: ValidationOptions): Conversion {
  checkOptionNames('validate', options, CONVERTER_CALL_OPTIONS);
  return inOneFile(startValidation(beginRun(context, options), sources));
}

/** Starts the validation of a run. Opens its output when the first chunk is pulled. */
export function startValidation(run: Run, sources: EdiSources): FilesConversion {
  const { counts, options } = run;
  const hasRead = (): boolean => counts.transactions > 0 || counts.issues > counts.errors;
  const isHeld = (result: SegmentGroup | NoticeResult): boolean => result.kind === 'notice' && result.error !== undefined && !hasRead();
  const read = options.output.options.takes === 'segments' ? readSegments : readIssues;
  return conversionOf(run, () =>
    pipe(
      read(run),
      (results: AsyncIterable<SegmentGroup | NoticeResult>) => orFirstError(results, isHeld, hasRead),
      writeResults(openOutput(run, false), run),
    )(sources),
  );
}

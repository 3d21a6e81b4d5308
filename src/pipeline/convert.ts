import type { EdiSources } from '../io/edi-source';
import type { EngineContext } from './context';
import type { Conversion, ConversionOptions, FilesConversion } from './conversion.types';
import { type ConversionResult, readRecords } from './conversion-sink';
import { checkOptionNames, CONVERTER_CALL_OPTIONS } from './known-options';
import { beginRun, type Run } from './run';
import { startValidation } from './validate';
import { conversionOf, inOneFile, openOutput, orFirstError, writeResults } from './write-results';

/** Converts sources into one output, as `Converter.convert` says. */
export function convert(context: EngineContext, sources: EdiSources, options: ConversionOptions): Conversion {
  checkOptionNames('convert', options, CONVERTER_CALL_OPTIONS);
  return inOneFile(startConversion(beginRun(context, options), sources, false));
}

/** As `convert`, with all files that the output has. */
export function convertToFiles(context: EngineContext, sources: EdiSources, options: ConversionOptions): FilesConversion {
  checkOptionNames('convertToFiles', options, CONVERTER_CALL_OPTIONS);
  return startConversion(beginRun(context, options), sources, true);
}

/** The records of sources as objects, as `Engine.records` says. */
export async function* records(
  context: EngineContext,
  sources: EdiSources,
  options: ConversionOptions,
  failures: 'in-band' | 'thrown',
): AsyncGenerator<Readonly<Record<string, unknown>>, void, undefined> {
  checkOptionNames('convert', options, CONVERTER_CALL_OPTIONS);
  const run = beginRun(context, options);
  const results = readRecords(sources, run);
  for await (const result of failures === 'thrown' ? orErrorWithoutRecords(results) : results) {
    if (result.kind === 'notice') {
      if (failures === 'thrown' && result.endsFile && result.error) throw result.error;
      yield result.notice;
    } else {
      const batch = await result.toBatch();
      yield* Array.from({ length: batch.size }, (_, i) => batch.record(i));
    }
  }
}

function startConversion(run: Run, sources: EdiSources, hasFiles: boolean): FilesConversion {
  if (run.options.output.options.takes === 'segments') return startValidation(run, sources);
  const output = openOutput(run, hasFiles);
  return conversionOf(run, () => writeResults(orErrorWithoutRecords(readRecords(sources, run, output.session)), output, run));
}

/** Failures that are held back at most; a file with more of them and no record is answered as it comes. */
const MAX_HELD_RESULTS = 10_000;

/** Passes results on, but throws the first failure where there is no record. */
function orErrorWithoutRecords(results: AsyncIterable<ConversionResult>): AsyncGenerator<ConversionResult, void, undefined> {
  let isHolding = true;
  const isHeld = ({ kind }: ConversionResult, held: number): boolean => (isHolding &&= kind === 'notice' && held < MAX_HELD_RESULTS);
  return orFirstError(results, isHeld, () => !isHolding);
}

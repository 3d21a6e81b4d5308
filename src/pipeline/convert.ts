import { pipe } from 'rxjs';
import type { EdiSources } from '../io/edi-source';
import type { EngineContext } from './context';
import type { Conversion, ConversionOptions, FileChunk, FilesConversion } from './conversion.types';
import { type ConversionResult, ConversionSink, type OutputNeeds } from './conversion-sink';
import { checkOptionNames, CONVERTER_CALL_OPTIONS } from './known-options';
import { completeRecords, lookUpCodes, readItems, toBatches, toResults } from './operators';
import { readSources } from './read-sources';
import { beginRun, type Run } from './run';
import { startValidation } from './validate';
import { type JoinedResult, joinedResults, type Joining, workersOf } from './workers/joined-results';
import { conversionOf, inOneFile, type OpenOutput, openOutput, orFirstError, writeResults } from './write-results';

/** The stages of a conversion, from sources to output files. Each pulls from the stage before it; the stages of a file are RxJS operators. */
const conversionStages = (run: Run, output: OpenOutput, joining?: JoiningOf): ((sources: EdiSources) => AsyncGenerator<FileChunk, void, undefined>) =>
  pipe(joining === undefined ? readRecords(run, output.session) : joinRecords(run, output, joining), orErrorWithoutRecords, writeResults(output, run));

/** What worker threads are asked for. */
type JoiningOf = Pick<Joining, 'pool' | 'options' | 'hasFiles'>;

/** As `readRecords`, with parts that worker threads convert. */
function joinRecords(run: Run, { session }: OpenOutput, joining: JoiningOf): (sources: EdiSources) => AsyncGenerator<JoinedResult, void, undefined> {
  const convertHere: Joining['convertHere'] = (one, source) => readRecords(one, session)([source]);
  return (sources) => joinedResults(sources, { ...joining, run, validatesOnly: false, convertHere });
}

/** The stages that read: sources to groups of records, and notices between them. */
export function readRecords(run: Run, needs?: OutputNeeds): (sources: EdiSources) => AsyncGenerator<ConversionResult, void, undefined> {
  const sink = new ConversionSink(run, needs);
  return readSources(sink, run, (file) =>
    pipe(
      readItems(file.reading), // bytes -> segments -> envelope -> loops -> records to make, and issues
      toBatches(run.options, needs), // `chunkSize` records, with the issues between them
      completeRecords(run.share), // the end of large records
      lookUpCodes(file.validation), // codes that validation does not know yet
      toResults(sink, file), // groups of records, and notices
    ),
  );
}

/** Converts sources into one output; see `Converter.convert`. */
export function convert(context: EngineContext, sources: EdiSources, options: ConversionOptions): Conversion {
  checkOptionNames('convert', options, CONVERTER_CALL_OPTIONS);
  return inOneFile(startConversion(beginRun(context, options), sources, { options, hasFiles: false }));
}

/** As `convert`, with all files that the output has. */
export function convertToFiles(context: EngineContext, sources: EdiSources, options: ConversionOptions): FilesConversion {
  checkOptionNames('convertToFiles', options, CONVERTER_CALL_OPTIONS);
  return startConversion(beginRun(context, options), sources, { options, hasFiles: true });
}

/** Content type and counts of a conversion that another thread runs. Throws what the conversion throws before its first chunk; nothing stays open. */
export function checkConversion(
  context: EngineContext,
  operation: 'convert' | 'convertToFiles',
  options: ConversionOptions,
): Pick<FilesConversion, 'contentType' | 'summary'> {
  checkOptionNames(operation, options, CONVERTER_CALL_OPTIONS);
  const run = beginRun(context, options);
  const { contentType, takes } = run.options.output.options;
  if (takes !== 'segments') openOutput(run, operation === 'convertToFiles').session.close();
  return { contentType, summary: run.counts };
}

/** The records of sources as objects; see `Engine.records`. */
export async function* records(
  context: EngineContext,
  sources: EdiSources,
  options: ConversionOptions,
  failures: 'in-band' | 'thrown',
): AsyncGenerator<Readonly<Record<string, unknown>>, void, undefined> {
  checkOptionNames('convert', options, CONVERTER_CALL_OPTIONS);
  const run = beginRun(context, options);
  const results = readRecords(run)(sources);
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

function startConversion(run: Run, sources: EdiSources, call: Omit<JoiningOf, 'pool'>): FilesConversion {
  if (run.options.output.options.takes === 'segments') return startValidation(run, sources);
  const output = openOutput(run, call.hasFiles);
  const pool = workersOf(run);
  return conversionOf(run, () => conversionStages(run, output, pool && { ...call, pool })(sources));
}

/** Failures that are held back; more are written as they come, although there is no record yet. */
const MAX_HELD_RESULTS = 10_000;

/** Passes results on. Throws the first failure if there is no record. */
function orErrorWithoutRecords<R extends JoinedResult>(results: AsyncIterable<R>): AsyncGenerator<R, void, undefined> {
  let isHolding = true;
  const hasNone = (result: JoinedResult): boolean => result.kind === 'notice' || result.kind === 'again' || (result.kind === 'part' && result.records === 0);
  const isHeld = (result: R, held: number): boolean => (isHolding &&= hasNone(result) && held < MAX_HELD_RESULTS);
  return orFirstError(results, isHeld, () => !isHolding);
}

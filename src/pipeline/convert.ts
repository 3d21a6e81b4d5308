import type { EdiSources } from '../io/edi-source';
import { AnnotationSink, type SegmentGroup } from './annotation-sink';
import type { EngineContext } from './context';
import type { Conversion, ConversionOptions, FileChunk, FilesConversion, ValidationOptions } from './conversion.types';
import { type ConversionResult, ConversionSink } from './conversion-sink';
import { readIssues } from './issue-sink';
import { checkOptionNames, CONVERTER_CALL_OPTIONS } from './known-options';
import type { NoticeResult } from './notices';
import { readSources } from './read-sources';
import { beginRun, type Run } from './run';
import { openOutput, orFirstError, writeResults } from './write-results';

/** Converts sources into one output, as `Converter.convert` says. */
export function convert(context: EngineContext, sources: EdiSources, options: ConversionOptions): Conversion {
  checkOptionNames('convert', options, CONVERTER_CALL_OPTIONS);
  return inOneFile(openConversion(beginRun(context, options), sources, false));
}

/** As `convert`, with all files that the output has. */
export function convertToFiles(context: EngineContext, sources: EdiSources, options: ConversionOptions): FilesConversion {
  checkOptionNames('convertToFiles', options, CONVERTER_CALL_OPTIONS);
  return openConversion(beginRun(context, options), sources, true);
}

/** Validates sources into issues, or with an output that takes them into segments with their issues. */
export function validate(context: EngineContext, sources: EdiSources, options: ValidationOptions): Conversion {
  checkOptionNames('validate', options, CONVERTER_CALL_OPTIONS);
  return inOneFile(openValidation(beginRun(context, options), sources));
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
  const results = readSources(sources, new ConversionSink(run), run);
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

function openConversion(run: Run, sources: EdiSources, hasFiles: boolean): FilesConversion {
  if (run.options.output.options.takes === 'segments') return openValidation(run, sources);
  const output = openOutput(run, hasFiles);
  const sink = new ConversionSink(run, output.session);
  return conversionOf(run, () => writeResults(orErrorWithoutRecords(readSources(sources, sink, run)), output, run));
}

function openValidation(run: Run, sources: EdiSources): FilesConversion {
  const { counts, options } = run;
  const isAnnotation = options.output.options.takes === 'segments';
  const hasRead = (): boolean => counts.transactions > 0 || counts.issues > counts.errors;
  const write = (): AsyncGenerator<FileChunk> => {
    const results = isAnnotation ? readSources(sources, new AnnotationSink(run), run) : readIssues(sources, run);
    const isHeld = (result: SegmentGroup | NoticeResult): boolean => result.kind === 'notice' && result.error !== undefined && !hasRead();
    return writeResults(orFirstError(results, isHeld, hasRead), openOutput(run, false), run);
  };
  return conversionOf(run, write);
}

function conversionOf({ counts, options }: Run, write: () => AsyncGenerator<FileChunk>): FilesConversion {
  return { contentType: options.output.options.contentType, summary: counts, [Symbol.asyncIterator]: write };
}

function inOneFile(conversion: FilesConversion): Conversion {
  const { contentType, summary } = conversion;
  return { contentType, summary, [Symbol.asyncIterator]: () => bytesOf(conversion) };
}

async function* bytesOf(chunks: AsyncIterable<FileChunk>): AsyncGenerator<Buffer, void, undefined> {
  for await (const { bytes } of chunks) yield bytes;
}

/** Failures that are held back at most; a file with more of them and no record is answered as it comes. */
const MAX_HELD_RESULTS = 10_000;

/** Passes results on, but throws the first failure where there is no record. */
function orErrorWithoutRecords(results: AsyncIterable<ConversionResult>): AsyncGenerator<ConversionResult, void, undefined> {
  let isHolding = true;
  const isHeld = ({ kind }: ConversionResult, held: number): boolean => (isHolding &&= kind === 'notice' && held < MAX_HELD_RESULTS);
  return orFirstError(results, isHeld, () => !isHolding);
}

import { lazyDirectory } from '../codes/lazy-directory';
import { EdiError } from '../common/edi-error';
import type { Conversion, ConversionOptions, EdiSource, FileChunk, FilesConversion } from '../pipeline/conversion.types';
import { createConverter } from '../pipeline/create-converter';
import type { CommandIo } from './command-io';
import { ConversionReport } from './conversion-report';
import { EXIT, type ExitCode } from './exit-codes';
import { type Input, type InputList, listInputs } from './inputs';
import { chooseFormat, type Format, type OpenFile, type OutputPlan, planOutput } from './output-plan';
import { OutputSet } from './output-set';
import { ReaderGone } from './output-target';
import { pluginsOf } from './plugin-choice';
import { ruleChoice, type RuleOptions } from './rule-choice';
import { checkCsvOptions, type SchemaOptions, schemaParameters, wantsSegments } from './schema-options';

/** Options of `clearloop convert`, under the names that the program gives them. */
export interface ConvertOptions extends SchemaOptions, RuleOptions {
  /** Id of an output of records, or `segments`. */
  readonly to?: string;
  readonly segments?: boolean;
  readonly objects?: string;
  readonly out?: string;
  readonly recurse?: boolean;
  readonly quiet?: boolean;
  readonly transactionTopLevel?: boolean;
  readonly controlSegments?: boolean;
  readonly chunkSize?: number;
  readonly maxWarnings?: number;
  readonly warnings?: boolean;
  readonly validate?: boolean;
  readonly descriptions: boolean;
}

type Convert = (sources: Iterable<EdiSource> | AsyncIterable<EdiSource>) => FilesConversion;

/** Converts files. Gives the exit code; throws UsageError when the arguments do not fit. */
export async function convertCommand(paths: readonly string[], options: ConvertOptions, io: CommandIo): Promise<ExitCode> {
  const report = new ConversionReport(io);
  const codes = lazyDirectory(io.environment, report.noDescriptions);
  const converter = createConverter({ onError: report.error, codes, plugins: pluginsOf(io) });
  const list = listInputs(paths, { recurse: options.recurse ?? false, fileExtensions: converter.fileExtensions }, io);
  const format = chooseFormat(options.to, options.out, converter.outputs);
  checkCsvOptions(format, options);
  const plan = planOutput(options.out, format.extension, list.inputs, io);
  const descriptions = options.descriptions && io.environment['EDI_DESCRIPTIONS']?.trim() !== 'false';
  const conversionOptions = {
    ...toConversionOptions(options, format),
    ...ruleChoice(options, io),
    descriptions,
    reusesChunks: true,
    signal: io.signal,
    onIssue: report.issue,
  };
  const isShown = isWatched(plan, options, io);
  if (isShown) await showProgress(report, list, io);
  try {
    await convertAll(list.inputs, plan, report, (sources) =>
      plan.hasFiles ? converter.convertToFiles(sources, conversionOptions) : asFirstFile(converter.convert(sources, conversionOptions)),
    );
  } catch (error) {
    if (!io.signal.aborted && !(error instanceof ReaderGone)) throw error;
  } finally {
    report.progress?.stop();
    report.progress = undefined;
    await codes.close();
  }
  if (io.signal.aborted) return EXIT.interrupted;
  if (isShown) report.summarise(list.leftOut);
  else report.summariseSkipped();
  return report.hasFailed ? EXIT.failed : EXIT.ok;
}

function toConversionOptions(options: ConvertOptions, format: Format): ConversionOptions {
  return {
    output: format.id,
    outputParameters: schemaParameters(options),
    convertToSegments: wantsSegments(options),
    ...(options.objects === undefined ? {} : { objects: options.objects }),
    transactionTopLevel: options.transactionTopLevel ?? false,
    convertControlSegments: options.controlSegments ?? false,
    warningsInResponse: options.warnings ?? false,
    validate: options.validate ?? false,
    ...(options.chunkSize === undefined ? {} : { chunkSize: options.chunkSize }),
    ...(options.maxWarnings === undefined ? {} : { maxWarnings: options.maxWarnings }),
  };
}

/** True when a person looks at standard error, and the terminal is not taken by the output itself. */
function isWatched(plan: OutputPlan, options: ConvertOptions, io: CommandIo): boolean {
  const isTerminalTaken = plan.kind === 'combined' && plan.isStandardOutput && io.stdout.isTTY === true;
  return io.stderr.isTTY === true && options.quiet !== true && !isTerminalTaken;
}

async function showProgress(report: ConversionReport, { inputs }: InputList, io: CommandIo): Promise<void> {
  const { startProgress } = await import('./progress.js');
  const isTotalKnown = inputs.every(({ path }) => path !== undefined);
  report.progress = startProgress(io, isTotalKnown ? inputs.reduce((sum, { bytes = 0 }) => sum + bytes, 0) : undefined);
}

async function convertAll(inputs: readonly Input[], plan: OutputPlan, report: ConversionReport, convert: Convert): Promise<void> {
  if (plan.kind === 'combined') return convertInto(convert(sourcesOf(inputs, report)), plan.open, report);
  for (const input of inputs) {
    for await (const source of sourcesOf([input], report)) {
      await convertInto(convert([source]), plan.open(input.subfolder, source.name), report, source.name);
    }
  }
}

async function* sourcesOf(inputs: readonly Input[], report: ConversionReport): AsyncGenerator<EdiSource> {
  for (const input of inputs) yield* input.open((bytes) => report.progress?.add(bytes));
}

/** The conversion of an output that takes one file. */
function asFirstFile(conversion: Conversion): FilesConversion {
  const { contentType, summary } = conversion;
  const chunks = async function* (): AsyncGenerator<FileChunk> {
    for await (const bytes of conversion) yield { file: '', bytes };
  };
  return { contentType, summary, [Symbol.asyncIterator]: chunks };
}

async function convertInto(conversion: FilesConversion, open: OpenFile, report: ConversionReport, fileName?: string): Promise<void> {
  const output = new OutputSet(open);
  try {
    for await (const { file, bytes } of conversion) await output.write(file, bytes);
    await output.commit();
  } catch (error) {
    await output.discard();
    if (!(error instanceof EdiError)) throw error;
    report.error(error, fileName);
  } finally {
    report.add(conversion.summary);
  }
}

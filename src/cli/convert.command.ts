import { lazyDirectory } from '../codes/lazy-directory';
import { EdiError } from '../common/edi-error';
import type { Conversion, ConversionOptions, FileChunk, FilesConversion } from '../pipeline/conversion.types';
import type { EdiSources } from '../io/edi-source';
import { noCounts } from '../pipeline/counts';
import { createConverter } from '../pipeline/create-converter';
import { runAlone } from '../pipeline/output-files';
import type { EachConversion } from '../pipeline/workers/convert-each';
import type { CommandIo } from './command-io';
import type { ExitCode } from './exit-codes';
import { type Input, listInputs } from './inputs';
import { chooseFormat, type Format, nameRule, type OutputPlan, planOutput } from './output-plan';
import { type OpenFile, OutputSet } from '../io/output-set';
import { ReaderGone } from '../io/output-target';
import { pluginsOf } from './plugin-choice';
import type { RemoteFiles } from './remote-files';
import { type Jobs, workersFor } from './worker-count';
import { ruleChoice } from './rule-choice';
import { type PlannedSource, type ReportOptions, RunReport } from './run-report';
import { checkFhirOptions, checkSegmentOptions, checkTableOptions, checkTerminal, type FormatOptions, outputParameters, wantsSegments } from './schema-options';

/** Options of `clearloop convert`, under their names in the program. */
export interface ConvertOptions extends FormatOptions, ReportOptions {
  readonly out?: string;
  readonly recurse?: boolean;
  readonly bareFileNames?: boolean;
  readonly chunkSize?: number;
  /** Undefined for `auto`. */
  readonly jobs?: Jobs | undefined;
  readonly maxWarnings?: number;
  readonly warnings?: boolean;
  /** Undefined: the default of the format. */
  readonly descriptions?: boolean;
}

/** The ways to convert sources into the outputs of a plan. */
interface Convert {
  /** Sources into one output. */
  readonly together: (sources: EdiSources) => FilesConversion;
  /** Each source into an output of its own. */
  readonly each: (sources: Iterable<PlannedSource>) => AsyncIterable<EachConversion<PlannedSource>>;
  /** True where worker threads read files before their turn. */
  readonly readsAhead: boolean;
}

/** Converts files and returns the exit code. Throws UsageError for invalid arguments. */
export async function convertCommand(paths: readonly string[], options: ConvertOptions, io: CommandIo, files: RemoteFiles): Promise<ExitCode> {
  runAlone();
  const report = new RunReport(io, { ...options, command: 'convert' });
  const codes = lazyDirectory(io.environment, report.noDescriptions);
  const converter = createConverter({ onError: report.error, codes, plugins: pluginsOf(io) });
  const format = chooseFormat(options.to, options.out, { outputs: converter.outputs, allowsSegments: true });
  checkTableOptions(format, options);
  checkFhirOptions(format, options);
  checkSegmentOptions(format, options);
  const search = { files, recurse: options.recurse ?? false, fileExtensions: converter.fileExtensions, hasBareNames: options.bareFileNames ?? false };
  const list = await listInputs(paths, search, io);
  const plan = planOutput({ out: options.out, rule: nameRule(format, converter.outputs), inputs: list.inputs, files }, io);
  report.setInputs(list, [plan.target]);
  const isStandardOutput = plan.kind === 'combined' && plan.target === undefined;
  checkTerminal(format, isStandardOutput && io.stdout.isTTY === true);
  const conversionOptions = {
    ...toConversionOptions(options, format, io),
    reusesChunks: true,
    workers: workersFor(options.jobs, list.inputs),
    signal: io.signal,
    onIssue: report.issue,
  };
  await report.showProgress(isStandardOutput && io.stdout.isTTY === true);
  let isCut = false;
  try {
    await convertAll(list.inputs, plan, report, {
      together: (sources) =>
        plan.hasFiles ? converter.convertToFiles(sources, conversionOptions) : asFirstFile(converter.convert(sources, conversionOptions)),
      each: (sources) => converter.convertEach(sources, conversionOptions),
      readsAhead: conversionOptions.workers > 0,
    });
  } catch (error) {
    isCut = error instanceof ReaderGone;
    if (!io.signal.aborted && !isCut) throw error;
  } finally {
    report.stopProgress();
    await codes.close();
  }
  return report.finish({ isCut });
}

/** Returns the options of a conversion. Options of levels and rules imply validation. */
export function toConversionOptions(options: ConvertOptions, format: Format, io: CommandIo): ConversionOptions {
  return {
    ...ruleChoice(options, io),
    descriptions: options.descriptions ?? io.environment['EDI_DESCRIPTIONS']?.trim() !== 'false',
    output: format.id,
    outputParameters: outputParameters(options, format),
    convertToSegments: wantsSegments(options),
    objects: options.objects ?? io.environment['CLEARLOOP_OBJECTS']?.trim() ?? '',
    transactionTopLevel: options.transactionTopLevel ?? false,
    convertControlSegments: options.controlSegments ?? false,
    warningsInResponse: options.warnings ?? false,
    validate: validates(options),
    ...(options.chunkSize === undefined ? {} : { chunkSize: options.chunkSize }),
    ...(options.maxWarnings === undefined ? {} : { maxWarnings: options.maxWarnings }),
  };
}

const validates = ({ validate, levels, rules }: ConvertOptions): boolean => validate === true || levels !== undefined || rules !== undefined;

async function convertAll(inputs: readonly Input[], plan: OutputPlan, report: RunReport, convert: Convert): Promise<void> {
  if (plan.kind === 'combined') {
    const files = convert.readsAhead
      ? report.fileSources(
          (source) => report.begin(source, conversion.summary),
          () => report.end(conversion.summary),
        )
      : undefined;
    const conversion: FilesConversion = convert.together(files ?? report.sources(() => conversion.summary));
    report.wrote(await convertInto(conversion, plan.open, report), false);
    return;
  }
  const files = convert.readsAhead ? report.fileSources() : undefined;
  if (files !== undefined) {
    for await (const { source, conversion } of convert.each(files)) {
      report.begin(source, noCounts());
      report.wrote(await convertInto(conversion, plan.open(source.subfolder, source.name), report, source.name), true);
      report.end(conversion.summary);
    }
    return;
  }
  for (const input of inputs) {
    for await (const source of report.open(input)) {
      report.begin(source, noCounts());
      const conversion = convert.together([source]);
      report.wrote(await convertInto(conversion, plan.open(input.subfolder, source.name), report, source.name), true);
      report.end(conversion.summary);
    }
  }
}

/** The conversion of an output that takes one file. */
function asFirstFile(conversion: Conversion): FilesConversion {
  const { contentType, summary } = conversion;
  const chunks = async function* (): AsyncGenerator<FileChunk> {
    for await (const bytes of conversion) yield { file: '', bytes };
  };
  return { contentType, summary, [Symbol.asyncIterator]: chunks };
}

/** Returns the paths of the files that it wrote. */
async function convertInto(conversion: FilesConversion, open: OpenFile, report: RunReport, fileName?: string): Promise<readonly string[]> {
  const output = new OutputSet(open);
  try {
    for await (const { file, bytes } of conversion) await output.write(file, bytes);
    return await output.commit();
  } catch (error) {
    await output.discard();
    if (!(error instanceof EdiError)) throw error;
    report.error(error, fileName);
    return [];
  }
}

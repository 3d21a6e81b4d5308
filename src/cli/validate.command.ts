import { lazyDirectory } from '../codes/lazy-directory';
import { EdiError } from '../common/edi-error';
import type { Conversion, Converter, ValidationOptions } from '../pipeline/conversion.types';
import { createConverter } from '../pipeline/create-converter';
import type { CommandIo } from './command-io';
import { isEdiExtension } from '../batch/edi-file-names';
import type { ExitCode } from './exit-codes';
import { openFileTarget } from '../io/file-target';
import { type Input, listInputs } from './inputs';
import { IssueReport } from './issue-report';
import { formatExtension, outputPath } from './output-names';
import { refuseToReplaceInput } from './output-plan';
import { type OutputTarget, ReaderGone, streamTarget } from '../io/output-target';
import { pluginsOf } from './plugin-choice';
import type { RemoteFiles } from './remote-files';
import { type Jobs, workersFor } from './worker-count';
import { ruleChoice, type RuleOptions } from './rule-choice';
import { type ReportOptions, RunReport } from './run-report';
import type { ValidationFormat } from './validation-formats';

const OUTPUTS: Readonly<Record<ValidationFormat, string>> = { summary: 'ndjson', text: 'annotated-text', json: 'json', ndjson: 'ndjson' };

/** Formats of output files without `--format`, by their extensions. */
const FORMATS: Readonly<Record<string, ValidationFormat>> = { json: 'json', ndjson: 'ndjson', jsonl: 'ndjson', txt: 'summary' };

/** Extensions that formats add to a name without one. */
const EXTENSIONS: Readonly<Record<ValidationFormat, string>> = { summary: 'txt', text: 'txt', json: 'json', ndjson: 'ndjson' };

/** Options of `clearloop validate`, under their names in the program. */
export interface ValidateOptions extends RuleOptions, ReportOptions {
  readonly format?: ValidationFormat;
  readonly out?: string;
  readonly recurse?: boolean;
  /** Undefined for `auto`. */
  readonly jobs?: Jobs | undefined;
  readonly prefix?: string;
  readonly show: number;
}

/** Validates files. Throws UsageError when the arguments do not fit. */
export async function validateCommand(paths: readonly string[], options: ValidateOptions, io: CommandIo, files: RemoteFiles): Promise<ExitCode> {
  const format = options.format ?? FORMATS[formatExtension(options.out ?? '')] ?? 'summary';
  const report = new RunReport(io, { ...options, command: 'validate' });
  const codes = lazyDirectory(io.environment, report.noCodes);
  const issues = new IssueReport(options.show);
  const onError = (error: EdiError, fileName?: string): void => {
    report.error(error, fileName);
    if (fileName !== undefined) issues.fail();
  };
  const converter = createConverter({ onError, codes, plugins: pluginsOf(io) });
  const list = await listInputs(paths, { files, recurse: options.recurse ?? false, fileExtensions: converter.fileExtensions }, io);
  const rule = { extensions: Object.keys(FORMATS), allows: isEdiExtension, added: EXTENSIONS[format] };
  const out = options.out === undefined ? undefined : outputPath(options.out, rule);
  refuseToReplaceInput(out, list.inputs);
  report.setInputs(list, [out]);
  const target = out === undefined ? streamTarget(io.stdout) : await openFileTarget(out);
  await report.showProgress(out === undefined && io.stdout.isTTY === true);
  let isCut = false;
  try {
    await validateAll(converter, { options, inputs: list.inputs, format, io, report, issues, target });
    if (format === 'summary') await target.write(Buffer.from(issues.text()));
    await target.commit();
    report.wrote(target.path === undefined ? [] : [target.path], false);
  } catch (error) {
    await target.discard();
    isCut = error instanceof ReaderGone;
    if (!io.signal.aborted && !isCut) throw error;
  } finally {
    report.stopProgress();
    await codes.close();
  }
  const isTableWanted = format !== 'summary' && options.quiet !== true && options.log !== 'json' && !io.signal.aborted;
  if (isTableWanted) io.stderr.write(issues.table());
  return report.finish({ hasSummary: options.log === 'json', isCut });
}

/** Shared by the parts of the work on the inputs. */
interface Work {
  readonly options: ValidateOptions;
  readonly inputs: readonly Input[];
  readonly format: ValidationFormat;
  readonly io: CommandIo;
  readonly report: RunReport;
  readonly issues: IssueReport;
  readonly target: OutputTarget;
}

async function validateAll(converter: Converter, { options, inputs, format, io, report, issues, target }: Work): Promise<void> {
  const { prefix } = options;
  const validation: ValidationOptions = {
    ...ruleChoice(options, io),
    output: OUTPUTS[format],
    reusesChunks: true,
    workers: workersFor(options.jobs, inputs),
    signal: io.signal,
    onIssue: (issue, fileName) => {
      report.issue(issue, fileName);
      issues.add(issue, fileName);
    },
    ...(prefix === undefined ? {} : { outputParameters: { issueStringPrefix: prefix } }),
  };
  const sources = async function* (): ReturnType<RunReport['sources']> {
    for await (const source of report.sources(() => conversion.summary)) {
      issues.addFile(source.name);
      yield source;
    }
  };
  const files =
    validation.workers === 0
      ? undefined
      : report.fileSources(
          (source) => {
            report.begin(source, conversion.summary);
            issues.addFile(source.name);
          },
          () => report.end(conversion.summary),
        );
  const conversion: Conversion = converter.validate(files ?? sources(), validation);
  try {
    for await (const chunk of conversion) {
      if (format !== 'summary') await target.write(chunk);
      else if (issues.isFull) await target.write(Buffer.from(issues.takeListing()));
    }
  } catch (error) {
    if (!(error instanceof EdiError) || error.code === 'EDI_BAD_PARAMETER') throw error;
    report.error(error);
  }
}

import { lazyDirectory } from '../codes/lazy-directory';
import { EdiError } from '../common/edi-error';
import type { Converter, EdiSource, ValidationOptions } from '../pipeline/conversion.types';
import { createConverter } from '../pipeline/create-converter';
import type { CommandIo } from './command-io';
import { ConversionReport } from './conversion-report';
import { EXIT, type ExitCode } from './exit-codes';
import { openFileTarget } from './file-target';
import { type Input, listInputs } from './inputs';
import { IssueReport } from './issue-report';
import { type OutputTarget, ReaderGone, streamTarget } from './output-target';
import { refuseToReplaceInput } from './output-plan';
import { pluginsOf } from './plugin-choice';
import { ruleChoice, type RuleOptions } from './rule-choice';
import type { ValidationFormat } from './validation-formats';

const OUTPUTS: Readonly<Record<ValidationFormat, string>> = { summary: 'ndjson', text: 'annotated-text', json: 'json', ndjson: 'ndjson' };

/** Options of `clearloop validate`, under the names that the program gives them. */
export interface ValidateOptions extends RuleOptions {
  readonly format: ValidationFormat;
  readonly out?: string;
  readonly recurse?: boolean;
  readonly prefix?: string;
  readonly show: number;
  readonly quiet?: boolean;
}

/** Validates files. Gives 1 when something is wrong in them; throws UsageError when the arguments do not fit. */
export async function validateCommand(paths: readonly string[], options: ValidateOptions, io: CommandIo): Promise<ExitCode> {
  const report = new ConversionReport(io);
  const codes = lazyDirectory(io.environment, report.noCodes);
  const issues = new IssueReport(options.show);
  const onError = (error: EdiError, fileName?: string): void => {
    report.error(error, fileName);
    if (fileName !== undefined) issues.fail();
  };
  const converter = createConverter({ onError, codes, plugins: pluginsOf(io) });
  const { inputs } = listInputs(paths, { recurse: options.recurse ?? false, fileExtensions: converter.fileExtensions }, io);
  refuseToReplaceInput(options.out, inputs);
  const target = await openTarget(options, io);
  try {
    await validateAll(inputs, converter, { options, io, report, issues, target });
    if (options.format === 'summary') await target.write(Buffer.from(issues.text()));
    await target.commit();
  } catch (error) {
    await target.discard();
    if (!io.signal.aborted && !(error instanceof ReaderGone)) throw error;
  } finally {
    await codes.close();
  }
  if (io.signal.aborted) return EXIT.interrupted;
  const isTableWanted = options.format !== 'summary' && options.quiet !== true && io.stderr.isTTY === true;
  if (isTableWanted) io.stderr.write(issues.table());
  return report.hasFailed || issues.total > 0 ? EXIT.failed : EXIT.ok;
}

/** What the work on the inputs shares. */
interface Work {
  readonly options: ValidateOptions;
  readonly io: CommandIo;
  readonly report: ConversionReport;
  readonly issues: IssueReport;
  readonly target: OutputTarget;
}

async function openTarget({ out }: ValidateOptions, io: CommandIo): Promise<OutputTarget> {
  return out === undefined ? streamTarget(io.stdout) : openFileTarget(out);
}

async function validateAll(inputs: readonly Input[], converter: Converter, { options, io, report, issues, target }: Work): Promise<void> {
  const { format, prefix } = options;
  const validation: ValidationOptions = {
    ...ruleChoice(options, io),
    output: OUTPUTS[format],
    reusesChunks: true,
    signal: io.signal,
    onIssue: (issue, fileName) => {
      if (format !== 'summary') report.issue(issue, fileName);
      issues.add(issue, fileName);
    },
    ...(prefix === undefined ? {} : { outputParameters: { issueStringPrefix: prefix } }),
  };
  const conversion = converter.validate(sourcesOf(inputs, issues), validation);
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

async function* sourcesOf(inputs: readonly Input[], issues: IssueReport): AsyncGenerator<EdiSource> {
  for (const input of inputs) {
    for await (const source of input.open(() => undefined)) {
      issues.addFile(source.name);
      yield source;
    }
  }
}

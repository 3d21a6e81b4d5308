import { lazyDirectory } from '../codes/lazy-directory';
import { EdiError } from '../common/edi-error';
import { SpoolFile } from '../io/spool-file';
import { noCounts } from '../pipeline/counts';
import { createConverter } from '../pipeline/create-converter';
import type { GeneratedPiece, RequestGeneration } from '../pipeline/generation/generation.types';
import { inflateIfGzip } from '../io/inflate';
import type { CommandIo } from './command-io';
import { isEdiExtension } from '../batch/edi-file-names';
import type { ExitCode } from './exit-codes';
import { openFileTarget } from '../io/file-target';
import { type InputSource, listInputs } from './inputs';
import { type OutputTarget, ReaderGone, streamTarget } from '../io/output-target';
import { EDI_OUTPUT_EXTENSIONS, outputPath } from './output-names';
import { refuseToReplaceInput } from './output-plan';
import { pluginsOf } from './plugin-choice';
import type { RemoteFiles } from './remote-files';
import { ruleChoice, type RuleOptions } from './rule-choice';
import { type ReportOptions, RunReport } from './run-report';
import { countText } from './size-text';
import { UsageError } from './usage-error';

/** Issues that are listed by default. */
const DEFAULT_SHOWN_ISSUES = 20;

/** Options of `clearloop generate`, under their names in the program. */
export interface GenerateOptions extends RuleOptions, ReportOptions {
  readonly out?: string;
  readonly failOnIssues?: boolean;
  readonly validate: boolean;
  /** Issues to list, with their messages; undefined: some, without the values that messages may have. */
  readonly show?: number;
}

/** Where a request is, and what it is generated as. */
export interface GenerateRequest {
  readonly set: string;
  readonly path: string;
}

/** Generates EDI from a request. Throws UsageError when the arguments do not fit. */
export async function generateCommand({ set, path }: GenerateRequest, options: GenerateOptions, io: CommandIo, files: RemoteFiles): Promise<ExitCode> {
  const list = await listInputs([path], { files, recurse: false, fileExtensions: new Set() }, io);
  const [input] = list.inputs;
  if (input === undefined || list.inputs.length > 1) throw new UsageError('One request is generated at a time: name a file, or - for standard input.');
  if (options.failOnIssues === true && !options.validate) throw new UsageError('--fail-on-issues needs validation. Leave out --no-validate.');
  const rule = { extensions: EDI_OUTPUT_EXTENSIONS, allows: isEdiExtension, added: EDI_OUTPUT_EXTENSIONS[0] };
  const out = options.out === undefined ? undefined : outputPath(options.out, rule);
  refuseToReplaceInput(out, list.inputs);
  const report = new RunReport(io, { ...options, command: 'generate' });
  report.setInputs(list, [out]);
  const codes = lazyDirectory(io.environment, report.noCodes);
  const converter = createConverter({ codes, plugins: pluginsOf(io) });
  const generate = (source: InputSource): RequestGeneration =>
    converter.generate(set, inflateIfGzip(source.open()), {
      ...ruleChoice(options, io),
      validate: options.validate,
      signal: io.signal,
      ...(input.path === undefined ? {} : { fileName: input.path }),
    });
  const target = out === undefined ? streamTarget(io.stdout) : await openFileTarget(out);
  await report.showProgress(out === undefined && io.stdout.isTTY === true);
  let isCut = false;
  try {
    for await (const source of report.open(input)) await generateOne(source, { generate, target, options, report });
    if (report.hasFailed) await target.discard();
    else {
      await target.commit();
      report.wrote(target.path === undefined ? [] : [target.path], false);
    }
  } catch (error) {
    await target.discard();
    isCut = error instanceof ReaderGone;
    if (!io.signal.aborted && !isCut) throw error;
  } finally {
    report.stopProgress();
    await codes.close();
  }
  return report.finish({ isCut });
}

/** Shared by the parts of the work on a request. */
interface Work {
  readonly generate: (source: InputSource) => RequestGeneration;
  readonly target: OutputTarget;
  readonly options: GenerateOptions;
  readonly report: RunReport;
}

async function generateOne(source: InputSource, { generate, target, options, report }: Work): Promise<void> {
  const generation = generate(source);
  const issues = new GeneratedIssues(options.show, source, report);
  report.begin(source, noCounts());
  try {
    await write(generation, target, options.failOnIssues ?? false, issues);
  } catch (error) {
    if (!(error instanceof EdiError) || error.code === 'EDI_OUTPUT_FAILED' || error.code === 'EDI_BAD_PARAMETER') throw error;
    report.error(error, source.name);
  }
  issues.sumUp();
  report.end(generation.summary);
}

/** Writes the EDI; with `waits` only when nothing is wrong with it, which is known at its end. Throws EDI_REQUEST_INVALID when nothing is written. */
async function write(generation: RequestGeneration, target: OutputTarget, waits: boolean, issues: GeneratedIssues): Promise<void> {
  const held = waits ? await SpoolFile.open() : undefined;
  try {
    for await (const piece of generation) {
      if (piece.kind === 'issue') issues.add(piece);
      else if (held === undefined) await target.write(piece.bytes);
      else if (issues.count === 0) await held.append(piece.bytes);
    }
    if (held === undefined) return;
    if (issues.count > 0) throw new EdiError('EDI_REQUEST_INVALID', `Nothing was written: ${countText(issues.count, 'issue')} with --fail-on-issues.`);
    for await (const bytes of held.bytes()) await target.write(bytes);
  } finally {
    await held?.close();
  }
}

/** An issue with the rule that found it. */
type IssuePiece = Extract<GeneratedPiece, { readonly kind: 'issue' }>;

/**
 * Reports the issues of a request: the first ones as they come, then the number of all. Standard error may become a log, so that messages, which
 * may quote values of patients, are shown only if the caller requests them by a number of issues; else the sentence of the rule.
 */
class GeneratedIssues {
  count = 0;
  private readonly shown: number;

  constructor(
    private readonly requested: number | undefined,
    private readonly source: InputSource,
    private readonly report: RunReport,
  ) {
    this.shown = requested ?? DEFAULT_SHOWN_ISSUES;
  }

  add({ issue: { jsonPath, fieldName, element, message, ruleId }, rule }: IssuePiece): void {
    this.report.finding(this.source.name);
    if (this.count++ >= this.shown) return;
    const where = [jsonPath, fieldName].filter((part) => typeof part === 'string').join('.');
    const finding = rule === undefined || this.requested !== undefined ? message : `${rule.id}: ${rule.finds}`;
    const text = `${where}${typeof element === 'string' ? ` (${element})` : ''}: ${finding}`;
    const details = { jsonPath, fieldName, element, ruleId: rule?.id ?? ruleId };
    this.report.messages.write({ level: 'warning', file: this.source.fullName, message: text, details });
  }

  sumUp(): void {
    const { shown, count, source, report } = this;
    if (count > shown) report.messages.write({ level: 'warning', file: source.fullName, message: `${countText(count, 'issue')}, of which ${shown} are shown` });
  }
}

import { lazyDirectory } from '../codes/lazy-directory';
import { SpoolFile } from '../http/edi/spool-file';
import { createConverter } from '../pipeline/create-converter';
import type { GeneratedIssue, RequestGeneration } from '../pipeline/generation/generation.types';
import { inflateIfGzip } from '../pipeline/sources/inflate';
import type { CommandIo } from './command-io';
import { isEdiExtension } from './edi-file-names';
import { EXIT, type ExitCode } from './exit-codes';
import { openFileTarget } from './file-target';
import { type Input, listInputs } from './inputs';
import { type OutputTarget, ReaderGone, streamTarget } from './output-target';
import { EDI_OUTPUT_EXTENSIONS, isFolder, outputPath } from './output-names';
import { refuseToReplaceInput } from './output-plan';
import { pluginsOf } from './plugin-choice';
import { ruleChoice, type RuleOptions } from './rule-choice';
import { RunReport } from './run-report';
import { UsageError } from './usage-error';

/** Options of `clearloop generate`, under the names that the program gives them. */
export interface GenerateOptions extends RuleOptions {
  readonly out?: string;
  readonly failOnIssues?: boolean;
  readonly validate: boolean;
  readonly show: number;
}

/** Generates EDI from a request. Gives 1 when it cannot be written, and with `failOnIssues` when validation finds something. */
export async function generateCommand(set: string, path: string, options: GenerateOptions, io: CommandIo): Promise<ExitCode> {
  const { inputs } = listInputs([path], { recurse: false, fileExtensions: new Set() }, io);
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) throw new UsageError('One request is generated at a time: name a file, or - for standard input.');
  if (options.failOnIssues === true && !options.validate) throw new UsageError('--fail-on-issues needs validation. Leave out --no-validate.');
  const out = outputOf(options.out);
  refuseToReplaceInput(out, inputs);
  const report = new RunReport(io, { command: 'generate' });
  const codes = lazyDirectory(io.environment, report.noCodes);
  const converter = createConverter({ codes, plugins: pluginsOf(io) });
  const generation = converter.generate(set, requestOf(input), {
    ...ruleChoice(options, io),
    validate: options.validate,
    signal: io.signal,
    ...(input.path === undefined ? {} : { fileName: input.path }),
  });
  const target = out === undefined ? streamTarget(io.stdout) : await openFileTarget(out);
  const issues = new GeneratedIssues(options.show, io);
  try {
    const isWhole = await write(generation, target, options.failOnIssues ?? false, issues);
    if (isWhole) await target.commit();
    else await target.discard();
    issues.sumUp();
    if (!isWhole) return EXIT.failed;
    return issues.count > 0 ? EXIT.findings : EXIT.ok;
  } catch (error) {
    await target.discard();
    if (io.signal.aborted) return EXIT.interrupted;
    if (error instanceof ReaderGone) return EXIT.ok;
    throw error;
  } finally {
    await codes.close();
  }
}

async function* requestOf(input: Input): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const source of input.open()) yield* inflateIfGzip(source.open());
}

function outputOf(out: string | undefined): string | undefined {
  if (out === undefined) return undefined;
  const path = outputPath(out, { extensions: EDI_OUTPUT_EXTENSIONS, allows: isEdiExtension });
  if (isFolder(path)) throw new UsageError(`--out: ${out} is a folder. Name a file.`);
  return path;
}

/** Writes the EDI; with `waits` only when nothing is wrong with it, which is known at its end. Gives false when nothing was written. */
async function write(generation: RequestGeneration, target: OutputTarget, waits: boolean, issues: GeneratedIssues): Promise<boolean> {
  const held = waits ? await SpoolFile.open() : undefined;
  try {
    for await (const piece of generation) {
      if (piece.kind === 'issue') issues.add(piece.issue);
      else if (held === undefined) await target.write(piece.bytes);
      else if (issues.count === 0) await held.append(piece.bytes);
    }
    if (held === undefined) return true;
    if (issues.count > 0) return false;
    for await (const bytes of held.bytes()) await target.write(bytes);
    return true;
  } finally {
    await held?.close();
  }
}

/** Tells of issues on standard error: the first ones as they come, then how many there were. */
class GeneratedIssues {
  count = 0;

  constructor(
    private readonly shown: number,
    private readonly io: CommandIo,
  ) {}

  add({ jsonPath, fieldName, element, message }: GeneratedIssue): void {
    if (this.count++ >= this.shown) return;
    const where = [jsonPath, fieldName].filter((part) => typeof part === 'string').join('.');
    this.io.stderr.write(`${where}${typeof element === 'string' ? ` (${element})` : ''}: ${message}\n`);
  }

  sumUp(): void {
    if (this.count > this.shown) this.io.stderr.write(`${this.count} issues, of which ${this.shown} are shown\n`);
  }
}

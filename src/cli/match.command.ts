import { createConverter } from '../pipeline/create-converter';
import { OutputSet } from '../io/output-set';
import { ReaderGone } from '../io/output-target';
import { match, type Match } from '../match/match';
import { MATCH_STATUSES, type MatchStatus } from '../match/match.types';
import { EdiError } from '../common/edi-error';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { listInputs } from './inputs';
import { chooseFormat, nameRule, type OutputPlan, planOutput } from './output-plan';
import { pluginsOf } from './plugin-choice';
import type { RemoteFiles } from './remote-files';
import { type ReportOptions, RunReport } from './run-report';
import { checkTerminal, outputParameters } from './schema-options';
import { countText } from './size-text';
import { UsageError } from './usage-error';

/** Options of `clearloop match`, under their names in the program. */
export interface MatchCommandOptions extends ReportOptions {
  readonly to?: string;
  readonly out?: string;
  readonly recurse?: boolean;
  readonly status?: string;
}

/** Matches files and returns the exit code: findings if a request lacks a response, or a response its request. Throws UsageError for invalid arguments. */
export async function matchCommand(paths: readonly string[], options: MatchCommandOptions, io: CommandIo, files: RemoteFiles): Promise<ExitCode> {
  const report = new RunReport(io, { ...options, command: 'match' });
  const converter = createConverter({ onError: report.error, plugins: pluginsOf(io) });
  const format = chooseFormat(options.to, options.out, converter);
  const list = await listInputs(paths, { files, recurse: options.recurse ?? false, fileExtensions: converter.fileExtensions }, io);
  const plan = planOutput({ out: options.out, rule: nameRule(format, converter.outputs), inputs: list.inputs, files }, io);
  if (plan.kind !== 'combined') throw new UsageError('--out: name a file; all inputs are matched together.');
  report.setInputs(list, [plan.target]);
  checkTerminal(format, plan.target === undefined && io.stdout.isTTY === true);
  const request = { output: format.id, outputParameters: outputParameters({}, format), reusesChunks: true, signal: io.signal, onIssue: report.issue };
  const statuses = readStatuses(options.status);
  await report.showProgress(plan.target === undefined && io.stdout.isTTY === true);
  const matching: Match = match(
    converter.context,
    report.sources(() => matching.summary),
    { ...request, ...(statuses ? { statuses } : {}) },
  );
  let isCut = false;
  try {
    report.wrote(await writeAll(matching, plan, report), false);
  } catch (error) {
    isCut = error instanceof ReaderGone;
    if (!io.signal.aborted && !isCut) throw error;
  } finally {
    report.stopProgress();
  }
  const isIncomplete = reportMatches(matching, report, options.quiet === true || isCut);
  const exitCode = await report.finish({ isCut });
  return exitCode === EXIT.ok && isIncomplete && !isCut ? EXIT.findings : exitCode;
}

function readStatuses(text: string | undefined): readonly MatchStatus[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim().toUpperCase().replaceAll('-', '_'));
  const unknown = names.find((name) => !MATCH_STATUSES.some((status) => status === name));
  if (unknown !== undefined) throw new UsageError(`--status: there is no status '${unknown}'. Allowed are ${MATCH_STATUSES.join(', ')}.`);
  return MATCH_STATUSES.filter((status) => names.includes(status));
}

async function writeAll(matching: Match, plan: Extract<OutputPlan, { kind: 'combined' }>, report: RunReport): Promise<readonly string[]> {
  const output = new OutputSet(plan.open);
  try {
    for await (const { file, bytes } of matching) await output.write(file, bytes);
    return await output.commit();
  } catch (error) {
    await output.discard();
    if (!(error instanceof EdiError)) throw error;
    report.error(error);
    return [];
  }
}

/** Writes a line for each pair. Returns true if something has no match. */
function reportMatches({ matches }: Match, report: RunReport, isQuiet: boolean): boolean {
  let isIncomplete = false;
  for (const [pair, counts] of matches) {
    const requests = counts.ANSWERED + counts.PARTLY_ANSWERED + counts.UNANSWERED;
    isIncomplete ||= counts.ANSWERED < requests || counts.NO_REQUEST > 0;
    const parts = `${counts.ANSWERED} answered, ${counts.PARTLY_ANSWERED} partly answered, ${counts.UNANSWERED} unanswered`;
    const message = `${pair}: ${countText(requests, 'request')}: ${parts}; ${countText(counts.NO_REQUEST, 'response')} without a request`;
    if (!isQuiet) report.messages.write({ level: 'info', message, details: { event: 'matches', pair, ...counts } });
  }
  return isIncomplete;
}

import { lazyDirectory } from '../codes/lazy-directory';
import { EdiError } from '../common/edi-error';
import { SpoolFile } from '../io/spool-file';
import type { Acknowledger, AcknowledgmentRequest } from '../pipeline/acknowledgment/acknowledgment.types';
import { noCounts } from '../pipeline/counts';
import { createConverter } from '../pipeline/create-converter';
import { pluginsOf } from './plugin-choice';
import type { CommandIo } from './command-io';
import { isEdiExtension } from '../batch/edi-file-names';
import type { ExitCode } from './exit-codes';
import { type Input, type InputSource, listInputs } from './inputs';
import { EDI_OUTPUT_EXTENSIONS } from './output-names';
import { type OutputPlan, planOutput } from './output-plan';
import { type OutputTarget, ReaderGone } from '../io/output-target';
import type { RemoteFiles } from './remote-files';
import { ruleChoice, type RuleOptions } from './rule-choice';
import { type ReportOptions, RunReport } from './run-report';

/** Options of `clearloop ack`, under their names in the program. */
export interface AcknowledgeOptions extends RuleOptions, ReportOptions {
  readonly out?: string;
  readonly recurse?: boolean;
}

/** Acknowledges files. Errors in them are in the acknowledgments, whatever the exit code. Throws UsageError for invalid arguments. */
export async function acknowledgeCommand(paths: readonly string[], options: AcknowledgeOptions, io: CommandIo, files: RemoteFiles): Promise<ExitCode> {
  const report = new RunReport(io, { ...options, command: 'ack' });
  const codes = lazyDirectory(io.environment, report.noCodes);
  const acknowledger = createConverter({ codes, plugins: pluginsOf(io) });
  const list = await listInputs(paths, { files, recurse: options.recurse ?? false, fileExtensions: acknowledger.fileExtensions }, io);
  const request: AcknowledgmentRequest = {
    ...ruleChoice(options, io),
    signal: io.signal,
    // The acknowledgment has the errors of the input; findings without a place report what is not acknowledged.
    onIssue: (issue, fileName) => {
      if (issue.place === undefined) report.issue(issue, fileName);
    },
  };
  const { extension } = acknowledger.acknowledge([], request);
  const rule = { extensions: [extension, ...EDI_OUTPUT_EXTENSIONS], allows: isEdiExtension, added: extension };
  const plan = planOutput({ out: options.out, rule, inputs: list.inputs, files }, io);
  report.setInputs(list, [plan.target]);
  await report.showProgress(plan.kind === 'combined' && plan.target === undefined && io.stdout.isTTY === true);
  let isCut = false;
  try {
    await (plan.kind === 'each'
      ? acknowledgeEach(list.inputs, plan, { acknowledger, request, report })
      : acknowledgeTogether(list.inputs, plan, { acknowledger, request, report }));
  } catch (error) {
    isCut = error instanceof ReaderGone;
    if (!io.signal.aborted && !isCut) throw error;
  } finally {
    report.stopProgress();
    await codes.close();
  }
  return report.finish({ ignoresFindings: true, isCut });
}

/** What the work on the inputs shares. */
interface Work {
  readonly acknowledger: Acknowledger;
  readonly request: AcknowledgmentRequest;
  readonly report: RunReport;
}

async function acknowledgeTogether(inputs: readonly Input[], plan: Extract<OutputPlan, { kind: 'combined' }>, work: Work): Promise<void> {
  const target = await plan.open('');
  try {
    for (const input of inputs) for await (const source of work.report.open(input)) await acknowledge(source, async () => target, work);
    await target.commit();
    work.report.wrote(pathsOf(target), false);
  } catch (error) {
    await target.discard();
    throw error;
  }
}

async function acknowledgeEach(inputs: readonly Input[], plan: Extract<OutputPlan, { kind: 'each' }>, work: Work): Promise<void> {
  for (const input of inputs) {
    for await (const source of work.report.open(input)) {
      let target: OutputTarget | undefined;
      try {
        await acknowledge(source, async () => (target ??= await plan.open(input.subfolder, source.name)('')), work);
        await target?.commit();
        work.report.wrote(pathsOf(target), true);
      } catch (error) {
        await target?.discard();
        throw error;
      }
    }
  }
}

const pathsOf = (target: OutputTarget | undefined): readonly string[] => (target?.path === undefined ? [] : [target.path]);

/** Writes the acknowledgment of a source when it is whole: one that breaks off is none. Nothing is opened for a source that has none. */
async function acknowledge(source: InputSource, open: () => Promise<OutputTarget>, { acknowledger, request, report }: Work): Promise<void> {
  const spool = await SpoolFile.open();
  const acknowledgment = acknowledger.acknowledge([source], request);
  report.begin(source, noCounts());
  try {
    for await (const bytes of acknowledgment) await spool.append(bytes);
    for await (const bytes of spool.bytes()) await (await open()).write(bytes);
  } catch (error) {
    if (!(error instanceof EdiError) || error.code === 'EDI_OUTPUT_FAILED' || error.code === 'EDI_BAD_PARAMETER') throw error;
    report.error(error, source.name);
  } finally {
    await spool.close();
  }
  report.end(acknowledgment.summary);
}

import { lazyDirectory } from '../codes/lazy-directory';
import { EdiError } from '../common/edi-error';
import { SpoolFile } from '../http/edi/spool-file';
import type { Acknowledger, AcknowledgmentRequest } from '../pipeline/acknowledgment/acknowledgment.types';
import type { EdiSource } from '../pipeline/conversion.types';
import { createConverter } from '../pipeline/create-converter';
import { pluginsOf } from './plugin-choice';
import type { CommandIo } from './command-io';
import { ConversionReport } from './conversion-report';
import { EXIT, type ExitCode } from './exit-codes';
import { type Input, listInputs } from './inputs';
import { type OutputPlan, planOutput } from './output-plan';
import { type OutputTarget, ReaderGone } from './output-target';
import { ruleChoice, type RuleOptions } from './rule-choice';

/** Options of `clearloop ack`, under the names that the program gives them. */
export interface AcknowledgeOptions extends RuleOptions {
  readonly out?: string;
  readonly recurse?: boolean;
}

/** Acknowledges files. Gives 1 when an input could not be read; throws UsageError when the arguments do not fit. */
export async function acknowledgeCommand(paths: readonly string[], options: AcknowledgeOptions, io: CommandIo): Promise<ExitCode> {
  const report = new ConversionReport(io);
  const codes = lazyDirectory(io.environment, report.noCodes);
  const acknowledger = createConverter({ codes, plugins: pluginsOf(io) });
  const { inputs } = listInputs(paths, { recurse: options.recurse ?? false, fileExtensions: acknowledger.fileExtensions }, io);
  const request: AcknowledgmentRequest = {
    ...ruleChoice(options, io),
    signal: io.signal,
    // What is wrong with the input stands in the acknowledgment; findings without a place say what is not acknowledged.
    onIssue: (issue, fileName) => {
      if (issue.place === undefined) report.issue(issue, fileName);
    },
  };
  const plan = planOutput(options.out, acknowledger.acknowledge([], request).extension, inputs, io);
  const work: Work = { acknowledger, request, report };
  try {
    await (plan.kind === 'each' ? acknowledgeEach(inputs, plan, work) : acknowledgeTogether(inputs, plan, work));
  } catch (error) {
    if (!io.signal.aborted && !(error instanceof ReaderGone)) throw error;
  } finally {
    await codes.close();
  }
  if (io.signal.aborted) return EXIT.interrupted;
  return report.hasFailed ? EXIT.failed : EXIT.ok;
}

/** What the work on the inputs shares. */
interface Work {
  readonly acknowledger: Acknowledger;
  readonly request: AcknowledgmentRequest;
  readonly report: ConversionReport;
}

async function acknowledgeTogether(inputs: readonly Input[], plan: Extract<OutputPlan, { kind: 'combined' }>, work: Work): Promise<void> {
  const target = await plan.open('');
  try {
    for (const input of inputs) for await (const source of input.open(() => undefined)) await acknowledge(source, async () => target, work);
    await target.commit();
  } catch (error) {
    await target.discard();
    throw error;
  }
}

async function acknowledgeEach(inputs: readonly Input[], plan: Extract<OutputPlan, { kind: 'each' }>, work: Work): Promise<void> {
  for (const input of inputs) {
    for await (const source of input.open(() => undefined)) {
      let target: OutputTarget | undefined;
      try {
        await acknowledge(source, async () => (target ??= await plan.open(input.subfolder, source.name)('')), work);
        await target?.commit();
      } catch (error) {
        await target?.discard();
        throw error;
      }
    }
  }
}

/** Writes the acknowledgment of a source when it is whole: one that breaks off is none. Nothing is opened for a source that has none. */
async function acknowledge(source: EdiSource, open: () => Promise<OutputTarget>, { acknowledger, request, report }: Work): Promise<void> {
  const spool = await SpoolFile.open();
  try {
    for await (const bytes of acknowledger.acknowledge([source], request)) await spool.append(bytes);
    for await (const bytes of spool.bytes()) await (await open()).write(bytes);
  } catch (error) {
    if (!(error instanceof EdiError) || error.code === 'EDI_OUTPUT_FAILED' || error.code === 'EDI_BAD_PARAMETER') throw error;
    report.error(error, source.name);
  } finally {
    await spool.close();
  }
}

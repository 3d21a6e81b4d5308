import { type Command, Option } from 'commander';
import { REPORT_FORMATS, type ReportFormat } from '../batch/batch.types';
import { CONVERSION_PROCESS } from '../batch/process-messages';
import type { BatchRunOptions } from './batch-options';
import type { CommandActions } from './command-actions';
import { EXIT_CODES_HELP } from './exit-codes';
import { LOG_FORMATS } from './messages';
import { sizeOrNone, wholeNumber } from './option-values';
import { addConversionOptions } from './program-files';
import type { WorkerOptions } from './worker.command';

const MAX_JOBS = 256;
const MAX_SECONDS = 86_400;
const POLL_SECONDS = 10;
const SETTLE_SECONDS = 2;

const EXAMPLES = `
Examples:
  clearloop batch run in/ --recurse --out out/ --to ndjson           the same command again continues where it was interrupted
  clearloop batch run 's3://claims/in/**' --out s3://claims/out/ --to csv --jobs 4 --report run.csv
  clearloop batch run sftp://me@partner/in/ --out out/ --to json --watch
  clearloop batch submit s3://claims/in/ -r --out s3://claims/out/   for workers on any number of machines
  clearloop batch status                                             the last batches
  clearloop batch report 20261122T101530-1f2e3d --format csv
`;

/** Adds `batch` with its commands, and the hidden command of its processes. */
export function addBatch(program: Command, actions: CommandActions): void {
  const batch = program
    .command('batch')
    .description('Convert many files, with a ledger of what is done: resume, retry, cancel, report. See docs/batches.md.')
    .addHelpText('after', EXAMPLES + EXIT_CODES_HELP);
  addWorker(program, actions);
  addRunOptions(addBatchOptions(batch.command('run')))
    .description('Convert files in processes of this machine until all are done. The same command again continues; what was converted before is skipped.')
    .action(async (sources: readonly string[], options: BatchRunOptions) => actions.batch({ action: 'run', sources, options }));
  addRunOptions(batch.command('resume'))
    .description('Continue a batch that was interrupted.')
    .argument('<id>', 'id of the batch')
    .action(async (id: string, options: BatchRunOptions) => actions.batch({ action: 'resume', id, options }));
  addRunOptions(batch.command('retry'))
    .description('Convert the failed, quarantined and cancelled files of a batch again.')
    .argument('<id>', 'id of the batch')
    .action(async (id: string, options: BatchRunOptions) => actions.batch({ action: 'retry', id, options }));
  addPolling(addBatchOptions(batch.command('submit')))
    .description('Leave files to the workers of the queue that CLEARLOOP_QUEUE_URL names, and print the id of the batch.')
    .action(async (sources: readonly string[], options: BatchRunOptions) => actions.batch({ action: 'submit', sources, options }));
  addReport(batch.command('watch'))
    .description('Follow a batch to its end, in any process. The exit code is that of the batch.')
    .argument('<id>', 'id of the batch')
    .action(async (id: string, options: BatchRunOptions) => actions.batch({ action: 'watch', id, options }));
  batch
    .command('cancel')
    .description('Publish nothing more of a batch, in any process.')
    .argument('<id>', 'id of the batch')
    .action(async (id: string) => actions.batch({ action: 'cancel', id }));
  batch
    .command('status')
    .description('Show a batch in one line, or the last batches.')
    .argument('[id]', 'id of the batch')
    .option('--json', 'as JSON')
    .action(async (id: string | undefined, options: { readonly json?: boolean }) => actions.batch({ action: 'status', id, options }));
  batch
    .command('report')
    .description('Print what became of each file of a batch.')
    .argument('<id>', 'id of the batch')
    .addOption(new Option('-f, --format <format>', 'text (totals and failures), json or csv').choices(REPORT_FORMATS).default('text'))
    .option('-o, --out <path>', 'file; standard output if absent')
    .action(async (id: string, options: { readonly format: ReportFormat; readonly out?: string }) => actions.batch({ action: 'report', id, options }));
  program.command(CONVERSION_PROCESS, { hidden: true }).action(async () => actions.convertForBatch());
}

/** What is converted, and how. */
function addBatchOptions(command: Command): Command {
  command
    .argument('<sources...>', 'files, folders, patterns, s3:// and sftp:// addresses, and https:// files')
    .requiredOption('-o, --out <target>', 'folder, or s3:// or sftp:// address, for the outputs: one or more for each file')
    .option('-t, --to <format>', 'json, ndjson, csv, segments, or the output of a plugin (default: json)')
    .option('-r, --recurse', 'look into the subfolders of folders')
    .option('--again', 'convert what was converted before with the same options, too')
    .option('--part-size <size>', 'size from which files are converted in parts, such as 1GB; 0 for never (default: 256MB)', sizeOrNone)
    .option('--watch', 'stay, and convert files that come later, until it is interrupted');
  return addConversionOptions(command);
}

/** How it is run in this process. */
function addRunOptions(command: Command): Command {
  return addReport(addPolling(addWorkOptions(command)));
}

function addWorkOptions(command: Command): Command {
  return command
    .option('-j, --jobs <count>', 'files that are converted at a time, each in a process (default: the cores of the machine)', wholeNumber(1, MAX_JOBS))
    .option('--settle-seconds <count>', 'for which a file must not change before it is read, 0 for none', wholeNumber(0, MAX_SECONDS), SETTLE_SECONDS);
}

function addPolling(command: Command): Command {
  return command.option('--poll-seconds <count>', 'between looks for new files with --watch', wholeNumber(1, MAX_SECONDS), POLL_SECONDS);
}

function addReport(command: Command): Command {
  return command
    .option('--report <path>', 'report of all files, as .json, .csv or .txt; JSON without an extension')
    .option('-q, --quiet', 'no progress bar and no summary; errors are shown');
}

/** Adds `worker`. */
function addWorker(program: Command, actions: CommandActions): void {
  addWorkOptions(program.command('worker'))
    .description(
      'Convert files of batches that were submitted, until it is interrupted. Queue: CLEARLOOP_QUEUE_URL; ledger: CLEARLOOP_LEDGER_URL. See docs/batches.md.',
    )
    .addOption(new Option('--log <format>', 'messages on standard error as text, or as one JSON object a line').choices(LOG_FORMATS).default('text'))
    .action(async (options: WorkerOptions) => actions.worker(options));
}

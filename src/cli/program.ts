import { Command, InvalidArgumentError, Option } from 'commander';
import { readVersion } from '../http/about/build-info';
import type { ConvertOptions } from './convert.command';
import { FORMATS } from './output-plan';

const MAX_CHUNK_SIZE = 100_000;
const UNLIMITED_WARNINGS = -1;
const MAX_PORT = 65_535;

const EXAMPLES = `
Examples:
  clearloop convert remit.835                        one JSON array on standard output
  clearloop convert remit.835 --to ndjson | head     one object a line; stops with its reader
  clearloop convert in/ --recurse --out out/         a JSON file for each input, in the same subfolders
  clearloop convert *.835 --out all.ndjson           all inputs in one file
  clearloop convert archive.zip big.835.gz --out out/
  cat remit.835 | clearloop convert - --to ndjson
  clearloop serve --port 8080
`;

const EXIT_CODES = `
Exit codes:
  0    everything was converted
  1    some input failed or lost data (the rest is in the output), or the service could not start
  2    wrong usage; nothing was done
  130  interrupted; unfinished output files are removed
`;

/** What the commands do; the program only reads arguments. */
export interface CommandActions {
  convert(paths: readonly string[], options: ConvertOptions): Promise<void>;
  serve(options: { readonly port?: number; readonly host?: string }): Promise<void>;
}

/** Gives the parser of the command line, which is also its help. It throws CommanderError instead of ending the process. */
export function createProgram(actions: CommandActions): Command {
  const program = new Command('clearloop')
    .description('Converts United States healthcare EDI (X12) to JSON while it streams.')
    .version(readVersion(), '-V, --version')
    .addHelpText('after', EXAMPLES + EXIT_CODES)
    .showHelpAfterError('(add --help for options and examples)')
    .exitOverride();
  addConvert(program, actions);
  addServe(program, actions);
  return program;
}

function addConvert(program: Command, actions: CommandActions): void {
  program
    .command('convert')
    .description('Convert files, folders or standard input (-) to JSON or NDJSON.')
    .argument('<inputs...>', 'files, folders, .gz files, .zip archives, or - for standard input')
    .addOption(new Option('-t, --to <format>', 'json or ndjson; by the extension of --out, else json').choices(FORMATS))
    .option('-o, --out <path>', 'file for all inputs together, or folder (ending with / if it is new) for one file each; standard output if absent')
    .option('-r, --recurse', 'look into the subfolders of folders')
    .option('--transaction-top-level', 'write each transaction once, as an object of its own')
    .option('--control-segments', 'write INTERCHANGE_CONTROL and FUNCTIONAL_GROUP objects')
    .option('--chunk-size <count>', 'claims or payments converted at a time (default: 50)', wholeNumber(1, MAX_CHUNK_SIZE))
    .option(
      '--max-warnings <count>',
      'findings after which a file ends with an error, -1 for no limit (default: 3000)',
      wholeNumber(UNLIMITED_WARNINGS, Number.MAX_SAFE_INTEGER),
    )
    .option('--warnings', 'write findings into the output as WARNING objects')
    .option('--no-descriptions', 'leave out the descriptions of codes')
    .option('-q, --quiet', 'no progress bar and no summary; errors are still told')
    .addHelpText('after', EXAMPLES + EXIT_CODES)
    .action(async (paths: readonly string[], options: ConvertOptions) => actions.convert(paths, options));
}

function addServe(program: Command, actions: CommandActions): void {
  program
    .command('serve')
    .description('Run the REST service. Other settings come from the environment: see docs/service.md.')
    .option('-p, --port <port>', 'TCP port (default: PORT, else 5080)', wholeNumber(0, MAX_PORT))
    .option('--host <address>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .action(async (options: { readonly port?: number; readonly host?: string }) => actions.serve(options));
}

function wholeNumber(smallest: number, largest: number): (text: string) => number {
  return (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= smallest && value <= largest) return value;
    throw new InvalidArgumentError(`Allowed: a whole number from ${smallest} to ${largest}.`);
  };
}

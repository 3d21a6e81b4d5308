import { Command, InvalidArgumentError, Option } from 'commander';
import { isDay } from '../common/dates';
import { readVersion } from '../http/about/build-info';
import type { AcknowledgeOptions } from './acknowledge.command';
import type { CodesRequest, ExportOptions, ImportOptions, SearchOptions, ShowOptions } from './codes.command';
import type { ConvertOptions } from './convert.command';
import type { ColumnsOptions } from './csv.command';
import type { GenerateOptions } from './generate.command';
import type { KeysRequest } from './keys.command';
import type { PluginRequest } from './plugin.command';
import type { ValidateOptions } from './validate.command';
import { VALIDATION_FORMATS } from './validation-formats';

const MAX_CHUNK_SIZE = 100_000;
const UNLIMITED_WARNINGS = -1;
const MAX_PORT = 65_535;
const MAX_KEY_DAYS = 36_500;
const MAX_CODES = 10_000_000;
const DEFAULT_CODES = 20;
const DEFAULT_SHOWN = 20;

const EXAMPLES = `
Examples:
  clearloop convert remit.835                        one JSON array on standard output
  clearloop convert remit.835 --to ndjson | head     one object a line; stops with its reader
  clearloop convert in/ --recurse --out out/         a JSON file for each input, in the same subfolders
  clearloop convert *.835 --out all.ndjson           all inputs in one file
  clearloop convert remit.835 --out remit.csv        tables: remit.csv, remit-Lines.csv and so on
  clearloop validate *.835                           what is wrong, and how often
  clearloop validate claims.837 --format text        the file with messages below its segments
  clearloop convert archive.zip big.835.gz --out out/
  cat remit.835 | clearloop convert - --to ndjson
  clearloop ack claims.837 --out claims.999          the acknowledgment for its sender
  clearloop generate 837 claims.json --out claims.837
  clearloop serve --port 8080
  clearloop codes search endo right knee             codes with all these words
  clearloop codes import icd10cm-2026.zip            loads a release as it was downloaded
  clearloop keys create billing --file keys.json     prints a new API key of the service, once
`;

const EXIT_CODES = `
Exit codes:
  0    everything was converted, or nothing is wrong
  1    some input failed or lost data (the rest is in the output), validation found something, or the service could not start
  2    wrong usage; nothing was done
  130  interrupted; unfinished output files are removed
`;

/** What the commands do; the program only reads arguments. */
export interface CommandActions {
  convert(paths: readonly string[], options: ConvertOptions): Promise<void>;
  validate(paths: readonly string[], options: ValidateOptions): Promise<void>;
  acknowledge(paths: readonly string[], options: AcknowledgeOptions): Promise<void>;
  generate(set: string, path: string, options: GenerateOptions): Promise<void>;
  serve(options: { readonly port?: number; readonly host?: string }): Promise<void>;
  csvColumns(options: ColumnsOptions): Promise<void>;
  codes(request: CodesRequest): Promise<void>;
  keys(request: KeysRequest): Promise<void>;
  plugin(request: PluginRequest): Promise<void>;
}

/** Options of the `keys` commands; each has some of them. */
interface KeyOptions {
  readonly file?: string;
  readonly keyFile?: string;
  readonly expiresInDays?: number;
  readonly json?: boolean;
}

/** Gives the parser of the command line, which is also its help. It throws CommanderError instead of ending the process. */
export function createProgram(actions: CommandActions): Command {
  const program = new Command('clearloop')
    .description('Converts United States healthcare EDI to JSON and CSV while it streams.')
    .version(readVersion(), '-V, --version')
    .option('--plugin <name>', 'folder or installed package with plugins, beside those of CLEARLOOP_PLUGINS; may be repeated', collect)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXAMPLES + EXIT_CODES)
    .showHelpAfterError('(add --help for options and examples)')
    .exitOverride();
  addConvert(program, actions);
  addCsv(program, actions);
  addValidate(program, actions);
  addAcknowledge(program, actions);
  addGenerate(program, actions);
  addServe(program, actions);
  addCodes(program, actions);
  addKeys(program, actions);
  addPlugin(program, actions);
  return program;
}

function addConvert(program: Command, actions: CommandActions): void {
  program
    .command('convert')
    .description('Convert files, folders or standard input (-) to JSON, NDJSON or CSV.')
    .argument('<inputs...>', 'files, folders, .gz files, .zip archives, or - for standard input')
    .option('-t, --to <format>', 'json, ndjson, csv, segments, or the output of a plugin; by the extension of --out, else json')
    .option('-o, --out <path>', 'file for all inputs together, or folder (ending with / if it is new) for one file each; standard output if absent')
    .option('-r, --recurse', 'look into the subfolders of folders')
    .option('--segments', 'write the tree of segments of every transaction set, instead of claims, payments and members')
    .option('--objects <names>', 'write objects that have to be asked for: status for claim status requests and responses (276, 277)')
    .option('--transaction-top-level', 'write each transaction once, as an object of its own')
    .option('--control-segments', 'write INTERCHANGE_CONTROL and FUNCTIONAL_GROUP objects, or headers and trailers of batches')
    .option('--chunk-size <count>', 'claims, payments or members converted at a time (default: 50)', wholeNumber(1, MAX_CHUNK_SIZE))
    .option(
      '--max-warnings <count>',
      'findings after which a file ends with an error, -1 for no limit (default: 3000)',
      wholeNumber(UNLIMITED_WARNINGS, Number.MAX_SAFE_INTEGER),
    )
    .option('--validate', 'validate as well; issues stand inside their objects and around them')
    .option('--levels <levels>', 'with --validate: SNIP levels that are looked at, such as 1-3,5 or 1-7 (default: 1-3,5)')
    .option('--rules <ids>', 'with --validate: ids of rules to look by beside the levels; a minus sign switches a rule off')
    .option('--warnings', 'write findings into the output as WARNING objects')
    .option('--no-descriptions', 'leave out the descriptions of codes')
    .option('--schema-file <path>', 'CSV: file of schemas (default: those of the product)')
    .option('--schema-name <name>', 'CSV: schema that chooses the columns (default: one table on standard output, else a file for each list)')
    .option('--schema-check <check>', SCHEMA_CHECK)
    .option('--spreadsheet-safe', 'CSV: write an apostrophe before text that a spreadsheet would take for a formula')
    .option('-q, --quiet', 'no progress bar and no summary; errors are still told')
    .addHelpText('after', EXAMPLES + EXIT_CODES)
    .action(async (paths: readonly string[], options: ConvertOptions) => actions.convert(paths, options));
}

/** What --schema-check says. */
const SCHEMA_CHECK = 'CSV: strict refuses patterns and keys that mean nothing, lenient warns of them, auto is strict for files with a version (default: auto)';

function addCsv(program: Command, actions: CommandActions): void {
  program
    .command('csv')
    .description('Look at the schemas of CSV: see docs/csv-schema.md.')
    .command('columns')
    .description('Print the columns of a schema, one a line; where it has several lists, each under its name.')
    .requiredOption('--transaction <type>', 'transaction type, such as 835 or 837P')
    .option('--schema-name <name>', 'the schema (default: default)')
    .option('--schema-file <path>', 'file of schemas (default: those of the product)')
    .option('--schema-check <check>', SCHEMA_CHECK)
    .action(async (options: ColumnsOptions) => actions.csvColumns(options));
}

function addValidate(program: Command, actions: CommandActions): void {
  const command = program
    .command('validate')
    .description('Tell what is wrong in files, folders or standard input (-). Exit code 1 when something is. Rules: see docs/validation-rules.md.')
    .argument('<inputs...>', 'files, folders, .gz files, .zip archives, or - for standard input')
    .addOption(
      new Option('-f, --format <format>', 'summary for people, text (the EDI with messages below its segments), json or ndjson')
        .choices(VALIDATION_FORMATS)
        .default('summary'),
    )
    .option('-o, --out <path>', 'file; standard output if absent')
    .option('-r, --recurse', 'look into the subfolders of folders')
    .option('--show <count>', 'issues of each file that a summary lists', wholeNumber(0, Number.MAX_SAFE_INTEGER), DEFAULT_SHOWN)
    .option('--prefix <text>', 'what lines with messages begin with in text (default: !!)')
    .option('-q, --quiet', 'no table after text, json and ndjson');
  addRuleOptions(command)
    .addHelpText('after', EXIT_CODES)
    .action(async (paths: readonly string[], options: ValidateOptions) => actions.validate(paths, options));
}

function addAcknowledge(program: Command, actions: CommandActions): void {
  const command = program
    .command('ack')
    .description('Acknowledge files, folders or standard input (-): a 999 for each functional group, TA1 for interchanges. See docs/acknowledgments.md.')
    .argument('<inputs...>', 'files, folders, .gz files, .zip archives, or - for standard input')
    .option('-o, --out <path>', 'file for all acknowledgments together, or folder (ending with / if it is new) for one file each; standard output if absent')
    .option('-r, --recurse', 'look into the subfolders of folders');
  addRuleOptions(command)
    .addHelpText('after', EXIT_CODES)
    .action(async (paths: readonly string[], options: AcknowledgeOptions) => actions.acknowledge(paths, options));
}

function addGenerate(program: Command, actions: CommandActions): void {
  const command = program
    .command('generate')
    .description('Generate EDI from JSON: an object, or NDJSON with the envelope in its first line and a record in each other. See docs/generation.md.')
    .argument('<set>', 'transaction set, such as 835 or 837, or the id of a format')
    .argument('<request>', 'file of JSON or NDJSON, also gzip data, or - for standard input')
    .option('-o, --out <path>', 'file; standard output if absent')
    .option('--fail-on-issues', 'write nothing when validation finds anything; exit code 1')
    .option('--no-validate', 'do not look at what is written')
    .option('--show <count>', 'issues that are told', wholeNumber(0, Number.MAX_SAFE_INTEGER), DEFAULT_SHOWN);
  addRuleOptions(command)
    .addHelpText('after', EXIT_CODES)
    .action(async (set: string, path: string, options: GenerateOptions) => actions.generate(set, path, options));
}

/** What validation looks for; the same wherever it is asked for. */
function addRuleOptions(command: Command): Command {
  return command
    .option('--levels <levels>', 'SNIP levels that are looked at, such as 1-3,5 or 1-7 (default: 1-3,5)')
    .option('--rules <ids>', 'ids of rules to look by beside the levels; a minus sign before an id switches the rule off');
}

function addServe(program: Command, actions: CommandActions): void {
  program
    .command('serve')
    .description('Run the REST service. Other settings come from the environment: see docs/service.md.')
    .option('-p, --port <port>', 'TCP port (default: PORT, else 5080)', wholeNumber(0, MAX_PORT))
    .option('--host <address>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .action(async (options: { readonly port?: number; readonly host?: string }) => actions.serve(options));
}

function addCodes(program: Command, actions: CommandActions): void {
  const codes = program.command('codes').description('Search, show, export and import healthcare codes. Settings of the database: see docs/codes.md.');
  const type = ['--type <type>', 'code set, such as PROCEDURE or DIAGNOSIS, in any case'] as const;
  codes
    .command('search')
    .description('Find codes by code and by words.')
    .argument('<query...>', "codes or words; commas part several queries; 'code:j adrenalin' for codes that begin with J")
    .option(...type)
    .option('--limit <count>', 'most codes', wholeNumber(1, MAX_CODES), DEFAULT_CODES)
    .option('--after-start <date>', 'only codes that start after the day (yyyy-mm-dd)', day)
    .option('--after-end <date>', 'only codes that end after the day', day)
    .option('--active-after <date>', 'only codes that end after the day, or have no end', day)
    .option('--json', 'as a JSON array')
    .action(async (query: readonly string[], options: SearchOptions) => actions.codes({ action: 'search', query: query.join(' '), options }));
  codes
    .command('show')
    .description('Show one code with its categories and edits, as JSON.')
    .argument('<code>', 'the code, with or without dots and hyphens')
    .option(...type)
    .option('--sub-type <name>', 'list of the type, such as PLACE_OF_SERVICE')
    .action(async (code: string, options: ShowOptions) => actions.codes({ action: 'show', code, options }));
  codes
    .command('export')
    .description('Write codes as CSV, sorted by code. Give a query, --type, or both.')
    .argument('[query...]', 'as for search')
    .option(...type)
    .option('--limit <count>', 'most codes (default: all)', wholeNumber(1, MAX_CODES))
    .option('-o, --out <path>', 'file; standard output if absent')
    .action(async (query: readonly string[], options: ExportOptions) => actions.codes({ action: 'export', query: query.join(' ') || undefined, options }));
  codes
    .command('import')
    .description('Load files of codes as their publishers give them: .txt, .csv, .xlsx, .xml, .zip, .gz. Formats: see docs/codes.md.')
    .argument('<files...>', 'files, archives or folders; each is loaded whole or not at all')
    .option('--type <type>', 'type of the codes of a plain CSV')
    .option('--sub-type <name>', 'list of the codes of a plain CSV, such as CPT')
    .option('--release <name>', 'name of the release, where the files do not tell it')
    .option('-q, --quiet', 'no progress bar')
    .action(async (paths: readonly string[], options: ImportOptions) => actions.codes({ action: 'import', paths, options }));
  codes
    .command('sets')
    .description('List the code sets that are loaded.')
    .option('--json', 'as a JSON array')
    .action(async (options: { readonly json?: boolean }) => actions.codes({ action: 'sets', options }));
}

function addKeys(program: Command, actions: CommandActions): void {
  const keys = program.command('keys').description('Make, register, list and revoke the API keys of the service.');
  const addFileOption = (command: Command): Command => command.option('--file <path>', 'file of the keys (default: CLEARLOOP_API_KEYS_FILE)');
  addFileOption(keys.command('create'))
    .description('Make a key and print it, once. The file keeps its hash; it is made if it is not there.')
    .argument('[name]', 'who uses the key; shown by list')
    .option('--expires-in-days <count>', 'days after which the key is refused (default: never)', wholeNumber(1, MAX_KEY_DAYS))
    .action(async (name: string | undefined, options: KeyOptions) => actions.keys({ ...options, action: 'create', name }));
  addFileOption(keys.command('add'))
    .description('Register a key that exists already, read from standard input. The file keeps its hash.')
    .argument('[name]', 'who uses the key; shown by list')
    .option('--key-file <path>', 'file that holds the key, instead of standard input')
    .option('--expires-in-days <count>', 'days after which the key is refused (default: never)', wholeNumber(1, MAX_KEY_DAYS))
    .action(async (name: string | undefined, options: KeyOptions) => actions.keys({ ...options, action: 'add', name }));
  addFileOption(keys.command('list'))
    .description('Show the keys, without the keys themselves.')
    .option('--json', 'as a JSON array')
    .action(async (options: KeyOptions) => actions.keys({ ...options, action: 'list' }));
  addFileOption(keys.command('revoke'))
    .description('Refuse a key from now on; a running service needs no restart.')
    .argument('<id>', 'id of the key, or the whole key')
    .action(async (id: string, options: KeyOptions) => actions.keys({ ...options, action: 'revoke', id }));
}

function addPlugin(program: Command, actions: CommandActions): void {
  const plugin = program.command('plugin').description('Write plugins of your own: see docs/plugins.md.');
  plugin
    .command('new')
    .description('Make a folder with a plugin package that works: a transaction set with guide, records, CSV schema, rule, samples and tests.')
    .argument('<name>', 'name of the package and of its folder, in lower case, such as acme-orders')
    .option(
      '--set <set>',
      'start from the newest guide of this transaction set, such as 820, or from a guide such as 005010X218, with the fields that the guide proposes',
    )
    .action(async (name: string, { set }: { readonly set?: string }) => actions.plugin({ action: 'new', name, set }));
  plugin
    .command('test')
    .description('Check a plugin package and convert its samples: whole, byte by byte, and in pieces of 64 KiB. Exit code 1 when one differs.')
    .argument('<folder>', 'folder of the package')
    .option('--update', 'write the expected outputs anew; read the difference before you keep it')
    .action(async (folder: string, { update = false }: { readonly update?: boolean }) => actions.plugin({ action: 'test', folder, isUpdating: update }));
}

const collect = (name: string, names: readonly string[] = []): readonly string[] => [...names, name];

function day(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('Allowed: a day such as 2026-01-31.');
}

function wholeNumber(smallest: number, largest: number): (text: string) => number {
  return (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= smallest && value <= largest) return value;
    throw new InvalidArgumentError(`Allowed: a whole number from ${smallest} to ${largest}.`);
  };
}

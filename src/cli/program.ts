import { Command } from 'commander';
import { packageVersion } from '../common/package-root';
import type { CommandActions } from './command-actions';
import type { ColumnsOptions, SchemasOptions } from './csv.command';
import { EXIT_CODES_HELP } from './exit-codes';
import { collect, wholeNumber } from './option-values';
import { addBatch } from './program-batch';
import { addCodes } from './program-codes';
import { addFileCommands } from './program-files';
import { addKeys } from './program-keys';
import { addMcp } from './program-mcp';
import { addSample } from './program-sample';
import { SCHEMA_CHECK } from './schema-options';
import type { ViewOptions } from './view.command';

const MAX_PORT = 65_535;

const STANDARD_OUTPUT = '-';

const EXAMPLES = `
Examples, with more in the help of each command:
  clearloop convert remit.835                        one JSON array on standard output
  clearloop convert remit.835 --out remit.csv        tables: remit.csv, remit-Lines.csv and so on
  clearloop validate *.835                           what is wrong, and how often
  clearloop ack claims.837 --out claims.999          the acknowledgment for its sender
  clearloop match claims.837 remit.835               which claims have no answer
  clearloop generate 837 claims.json --out claims.837
  clearloop sample 837p --claims 1000 --out claims.837
  clearloop view remit.835                           a page with its segments, meaning and issues
  clearloop batch run in/ --out out/ --to ndjson     many files, resumable
  clearloop serve --port 8080
  clearloop codes search duplicate claim             codes with both words
  clearloop keys create billing --file keys.json     prints a new API key of the service, once
`;

/** Returns the parser of the command line, which is also its help. It throws CommanderError instead of ending the process. */
export function createProgram(actions: CommandActions): Command {
  const program = new Command('clearloop')
    .description('Converts United States healthcare EDI to JSON and CSV while it streams.')
    .version(packageVersion(), '-V, --version')
    .option('--plugin <name>', 'folder or installed package with plugins, beside those of CLEARLOOP_PLUGINS; may be repeated', collect)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXAMPLES + EXIT_CODES_HELP)
    .showHelpAfterError('(add --help for options and examples)')
    .hook('preAction', (_program, command) => {
      if (command.opts<{ readonly out?: string }>().out === STANDARD_OUTPUT && mayLackOut(command)) command.setOptionValue('out', undefined);
    })
    .exitOverride();
  addFileCommands(program, actions);
  addBatch(program, actions);
  addCsv(program, actions);
  addServe(program, actions);
  addView(program, actions);
  addMcp(program, actions);
  addSample(program, actions);
  addCodes(program, actions);
  addKeys(program, actions);
  addPlugin(program, actions);
  return program;
}

const mayLackOut = ({ options }: Command): boolean => options.some(({ long, mandatory }) => long === '--out' && !mandatory);

function addCsv(program: Command, actions: CommandActions): void {
  const csv = program.command('csv').description('Look at the schemas of CSV: see docs/csv-schema.md.');
  csv
    .command('columns')
    .description('Print the columns of a schema, one a line; where it has several lists, each under its name.')
    .requiredOption('--transaction <type>', 'transaction type, such as 835 or 837P')
    .option('--schema-name <name>', 'the schema (default: default)')
    .option('--schema-file <path>', 'file of schemas (default: those of the product)')
    .option('--schema-check <check>', SCHEMA_CHECK)
    .option('--descriptions', 'with the columns that --descriptions of convert adds')
    .action(async (options: ColumnsOptions) => actions.csvColumns(options));
  csv
    .command('schemas')
    .description('List the schemas, with their other names, transaction types and lists.')
    .option('--transaction <type>', 'only those of a transaction type, such as 835 or 837P')
    .option('--schema-file <path>', 'file of schemas (default: those of the product)')
    .option('--json', 'as a JSON array')
    .action(async (options: SchemasOptions) => actions.csvSchemas(options));
}

function addServe(program: Command, actions: CommandActions): void {
  program
    .command('serve')
    .description('Run the REST service. Other settings come from the environment: see docs/service.md.')
    .option('-p, --port <port>', 'TCP port (default: PORT, else 5080)', wholeNumber(0, MAX_PORT))
    .option('--host <address>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .action(async (options: { readonly port?: number; readonly host?: string }) => actions.serve(options));
}

function addView(program: Command, actions: CommandActions): void {
  program
    .command('view')
    .description('Show a file in the browser: its segments, their meaning, its issues. The file stays on this machine, and the command ends with its page.')
    .argument('<file>', 'file, or .gz file')
    .option('-p, --port <port>', 'TCP port (default: any free one)', wholeNumber(0, MAX_PORT))
    .option('--mask', 'mask names, numbers and dates of persons')
    .option('--levels <levels>', 'SNIP levels to validate, such as 1-3,5 (default: 1-7)')
    .option('--no-open', 'print the address and open no browser')
    .action(async (path: string, options: ViewOptions) => actions.view(path, options));
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
    .option('--update', 'rewrite the expected outputs; review the difference before you keep it')
    .action(async (folder: string, { update = false }: { readonly update?: boolean }) => actions.plugin({ action: 'test', folder, isUpdating: update }));
}

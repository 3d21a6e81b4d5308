import type { Command } from 'commander';
import type { ExportOptions, ImportOptions, SearchOptions, ShowOptions } from './codes.command';
import { day, wholeNumber } from './option-values';
import type { CommandActions } from './command-actions';

const MAX_CODES = 10_000_000;
const DEFAULT_CODES = 20;

const EXAMPLES = `
Examples:
  clearloop codes search duplicate claim             codes with both words, in all lists that are loaded
  clearloop codes search "office visit" --type PROCEDURE
  clearloop codes show 18 --type CLAIM_ADJUSTMENT_REASON_CODE
  clearloop codes import icd10cm-2026.zip            loads a release as it was downloaded
`;

/** Adds `codes` with its commands. */
export function addCodes(program: Command, actions: CommandActions): void {
  const codes = program
    .command('codes')
    .description('Search, show, export and import healthcare codes. Settings of the database: see docs/codes.md.')
    .addHelpText('after', EXAMPLES);
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
    .option('--release <name>', 'name of the release, if the files do not contain it')
    .option('-q, --quiet', 'no progress bar')
    .action(async (paths: readonly string[], options: ImportOptions) => actions.codes({ action: 'import', paths, options }));
  codes
    .command('sets')
    .description('List the code sets that are loaded.')
    .option('--json', 'as a JSON array')
    .action(async (options: { readonly json?: boolean }) => actions.codes({ action: 'sets', options }));
}

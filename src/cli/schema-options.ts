import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { RuleOptions } from './rule-choice';
import { type Format, SEGMENTS } from './output-plan';
import { statsOf } from '../io/path-state';
import { UsageError } from './usage-error';

/** Rows of a sheet of Excel and LibreOffice. */
const SPREADSHEET_ROWS = 1_048_576;

/** What --schema-check says. */
export const SCHEMA_CHECK =
  'CSV: strict refuses patterns and keys that mean nothing, lenient warns of them, auto is strict for files with a version (default: auto)';

/** Options that choose and change the columns of CSV. */
export interface SchemaOptions {
  /** Any path. */
  readonly schemaFile?: string;
  readonly schemaName?: string;
  readonly schemaCheck?: string;
  readonly spreadsheetSafe?: boolean;
  readonly excel?: boolean;
  readonly descriptions?: boolean;
}

/** Options that some formats of the output do not have. */
export interface FormatOptions extends SchemaOptions, RuleOptions {
  /** Id of an output of records, or `segments`. */
  readonly to?: string;
  readonly segments?: boolean;
  readonly objects?: string;
  readonly transactionTopLevel?: boolean;
  readonly controlSegments?: boolean;
  readonly validate?: boolean;
}

/** Gives the parameters of an output, of which CSV has some. Throws UsageError for a schema file that is none. */
export function schemaParameters(
  { schemaFile, schemaName, schemaCheck, spreadsheetSafe, excel, descriptions }: SchemaOptions,
  { id }: Pick<Format, 'id'>,
): Readonly<Record<string, unknown>> {
  if (id !== 'csv') return {};
  return {
    endsLastRow: true,
    maxRows: SPREADSHEET_ROWS,
    ...(schemaFile === undefined ? {} : fileParameters(schemaFile)),
    ...(schemaName === undefined ? {} : { schemaName }),
    ...(schemaCheck === undefined ? {} : { schemaCheck }),
    ...(spreadsheetSafe === undefined ? {} : { spreadsheetSafe }),
    ...(excel === undefined ? {} : { excel }),
    ...(descriptions === undefined ? {} : { descriptions }),
  };
}

/** A missing file is reported with its path; the output would look for the name elsewhere. */
function fileParameters(path: string): Readonly<Record<string, string>> {
  if (statsOf(path)?.isFile() !== true) throw new UsageError(`--schema-file: ${path} is no file.`);
  if (!/\.ya?ml$/i.test(path)) throw new UsageError(`--schema-file: ${path} is no file of schemas; their names end with .yaml or .yml.`);
  // A link may lead anywhere: whoever runs the command chose it.
  const real = realpathSync(path);
  if (!/\.ya?ml$/i.test(real)) throw new UsageError(`--schema-file: ${path} is a link to ${real}, whose name does not end with .yaml or .yml.`);
  return { schemaFolder: dirname(real), schemaFileName: basename(real) };
}

/** True when the tree of segments is asked for. */
export const wantsSegments = ({ segments, to }: FormatOptions): boolean => segments === true || to === SEGMENTS;

/** Throws UsageError for options that have no meaning for CSV, and for those that have one for CSV only. */
export function checkCsvOptions(format: Format, options: FormatOptions): void {
  const given = (flags: Readonly<Record<string, unknown>>): string | undefined =>
    Object.keys(flags).find((flag) => flags[flag] !== undefined && flags[flag] !== false);
  if (format.id !== 'csv') {
    const { schemaFile, schemaName, schemaCheck, spreadsheetSafe, excel } = options;
    const flags = { '--schema-file': schemaFile, '--schema-name': schemaName, '--schema-check': schemaCheck, '--spreadsheet-safe': spreadsheetSafe };
    const flag = given({ ...flags, '--excel': excel });
    if (flag !== undefined) throw new UsageError(`${flag} is for CSV, and the output is ${format.id}. Add --to csv.`);
    return;
  }
  const { transactionTopLevel, controlSegments, validate, levels, rules, objects } = options;
  const refused = {
    '--segments': wantsSegments(options),
    '--objects': objects,
    '--transaction-top-level': transactionTopLevel,
    '--control-segments': controlSegments,
  };
  const flag = given({ ...refused, '--validate': validate, '--levels': levels, '--rules': rules });
  if (flag !== undefined) throw new UsageError(`${flag} has no meaning for CSV, whose columns a schema chooses. Leave it out, or convert to JSON or NDJSON.`);
}

import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { RuleOptions } from './rule-choice';
import { type Format, SEGMENTS } from './output-plan';
import { statsOf } from '../io/path-state';
import { UsageError } from './usage-error';

/** Rows of a sheet of Excel and LibreOffice. */
const SPREADSHEET_ROWS = 1_048_576;

/** Value of --schema-check. */
export const SCHEMA_CHECK =
  'tables: strict refuses patterns and keys that mean nothing, lenient warns of them, auto is strict for files with a version (default: auto)';

/** Outputs whose columns a schema chooses. */
const TABLE_FORMATS = ['csv', 'parquet', 'xlsx'];

/** Outputs that no terminal shows. */
const BINARY_FORMATS = ['parquet', 'xlsx'];

/** Options that choose and change the columns of tables. */
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
  readonly fhirBundle?: boolean;
}

/** The output of resources. */
const FHIR = 'fhir';

/** Gives the parameters of an output. Throws UsageError for a schema file that is none. */
export function outputParameters(options: FormatOptions, format: Pick<Format, 'id'>): Readonly<Record<string, unknown>> {
  return format.id === FHIR ? { bundle: options.fhirBundle ?? false } : schemaParameters(options, format);
}

/** Gives the parameters of a table; none for other outputs. Throws UsageError for a schema file that is none. */
export function schemaParameters(
  { schemaFile, schemaName, schemaCheck, spreadsheetSafe, excel, descriptions }: SchemaOptions,
  { id }: Pick<Format, 'id'>,
): Readonly<Record<string, unknown>> {
  if (!TABLE_FORMATS.includes(id)) return {};
  return {
    ...(id === 'csv' ? { endsLastRow: true, maxRows: SPREADSHEET_ROWS, spreadsheetSafe, excel } : {}),
    ...(schemaFile === undefined ? {} : fileParameters(schemaFile)),
    ...(schemaName === undefined ? {} : { schemaName }),
    ...(schemaCheck === undefined ? {} : { schemaCheck }),
    ...(descriptions === undefined ? {} : { descriptions }),
  };
}

/** A missing file is reported with its path; the output would look for the name elsewhere. */
function fileParameters(path: string): Readonly<Record<string, string>> {
  if (statsOf(path)?.isFile() !== true) throw new UsageError(`--schema-file: ${path} is no file.`);
  if (!/\.ya?ml$/i.test(path)) throw new UsageError(`--schema-file: ${path} is no file of schemas; their names end with .yaml or .yml.`);
  // A link may lead anywhere: the user of the command chose it.
  const real = realpathSync(path);
  if (!/\.ya?ml$/i.test(real)) throw new UsageError(`--schema-file: ${path} is a link to ${real}, whose name does not end with .yaml or .yml.`);
  return { schemaFolder: dirname(real), schemaFileName: basename(real) };
}

/** True when the tree of segments is requested. */
export const wantsSegments = ({ segments, to }: FormatOptions): boolean => segments === true || to === SEGMENTS;

/** Throws UsageError for options that have no meaning for FHIR resources, and for those that have one for them only. */
export function checkFhirOptions({ id }: Pick<Format, 'id'>, { fhirBundle, transactionTopLevel, controlSegments, ...options }: FormatOptions): void {
  if (id !== FHIR) {
    if (fhirBundle === true) throw new UsageError(`--fhir-bundle is for FHIR, and the output is ${id}. Add --to fhir.`);
    return;
  }
  const refused = { '--segments': wantsSegments(options), '--transaction-top-level': transactionTopLevel, '--control-segments': controlSegments };
  const flag = Object.entries(refused).find(([, given]) => given === true)?.[0];
  if (flag !== undefined) throw new UsageError(`${flag} has no meaning for FHIR resources. Leave it out, or convert to JSON or NDJSON.`);
}

/** Throws UsageError for options that choose records, where the output takes the segments of the input. */
export function checkSegmentOptions({ id, takes }: Format, options: FormatOptions): void {
  if (takes !== 'segments') return;
  const refused = {
    '--segments': options.segments,
    '--objects': options.objects !== undefined,
    '--transaction-top-level': options.transactionTopLevel,
    '--control-segments': options.controlSegments,
  };
  const flag = Object.entries(refused).find(([, given]) => given === true)?.[0];
  if (flag !== undefined) throw new UsageError(`${flag} has no meaning for ${id}, which takes the segments of the input. Leave it out.`);
}

/** Throws UsageError for options that have no meaning for tables, and for those that have one for tables or for CSV only. */
export function checkTableOptions({ id }: Format, options: FormatOptions): void {
  const given = (flags: Readonly<Record<string, unknown>>): string | undefined =>
    Object.keys(flags).find((flag) => flags[flag] !== undefined && flags[flag] !== false);
  const { schemaFile, schemaName, schemaCheck, spreadsheetSafe, excel } = options;
  const isTable = TABLE_FORMATS.includes(id);
  const ofTables = isTable ? {} : { '--schema-file': schemaFile, '--schema-name': schemaName, '--schema-check': schemaCheck };
  const misplaced = given(id === 'csv' ? {} : { ...ofTables, '--spreadsheet-safe': spreadsheetSafe, '--excel': excel });
  if (misplaced !== undefined) throw new UsageError(`${misplaced} is for CSV, and the output is ${id}. ${isTable ? 'Leave it out.' : 'Add --to csv.'}`);
  if (!isTable) return;
  const { transactionTopLevel, controlSegments, validate, levels, rules } = options;
  const refused = {
    '--segments': wantsSegments(options),
    '--transaction-top-level': transactionTopLevel,
    '--control-segments': controlSegments,
  };
  const flag = given({ ...refused, '--validate': validate, '--levels': levels, '--rules': rules });
  if (flag === undefined) return;
  const name = id === 'csv' ? 'CSV' : id;
  throw new UsageError(`${flag} has no meaning for ${name}, whose columns a schema chooses. Leave it out, or convert to JSON or NDJSON.`);
}

/** Throws UsageError for bytes that a terminal cannot show. */
export function checkTerminal({ id }: Format, isTerminal: boolean): void {
  if (isTerminal && BINARY_FORMATS.includes(id)) throw new UsageError(`The output ${id} is binary, and standard output is a terminal. Name a file with --out.`);
}

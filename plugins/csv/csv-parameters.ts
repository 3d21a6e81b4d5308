import { EdiError } from '../../src/plugin';
import { type OutputContext } from '../../src/plugin/io';
import { PRODUCT_SCHEMA_FILE } from './schema/schema-files';
import { SCHEMA_CHECKS, type SchemaCheck } from './schema/schema-format';
import { MAX_NAME_LENGTH } from './schema/schema-limits';

/** The parameters of an output, checked. */
export interface CsvParameters {
  /** A bare name. */
  readonly schemaFileName: string;
  /** Folder of one's own schema files. */
  readonly schemaFolder: string | undefined;
  readonly schemaName: string;
  /** True for a name that nobody asked for: a transaction type without it takes its schema `default`. */
  readonly isDefaultName: boolean;
  readonly schemaCheck: SchemaCheck;
  readonly isSpreadsheetSafe: boolean;
  /** True for a byte order mark, and text that looks like a number written as text: for Excel. */
  readonly isForExcel: boolean;
  /** Undefined: what the schema says. */
  readonly describesCodes: boolean | undefined;
  /** True for a line end after the last row. */
  readonly endsLastRow: boolean;
  /** Rows, that of the header included, beyond which a warning is given. */
  readonly maxRows: number;
}

/** What the interface document says for one table, and what several files are by default. */
const ONE_TABLE = 'lines-with-header-repeat-first-row';
export const SEVERAL_FILES = 'default';

/** Reads the parameters `schemaFileName`, `schemaFolder`, `schemaName`, `schemaCheck`, `spreadsheetSafe`, `excel`, `descriptions`, `endsLastRow` and `maxRows`. Throws EDI_BAD_PARAMETER. */
export function readParameters({ parameters, hasFiles }: OutputContext): CsvParameters {
  const { schemaFileName, schemaFolder, schemaName, schemaCheck, spreadsheetSafe, excel, descriptions, endsLastRow, maxRows } = parameters;
  return {
    schemaFileName: readName('schemaFileName', schemaFileName) ?? PRODUCT_SCHEMA_FILE,
    schemaFolder: readText('schemaFolder', schemaFolder),
    schemaName: readName('schemaName', schemaName) ?? (hasFiles ? SEVERAL_FILES : ONE_TABLE),
    isDefaultName: schemaName === undefined,
    schemaCheck: readCheck(schemaCheck),
    isSpreadsheetSafe: spreadsheetSafe === true || excel === true,
    isForExcel: excel === true,
    describesCodes: typeof descriptions === 'boolean' ? descriptions : undefined,
    endsLastRow: endsLastRow === true,
    maxRows: typeof maxRows === 'number' ? maxRows : Number.POSITIVE_INFINITY,
  };
}

/** File systems take no longer names. */
function readName(name: string, value: unknown): string | undefined {
  const text = readText(name, value);
  if (text === undefined || Buffer.byteLength(text) <= MAX_NAME_LENGTH) return text;
  throw new EdiError('EDI_BAD_PARAMETER', `${name} is too long: ${MAX_NAME_LENGTH} bytes are allowed.`);
}

function readCheck(value: unknown): SchemaCheck {
  const check = SCHEMA_CHECKS.find((one) => one === (value ?? 'auto'));
  if (check !== undefined) return check;
  throw new EdiError('EDI_BAD_PARAMETER', `schemaCheck must be one of ${SCHEMA_CHECKS.join(', ')}.`);
}

function readText(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new EdiError('EDI_BAD_PARAMETER', `${name} must be text.`);
}

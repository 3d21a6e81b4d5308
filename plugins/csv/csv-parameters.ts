import { EdiError, type OutputContext } from '../../src/plugin';
import { PRODUCT_SCHEMA_FILE } from './schema/schema-files';

/** The parameters of an output, checked. */
export interface CsvParameters {
  /** A bare name. */
  readonly schemaFileName: string;
  /** Folder of one's own schema files. */
  readonly schemaFolder: string | undefined;
  readonly schemaName: string;
  readonly isSpreadsheetSafe: boolean;
}

/** What the interface document says for one table, and what several files are by default. */
const ONE_TABLE = 'lines-with-header-repeat-first-row';
const SEVERAL_FILES = 'default';

/** Reads the parameters `schemaFileName`, `schemaFolder`, `schemaName` and `spreadsheetSafe`. Throws EDI_BAD_PARAMETER. */
export function readParameters({ parameters, hasFiles }: OutputContext): CsvParameters {
  const { schemaFileName, schemaFolder, schemaName, spreadsheetSafe } = parameters;
  return {
    schemaFileName: readText('schemaFileName', schemaFileName) ?? PRODUCT_SCHEMA_FILE,
    schemaFolder: readText('schemaFolder', schemaFolder),
    schemaName: readText('schemaName', schemaName) ?? (hasFiles ? SEVERAL_FILES : ONE_TABLE),
    isSpreadsheetSafe: spreadsheetSafe === true,
  };
}

function readText(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new EdiError('EDI_BAD_PARAMETER', `${name} must be text.`);
}

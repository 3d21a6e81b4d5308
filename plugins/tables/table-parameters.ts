import { EdiError } from '../../src/plugin';
import { type OutputContext } from '../../src/plugin/io';
import { PRODUCT_SCHEMA_FILE } from './schema/schema-files';
import { SCHEMA_CHECKS, type SchemaCheck } from './schema/schema-format';
import { MAX_NAME_LENGTH } from './schema/schema-limits';

/** Names and types of the parameters that every output of tables has. */
export const TABLE_PARAMETERS = {
  schemaFileName: 'string',
  schemaFolder: 'string',
  schemaName: 'string',
  schemaCheck: 'string',
  descriptions: 'boolean',
} as const;

/** Values of the parameters that every output of tables has, checked. */
export interface TableParameters {
  /** A bare name. */
  readonly schemaFileName: string;
  /** Folder of custom schema files. */
  readonly schemaFolder: string | undefined;
  readonly schemaName: string;
  /** True for a name that nobody asked for: a transaction type without it takes its schema `default`. */
  readonly isDefaultName: boolean;
  readonly schemaCheck: SchemaCheck;
  /** Undefined: what the schema says. */
  readonly describesCodes: boolean | undefined;
}

/** The schema that an output of one table has by default (interface document). */
export const ONE_TABLE = 'lines-with-header-repeat-first-row';

/** The schema that an output of several tables has by default, and every output of a transaction type without the one that is asked for. */
export const SEVERAL_TABLES = 'default';

/**
 * Reads the parameters `schemaFileName`, `schemaFolder`, `schemaName`, `schemaCheck` and `descriptions`; `defaultName` is the schema when none is named.
 * Throws EDI_BAD_PARAMETER.
 */
export function readTableParameters({ parameters }: Pick<OutputContext, 'parameters'>, defaultName: string): TableParameters {
  const { schemaFileName, schemaFolder, schemaName, schemaCheck, descriptions } = parameters;
  return {
    schemaFileName: readName('schemaFileName', schemaFileName) ?? PRODUCT_SCHEMA_FILE,
    schemaFolder: readText('schemaFolder', schemaFolder),
    schemaName: readName('schemaName', schemaName) ?? defaultName,
    isDefaultName: schemaName === undefined,
    schemaCheck: readCheck(schemaCheck),
    describesCodes: typeof descriptions === 'boolean' ? descriptions : undefined,
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

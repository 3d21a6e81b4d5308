import { EdiError } from '../../src/common/edi-error';
import { converter } from './conversion';
import { schemaFolder } from './csv';

/** Which schema of a file is meant, and for which conversion. */
export interface SchemaQuery {
  readonly type?: string;
  readonly name?: string;
  /** Default strict, so that mistakes of a test throw. */
  readonly check?: 'auto' | 'strict' | 'lenient';
}

/** A table as a schema describes it. */
export interface SchemaTable {
  readonly name: string;
  readonly fileSuffix: string;
  readonly columns: readonly string[];
}

/** The tables of a schema in a file with the text; `own` for 835 unless the query says otherwise. Throws what using it would throw. */
export function tablesOf(text: string, { type = '835', name = 'own', check = 'strict' }: SchemaQuery = {}): readonly SchemaTable[] {
  const parameters = { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(text), schemaName: name, schemaCheck: check };
  return converter().describeOutput('csv', parameters, type);
}

/** A file of schemas that names the version of the language. */
export const versioned = (schemas: string): string => `version: 1\nschemas:\n${schemas.replace(/^\n/, '')}`;

/** The tables of a schema of the product. */
export const productSchema = (schemaName: string, type: string): readonly SchemaTable[] => converter().describeOutput('csv', { schemaName }, type);

/** The columns of the only table of a schema. */
export function columnsOfSchema(text: string, query?: SchemaQuery): readonly string[] {
  const tables = tablesOf(text, query);
  expect(tables.map(({ name }) => name)).toHaveLength(1);
  return tables[0]?.columns ?? [];
}

/** A schema `own` of 835 with lines side by side and the keys given, written as YAML. */
export const ownSchema = (...keys: readonly string[]): string => ['- name: own', '  transactionTypes: [835]', ...keys.map((key) => `  ${key}`)].join('\n');

/** Lists of an 835 beside the payments, switched off. */
export const PAYMENTS_ONLY = '{ names: [Transactions, ProviderAdjustmentMain, ProviderAdjustments], output: False }';

/** The message that refuses a schema. */
export function refusalOf(text: string, query?: SchemaQuery): { readonly code: string; readonly message: string } {
  try {
    tablesOf(text, query);
  } catch (error) {
    if (error instanceof EdiError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

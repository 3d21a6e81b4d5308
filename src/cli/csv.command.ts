import { createConverter } from '../pipeline/create-converter';
import type { DescribedTable } from '../plugin/output.plugin';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { ReaderGone, streamTarget } from '../io/output-target';
import { pluginsOf } from './plugin-choice';
import { RunReport } from './run-report';
import { type SchemaOptions, schemaParameters } from './schema-options';
import { tableText } from './table-text';
import { UsageError } from './usage-error';

/** Options of `clearloop csv columns`, under their names in the program. */
export interface ColumnsOptions extends Pick<SchemaOptions, 'schemaFile' | 'schemaName' | 'schemaCheck' | 'descriptions'> {
  readonly transaction: string;
}

/** Prints the columns of a schema, one per line; of several lists, each under its name. Throws UsageError and EdiError. */
export async function csvColumnsCommand({ transaction, ...schema }: ColumnsOptions, io: CommandIo): Promise<ExitCode> {
  const report = new RunReport(io, { command: 'csv' });
  const tables = createConverter({ plugins: pluginsOf(io) }).describeOutput('csv', schemaParameters(schema, { id: 'csv' }), transaction, report.issue);
  const [first] = tables;
  const text = tables.length === 1 && first !== undefined ? linesOf(first) : tables.map((table) => `${table.name}:\n${linesOf(table)}`).join('\n');
  return print(text, io);
}

/** Options of `clearloop csv schemas`, under their names in the program. */
export interface SchemasOptions extends Pick<SchemaOptions, 'schemaFile'> {
  readonly transaction?: string;
  readonly json?: boolean;
}

/** Lists schemas. Throws UsageError and EdiError. */
export async function csvSchemasCommand({ transaction, json, ...schema }: SchemasOptions, io: CommandIo): Promise<ExitCode> {
  const all = createConverter({ plugins: pluginsOf(io) }).listSchemas('csv', schemaParameters(schema, { id: 'csv' }));
  const isMeant = (types: readonly string[]): boolean => transaction === undefined || types.some((type) => type.toUpperCase() === transaction.toUpperCase());
  const schemas = all.filter(({ transactionTypes }) => isMeant(transactionTypes));
  if (schemas.length === 0) {
    const known = [...new Set(all.flatMap(({ transactionTypes }) => transactionTypes))].sort();
    throw new UsageError(`No schema is for ${transaction ?? ''}. Transaction types with schemas: ${known.join(', ')}.`);
  }
  if (json === true) return print(`${JSON.stringify(schemas, undefined, 2)}\n`, io);
  const rows = schemas.map(({ name, aliases, transactionTypes }) => [name, transactionTypes.join(', '), aliases.join(', ')]);
  return print(tableText([['schema', 'transactions', 'other names'], ...rows]), io);
}

async function print(text: string, io: CommandIo): Promise<ExitCode> {
  await streamTarget(io.stdout)
    .write(Buffer.from(text))
    .catch((error: unknown) => {
      if (!(error instanceof ReaderGone)) throw error;
    });
  return EXIT.ok;
}

const linesOf = ({ columns }: DescribedTable): string => columns.map((column) => `${column}\n`).join('');

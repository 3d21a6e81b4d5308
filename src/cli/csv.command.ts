import { createConverter } from '../pipeline/create-converter';
import type { DescribedTable } from '../plugin/output.plugin';
import type { CommandIo } from './command-io';
import { ConversionReport } from './conversion-report';
import { EXIT, type ExitCode } from './exit-codes';
import { ReaderGone, streamTarget } from './output-target';
import { pluginsOf } from './plugin-choice';
import { type SchemaOptions, schemaParameters } from './schema-options';

/** Options of `clearloop csv columns`, under the names that the program gives them. */
export interface ColumnsOptions extends Pick<SchemaOptions, 'schemaFile' | 'schemaName' | 'schemaCheck'> {
  readonly transaction: string;
}

/** Prints the columns of a schema, one a line; where it has several lists, each under its name. Throws UsageError and EdiError. */
export async function csvColumnsCommand({ transaction, ...schema }: ColumnsOptions, io: CommandIo): Promise<ExitCode> {
  const report = new ConversionReport(io);
  const tables = createConverter({ plugins: pluginsOf(io) }).describeOutput('csv', schemaParameters(schema), transaction, report.issue);
  const [first] = tables;
  const text = tables.length === 1 && first !== undefined ? linesOf(first) : tables.map((table) => `${table.name}:\n${linesOf(table)}`).join('\n');
  await streamTarget(io.stdout)
    .write(Buffer.from(text))
    .catch((error: unknown) => {
      if (!(error instanceof ReaderGone)) throw error;
    });
  return EXIT.ok;
}

const linesOf = ({ columns }: DescribedTable): string => columns.map((column) => `${column}\n`).join('');

import { EdiError } from '../../src/plugin';
import type { ByteWriter, OutputContext } from '../../src/plugin/io';
import { columnDescriptions, type CompiledSchema, listsToWrite, productVersion, type TableTarget, type TableWriter } from '../tables';
import { SCALES, DECIMAL_DIGITS } from './format/physical-type';
import { ParquetTable, ROW_GROUP_BYTES } from './parquet-table';

/** Names of sources, and notices, that the metadata of a file lists. */
const MAX_LISTED = 1_000;

/** The files of an output. What is said beside rows stands in their metadata. */
export class ParquetTarget implements TableTarget {
  private tables: readonly ParquetTable[] = [];
  private schema: CompiledSchema | undefined;
  private readonly sources: string[] = [];
  private readonly notices: string[] = [];

  constructor(
    private readonly context: OutputContext,
    private readonly out: ByteWriter,
  ) {}

  open(schema: CompiledSchema): readonly TableWriter[] {
    this.schema = schema;
    const { rowGroupBytes } = this.context.parameters;
    const bytes = typeof rowGroupBytes === 'number' ? rowGroupBytes : ROW_GROUP_BYTES;
    this.tables = listsToWrite(schema, this.context, this.out).map(({ list, out }) => new ParquetTable(list, out, bytes));
    return this.tables.flatMap((table) => [table, ...table.nested]);
  }

  notice(text: string): void {
    if (this.notices.length < MAX_LISTED) this.notices.push(text);
  }

  source(fileName: string): void {
    if (this.sources.length < MAX_LISTED) this.sources.push(fileName);
  }

  *afterRecord(): Generator<void, void, undefined> {
    for (const table of this.tables) yield* table.writeWhenFull();
  }

  *end(_out: ByteWriter, warn: (message: string) => void): Generator<void, void, undefined> {
    for (const { misfits } of this.tables) for (const [column, count] of misfits) warn(misfitMessage(column, count));
    const createdBy = productVersion();
    for (const table of this.tables) yield* table.end(this.metadataOf(table, createdBy), createdBy);
  }

  /** A file of Parquet has columns, which nothing said what they are. */
  endWithoutTable(): void {
    throw new EdiError('EDI_NO_COLUMNS', 'The input has no record with columns. Convert it to JSON or NDJSON.');
  }

  private metadataOf({ list, allColumns }: ParquetTable, version: string): Readonly<Record<string, string>> {
    const columns = allColumns.map(({ node }) => node);
    const { files, segments, transactions, records, issues, errors } = this.context.counts;
    return {
      'clearloop.version': version,
      'clearloop.sources': JSON.stringify(this.sources),
      'clearloop.counts': JSON.stringify({ files, segments, transactions, records, issues, errors }),
      'clearloop.transactionType': list.plan.layout.transactionType,
      'clearloop.schema': this.schema?.name ?? '',
      'clearloop.list': list.name,
      'clearloop.columns': JSON.stringify(columnDescriptions(columns)),
      ...(this.notices.length === 0 ? {} : { 'clearloop.notices': JSON.stringify(this.notices) }),
    };
  }
}

const misfitMessage = (column: string, count: number): string =>
  `${column} has values that its type cannot hold: ${count} left out. Amounts have ${SCALES.amount} digits after the point, other decimals ${SCALES.decimal}, both ${DECIMAL_DIGITS} digits in all. CSV shows them`;

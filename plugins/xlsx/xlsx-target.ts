import { EdiError } from '../../src/plugin';
import type { ByteWriter, OutputContext } from '../../src/plugin/io';
import { type CompiledSchema, productVersion, type TableTarget, type TableWriter } from '../tables';
import { MAX_CELL_CHARACTERS } from './cell-xml';
import { plainSheet } from './sheet';
import { SheetTable } from './sheet-table';
import { STYLES_XML } from './styles';
import { CONTENT_TYPES, PACKAGE_RELATIONS, sheetNames, type WorkbookSheet, workbookRelations, workbookXml } from './workbook-xml';
import { ZipWriter } from './zip-writer';

/** Rows and columns of a sheet. */
export const MAX_SHEET_ROWS = 1_048_576;
const MAX_SHEET_COLUMNS = 16_384;

/** Names of sources, and notices, that the first sheet lists. */
const MAX_LISTED = 1_000;

const ABOUT_PATH = 'xl/worksheets/about.xml';

/** One workbook. The table with most rows is written as it comes; the others wait, and follow it. */
export class XlsxTarget implements TableTarget {
  private readonly zip: ZipWriter;
  private tables: readonly SheetTable[] = [];
  private schema: CompiledSchema | undefined;
  private readonly sources: string[] = [];
  private readonly notices: string[] = [];
  private sheetCount = 0;

  constructor(
    private readonly context: OutputContext,
    private readonly maxRows: number,
    out: ByteWriter,
  ) {
    this.zip = new ZipWriter(out);
  }

  open(schema: CompiledSchema): readonly TableWriter[] {
    const { zip, maxRows } = this;
    for (const { name, header } of schema.lists) {
      if (header.length <= MAX_SHEET_COLUMNS) continue;
      const message = `The table of ${name} has ${header.length} columns; a sheet has ${MAX_SHEET_COLUMNS}. Choose fewer in a schema, or convert to CSV.`;
      throw new EdiError('EDI_BAD_PARAMETER', message);
    }
    this.schema = schema;
    zip.add('[Content_Types].xml', CONTENT_TYPES);
    zip.add('_rels/.rels', PACKAGE_RELATIONS);
    zip.add('xl/styles.xml', STYLES_XML);
    const places = { zip, maxRows, nextPath: () => `xl/worksheets/sheet${++this.sheetCount}.xml` };
    this.tables = schema.lists.map((list) => new SheetTable(list, places, list === schema.rowList));
    return this.tables;
  }

  notice(text: string): void {
    if (this.notices.length < MAX_LISTED) this.notices.push(text);
  }

  source(fileName: string): void {
    if (this.sources.length < MAX_LISTED) this.sources.push(fileName);
  }

  *afterRecord(): Generator<void, void, undefined> {
    for (const table of this.tables) yield* table.compress();
  }

  *end(_out: ByteWriter, warn: (message: string) => void): Generator<void, void, undefined> {
    const { zip, tables } = this;
    for (const { cuts } of tables) for (const [column, count] of cuts) warn(cutMessage(column, count));
    for (const table of tables) yield* table.end();
    for (const table of tables) yield* table.writeSpooled();
    const names = sheetNames(tables.map(({ list, sheets }) => ({ name: list.name, sheets: sheets.length })));
    const sheets = tables.flatMap((table, i) =>
      table.sheets.map(({ path, sheet }, number): WorkbookSheet => ({
        name: names[i]?.[number] ?? '',
        path,
        rows: sheet.rows,
        columns: table.list.header.length,
      })),
    );
    zip.add(ABOUT_PATH, plainSheet(this.about(names)));
    const all = [{ name: 'About', path: ABOUT_PATH, rows: undefined, columns: 0 }, ...sheets];
    zip.add('xl/workbook.xml', workbookXml(all));
    zip.add('xl/_rels/workbook.xml.rels', workbookRelations(all));
    zip.close();
  }

  /** A workbook has columns, which nothing said what they are. */
  endWithoutTable(): void {
    throw new EdiError('EDI_NO_COLUMNS', 'The input has no record with columns. Convert it to JSON or NDJSON.');
  }

  close(): void {
    for (const table of this.tables) table.close();
  }

  private about(names: readonly (readonly string[])[]): readonly (readonly [string, string | number])[] {
    const { files, segments, transactions, records, issues, errors } = this.context.counts;
    return [
      ['Written by', productVersion()],
      ['Transaction type', this.schema?.transactionType ?? ''],
      ['Schema', this.schema?.name ?? ''],
      ...this.sources.map((source): [string, string] => ['Source', source]),
      ['Files', files],
      ['Segments', segments],
      ['Transactions', transactions],
      ['Records', records],
      ['Issues', issues],
      ['Errors', errors],
      ...this.tables.map(({ rows }, i): [string, number] => [`Rows of ${names[i]?.join(', ') ?? ''}`, rows]),
      ...this.notices.map((notice): [string, string] => ['', notice]),
    ];
  }
}

const cutMessage = (column: string, count: number): string =>
  `${column} has longer text than a cell can show: ${count} cut after ${MAX_CELL_CHARACTERS.toLocaleString('en-US')} characters. CSV shows it`;

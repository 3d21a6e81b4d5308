import { type ByteWriter, type OutputContext } from '../../src/plugin/io';
import { type CompiledSchema, listsToWrite, type TableTarget, type TableWriter } from '../tables';
import { CellWriter } from './cell-writer';
import type { CsvParameters } from './csv-parameters';
import { ListWriter } from './list-writer';

/** The files of an output. What is said beside rows is a row of the first of them. */
export class CsvTarget implements TableTarget {
  private writers: readonly ListWriter[] = [];

  constructor(
    private readonly format: Pick<CsvParameters, 'isSpreadsheetSafe' | 'isForExcel' | 'endsLastRow' | 'maxRows'>,
    private readonly context: OutputContext,
    private readonly out: ByteWriter,
  ) {}

  open(schema: CompiledSchema): readonly TableWriter[] {
    const cells = new CellWriter({ separator: schema.separator, ...this.format });
    this.writers = listsToWrite(schema, this.context, this.out).map(({ list, out }) => new ListWriter(list, cells, out, !this.context.isPart));
    return this.writers;
  }

  notice(text: string): void {
    this.writers[0]?.notice(text);
  }

  countRows(): ReadonlyMap<string, number> {
    return new Map(this.writers.map(({ list, rows }) => [list.name, rows - 1]));
  }

  addRows(rows: ReadonlyMap<string, number>): void {
    for (const writer of this.writers) writer.rows += rows.get(writer.list.name) ?? 0;
  }

  end(_out: ByteWriter, warn: (message: string) => void): void {
    const { endsLastRow, maxRows } = this.format;
    for (const { list, rows, out } of this.writers) {
      if (rows > maxRows) warn(rowsMessage(list.name, rows, maxRows));
      if (endsLastRow) out.text('\n');
    }
  }

  /** Warnings alone are written without a header. */
  endWithoutTable(notices: readonly string[], out: ByteWriter): void {
    const cells = new CellWriter({ separator: ',', ...this.format });
    notices.forEach((text, i) => {
      if (i > 0) out.text('\n');
      cells.text(text, out);
    });
    if (notices.length > 0 && this.format.endsLastRow) out.text('\n');
  }
}

const rowsMessage = (list: string, rows: number, maxRows: number): string =>
  `The table of ${list} has ${rows.toLocaleString('en-US')} rows with its header; spreadsheets open the first ${maxRows.toLocaleString('en-US')}. Convert into a folder for a table of each input`;

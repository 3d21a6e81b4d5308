import { ByteWriter, type tableReading } from '../../src/plugin/io';
import { type OutputList, RowTable } from '../tables';
import { rowSlots, type Slots } from './columns/column-buffer';
import { ChunkWriter } from './format/chunk-writer';
import { type ColumnChunk, footerOf, MAGIC, type RowGroup } from './format/footer';
import { NestedTable } from './nested-table';
import { type TableColumn, tableColumns } from './table-column';

/** What a table holds in memory before it is written as a row group. */
export const ROW_GROUP_BYTES = 1 << 24;

/** Rows of a row group at most: readers divide their work by row groups. */
const MAX_ROW_GROUP_ROWS = 1 << 17;

/** Rows after which the bytes in memory are counted again. */
const COUNTED_ROWS = 1 << 10;

/** One file: rows are held column by column, and written as a row group when they are enough. */
export class ParquetTable extends RowTable {
  readonly columns: readonly TableColumn[];
  readonly lists: readonly NestedTable[];
  /** The lists inside rows, and those inside them. */
  readonly nested: readonly NestedTable[];
  /** By level, the number of its first column. */
  private readonly firstColumns: readonly number[];
  private readonly rowGroups: RowGroup[] = [];
  /** The row group that is written; its memory is used for the next one. */
  private readonly group = new ByteWriter();
  private readonly chunks = new ChunkWriter(this.group, MAGIC.length);
  /** Rows of the row group so far, and how many there were when the record began. */
  private rows = 0;
  private recordStart = 0;
  private nextCount = COUNTED_ROWS;

  constructor(
    list: OutputList,
    private readonly out: ByteWriter,
    private readonly rowGroupBytes: number,
  ) {
    super(list);
    const { levels } = list.plan;
    this.columns = tableColumns(levels.flatMap(({ columns }) => columns));
    this.lists = list.nested.map((inner) => new NestedTable(inner));
    this.nested = this.lists.flatMap(({ all }) => all);
    this.firstColumns = levels.map((_, i) => levels.slice(0, i).reduce((sum, { columns }) => sum + columns.length, 0));
    out.append(MAGIC);
  }

  mark(): void {
    this.recordStart = this.rows;
  }

  takeBack(): void {
    this.rows = this.recordStart;
    for (const { buffer } of this.columns) buffer.truncate(this.rows);
  }

  protected beginRow(): void {
    // Cells name the row that they are in.
  }

  protected endRow(): void {
    this.rows++;
  }

  protected addCells(level: number, cells: tableReading.Cells, only: Uint8Array | undefined, isAgain: boolean): void {
    const { columns, rows } = this;
    const { starts, ends } = cells;
    const first = this.firstColumns[level] ?? 0;
    // Most cells are empty: their columns are not looked at.
    for (let i = 0; i < cells.size; i++) {
      if ((starts[i] ?? 0) < (ends[i] ?? 0) && (only === undefined || only[i] === 1)) columns[first + i]?.add(rows, cells, i, isAgain);
    }
  }

  /** Writes a row group when the rows are enough; pauses between its columns. */
  *writeWhenFull(): Generator<void, void, undefined> {
    if (this.rows < this.nextCount) return;
    this.nextCount = this.rows + COUNTED_ROWS;
    const bytes = [...this.columns.map(({ buffer }) => buffer), ...this.nested].reduce((sum, { size }) => sum + size, 0);
    if (bytes >= this.rowGroupBytes || this.rows >= MAX_ROW_GROUP_ROWS) yield* this.writeRowGroup();
  }

  private *writeRowGroup(): Generator<void, void, undefined> {
    const { rows, chunks, group, out } = this;
    // Where the output still holds the row group before, it takes a copy.
    out.reserve(1);
    group.length = 0;
    const written: ColumnChunk[] = [];
    const all: readonly (readonly [readonly TableColumn[], Slots])[] = [
      [this.columns, rowSlots(rows)],
      ...this.nested.map((list) => [list.columns, list] as const),
    ];
    for (const [columns, slots] of all) {
      for (const { buffer } of columns) {
        written.push(buffer.write(slots, chunks));
        buffer.clear();
        yield;
      }
    }
    out.hold({ bytes: group.bytes, start: 0, end: group.length });
    for (const list of this.nested) list.clear();
    this.rowGroups.push({ rows, chunks: written });
    this.rows = 0;
    this.nextCount = COUNTED_ROWS;
  }

  /** Writes the last row group and the footer. */
  *end(metadata: Readonly<Record<string, string>>, createdBy: string): Generator<void, void, undefined> {
    if (this.rows > 0) yield* this.writeRowGroup();
    this.out.append(footerOf({ level: this, rowGroups: this.rowGroups, metadata, createdBy }));
  }

  /** The columns, those of nested lists behind those of rows. */
  get allColumns(): readonly TableColumn[] {
    return [...this.columns, ...this.nested.flatMap(({ columns }) => columns)];
  }

  /** Columns with values that their type cannot have, and how many. */
  get misfits(): readonly (readonly [column: string, count: number])[] {
    return this.allColumns.flatMap(({ name, misfits }) => (misfits === 0 ? [] : [[name, misfits] as const]));
  }
}

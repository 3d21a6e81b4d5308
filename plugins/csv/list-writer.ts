import { ByteWriter, type tableReading } from '../../src/plugin/io';
import type { CellWriter } from './cell-writer';
import type { OutputList, TableWriter } from '../tables';

const LINE_FEED = 0x0a;

/** The cells of a level before the last. The first row of an item has all of them, later rows those that each row has. */
interface Head {
  cells: tableReading.Cells | undefined;
  isFirst: boolean;
  /** What later rows have, once there is one. */
  readonly later: ByteWriter;
}

/** Writes the rows of one list. */
export class ListWriter implements TableWriter {
  /** Items that found no column, by the list that they are of. */
  readonly lost = new Map<string, number>();
  private readonly heads: readonly Head[];
  private readonly last: number;
  /** For each level the number of its columns, and whether others stand before them. */
  private readonly levels: readonly { readonly size: number; readonly isLater: boolean }[];
  private lastCells: tableReading.Cells | undefined;
  /** Undefined where cells are written one by one. */
  readonly text: tableReading.RowText | undefined;
  /** Rows so far, that of the header included. */
  rows = 1;
  private recordStart = 0;
  private recordRows = 0;

  constructor(
    readonly list: OutputList,
    private readonly cells: CellWriter,
    readonly out: ByteWriter,
    hasHeader: boolean,
  ) {
    this.last = list.plan.levels.length - 1;
    this.heads = list.plan.levels.slice(0, this.last).map(() => ({ cells: undefined, isFirst: true, later: new ByteWriter(256) }));
    this.levels = list.plan.levels.map(({ header }, level, all) => ({
      size: header.length,
      isLater: all.slice(0, level).some((one) => one.header.length > 0),
    }));
    const { separator, copies } = cells;
    if (copies) this.text = { separator, eachRow: list.eachRow, out, wrote: (rows) => void (this.rows += rows) };
    if (!hasHeader) return;
    cells.begin(out);
    list.header.forEach((name, i) => {
      if (i > 0) cells.separate(out);
      cells.text(name, out);
    });
  }

  /** A record begins. */
  mark(): void {
    this.recordStart = this.out.length;
    this.recordRows = this.rows;
  }

  /** Takes back the rows of the record. */
  takeBack(): void {
    this.out.length = this.recordStart;
    this.rows = this.recordRows;
  }

  item(level: number, cells: tableReading.Cells): void {
    const head = this.heads[level];
    if (head === undefined) {
      this.lastCells = cells;
      return;
    }
    head.cells = cells;
    head.isFirst = true;
    head.later.length = 0;
  }

  row(levels: number): void {
    const { out } = this;
    out.byte(LINE_FEED);
    this.rows++;
    const start = out.length;
    for (const [level, { size, isLater }] of this.levels.entries()) {
      if (size === 0) continue;
      if (isLater) this.cells.separate(out);
      if (level >= levels) this.cells.blanks(size, out);
      else if (level === this.last) this.writeLast();
      else this.writeHead(level);
    }
    // A row of one empty cell would be an empty line, which readers skip.
    if (out.length === start) out.text('""');
  }

  private writeLast(): void {
    if (this.lastCells !== undefined) this.cells.cells(this.lastCells, this.out, this.list.plan.levels[this.last]?.texts);
  }

  private writeHead(level: number): void {
    const { out } = this;
    const head = this.heads[level];
    if (head?.cells === undefined) return;
    const texts = this.list.plan.levels[level]?.texts;
    if (head.isFirst) this.cells.cells(head.cells, out, texts);
    else {
      if (head.later.length === 0) this.cells.cells(head.cells, head.later, texts, this.list.eachRow[level]);
      out.append(head.later.bytes, 0, head.later.length);
    }
    head.isFirst = false;
  }

  lose(list: string): void {
    this.lost.set(list, (this.lost.get(list) ?? 0) + 1);
  }

  /** Writes a notice into the first cell of a row. */
  notice(text: string): void {
    this.out.byte(LINE_FEED);
    this.rows++;
    this.cells.text(text, this.out);
  }
}

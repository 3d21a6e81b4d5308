import { ByteWriter, type Cells, type RowSink } from '../../src/plugin';
import type { CellWriter } from './cell-writer';
import type { OutputList } from './schema/compile-schema';

const LINE_FEED = 0x0a;

/** What a level repeats before the cells of the levels after it. */
interface Head {
  /** Its cells as the first row of an item has them, and as later rows do. */
  readonly first: ByteWriter;
  readonly later: ByteWriter;
  isFirst: boolean;
}

/** Writes the rows of one list. */
export class ListWriter implements RowSink {
  /** Items that found no column, by the list that they are of. */
  readonly lost = new Map<string, number>();
  private readonly heads: readonly Head[];
  private readonly last: number;
  private lastCells: Cells | undefined;

  constructor(
    readonly list: OutputList,
    private readonly cells: CellWriter,
    readonly out: ByteWriter,
  ) {
    this.last = list.plan.levels.length - 1;
    this.heads = list.plan.levels.slice(0, this.last).map(() => ({ first: new ByteWriter(256), later: new ByteWriter(256), isFirst: true }));
    list.header.forEach((name, i) => {
      if (i > 0) cells.separate(out);
      cells.text(name, out);
    });
  }

  item(level: number, cells: Cells): void {
    const head = this.heads[level];
    if (head === undefined) {
      this.lastCells = cells;
      return;
    }
    head.first.length = 0;
    head.later.length = 0;
    this.cells.cells(cells, head.first);
    this.cells.cells(cells, head.later, this.list.eachRow[level]);
    head.isFirst = true;
  }

  row(levels: number): void {
    const { out } = this;
    out.byte(LINE_FEED);
    const start = out.length;
    this.list.plan.levels.forEach(({ header }, level) => {
      if (header.length === 0) return;
      if (out.length > start || this.hasColumnsBefore(level)) this.cells.separate(out);
      if (level >= levels) this.cells.blanks(header.length, out);
      else if (level === this.last) this.writeLast();
      else this.writeHead(level);
    });
    // A row of one empty cell would be an empty line, which readers pass over.
    if (out.length === start) out.text('""');
  }

  private hasColumnsBefore(level: number): boolean {
    return this.list.plan.levels.slice(0, level).some(({ header }) => header.length > 0);
  }

  private writeLast(): void {
    if (this.lastCells !== undefined) this.cells.cells(this.lastCells, this.out);
  }

  private writeHead(level: number): void {
    const head = this.heads[level];
    if (head === undefined) return;
    const { length, bytes } = head.isFirst ? head.first : head.later;
    this.out.append(bytes, 0, length);
    head.isFirst = false;
  }

  lose(list: string): void {
    this.lost.set(list, (this.lost.get(list) ?? 0) + 1);
  }

  /** Writes a notice as a row whose first cell tells it. */
  notice(text: string): void {
    this.out.byte(LINE_FEED);
    this.cells.text(text, this.out);
  }
}

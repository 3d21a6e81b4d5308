import type { tableReading } from '../../src/plugin/io';
import type { OutputList } from './schema/compile-schema';
import type { TableWriter } from './table-session';

/** The cells of a level before the last. The first row of an item has all of them, later rows those that each row has. */
interface Head {
  cells: tableReading.Cells | undefined;
  isFirst: boolean;
}

/** Puts the cells of levels together to rows, for formats that take cells one by one. */
export abstract class RowTable implements TableWriter {
  readonly lost = new Map<string, number>();
  private readonly heads: readonly Head[];
  private readonly last: number;
  private lastCells: tableReading.Cells | undefined;

  constructor(readonly list: OutputList) {
    this.last = list.plan.levels.length - 1;
    this.heads = list.plan.levels.slice(0, this.last).map(() => ({ cells: undefined, isFirst: true }));
  }

  abstract mark(): void;
  abstract takeBack(): void;

  /** A row begins. */
  protected abstract beginRow(): void;

  /** Adds cells of a level to the row; with `only` those of columns that it marks with 1. `isAgain` is true for cells that the row before had too. */
  protected abstract addCells(level: number, cells: tableReading.Cells, only: Uint8Array | undefined, isAgain: boolean): void;

  protected abstract endRow(): void;

  item(level: number, cells: tableReading.Cells): void {
    const head = this.heads[level];
    if (head === undefined) this.lastCells = cells;
    else {
      head.cells = cells;
      head.isFirst = true;
    }
  }

  row(levels: number): void {
    const { heads, last, lastCells } = this;
    this.beginRow();
    for (let level = 0; level < levels; level++) {
      const head = heads[level];
      if (level === last) {
        if (lastCells !== undefined) this.addCells(level, lastCells, undefined, false);
      } else if (head?.cells !== undefined) {
        this.addCells(level, head.cells, head.isFirst ? undefined : this.list.eachRow[level], !head.isFirst);
        head.isFirst = false;
      }
    }
    this.endRow();
  }

  lose(list: string): void {
    this.lost.set(list, (this.lost.get(list) ?? 0) + 1);
  }
}

import type { tableReading } from '../../src/plugin/io';
import type { NestedList, TableWriter } from '../tables';
import type { Slots } from './columns/column-buffer';
import { withRoom } from './columns/numbers';
import { type TableColumn, tableColumns } from './table-column';

const FIRST_SLOTS = 64;

/** The columns of a list inside rows. Each item is a slot, and so is what has no item: a row, or an item of a list around. */
export class NestedTable implements TableWriter, Slots {
  readonly lost = new Map<string, number>();
  readonly columns: readonly TableColumn[];
  readonly lists: readonly NestedTable[];
  count = 0;
  repetitions = new Uint8Array(FIRST_SLOTS);
  definitions = new Uint8Array(FIRST_SLOTS);
  /** The last level of its plan, which is that of its items. */
  private readonly last: number;
  /** The first level with a new item since the last slot. */
  private firstNew = 0;
  private cells: tableReading.Cells | undefined;
  private recordStart = 0;

  /** `depth` counts the lists from the row to the items of this one. */
  constructor(
    readonly list: NestedList,
    readonly depth = 1,
  ) {
    const { levels } = list.plan;
    this.last = levels.length - 1;
    this.columns = tableColumns(levels[this.last]?.columns ?? []);
    this.lists = list.lists.map((inner) => new NestedTable(inner, depth + 1));
  }

  get name(): string {
    return this.list.name;
  }

  /** This list and those inside it. */
  get all(): readonly NestedTable[] {
    return [this, ...this.lists.flatMap(({ all }) => all)];
  }

  /** Bytes in memory, about. */
  get size(): number {
    return this.columns.reduce((sum, { buffer }) => sum + buffer.size, 8 * this.count);
  }

  mark(): void {
    this.recordStart = this.count;
  }

  takeBack(): void {
    this.count = this.recordStart;
    for (const { buffer } of this.columns) buffer.truncate(this.count);
  }

  item(level: number, cells: tableReading.Cells): void {
    this.firstNew = Math.min(this.firstNew, level);
    if (level === this.last) this.cells = cells;
  }

  row(levels: number): void {
    const { count, last, depth, cells } = this;
    const rowLevel = last - depth;
    if (count === this.repetitions.length) {
      this.repetitions = withRoom(this.repetitions, count);
      this.definitions = withRoom(this.definitions, count);
    }
    this.repetitions[count] = Math.max(0, this.firstNew - rowLevel);
    this.definitions[count] = 2 * Math.max(0, levels - 1 - rowLevel);
    this.count++;
    this.firstNew = last;
    if (levels <= last || cells === undefined) return;
    const { starts, ends } = cells;
    for (let i = 0; i < this.columns.length; i++) if ((starts[i] ?? 0) < (ends[i] ?? 0)) this.columns[i]?.add(count, cells, i);
  }

  lose(list: string): void {
    this.lost.set(list, (this.lost.get(list) ?? 0) + 1);
  }

  clear(): void {
    this.count = 0;
  }
}

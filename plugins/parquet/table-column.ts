import type { tableReading } from '../../src/plugin/io';
import { type ColumnBuffer, columnBuffer } from './columns/column-buffer';

/** A column of a table, in the order of the header. */
export class TableColumn {
  readonly name: string;
  readonly type: tableReading.ColumnType;
  readonly buffer: ColumnBuffer;
  /** Values that the type cannot have: they are left out. */
  misfits = 0;

  constructor(readonly node: tableReading.ColumnNode) {
    this.name = node.name;
    this.type = node.type;
    this.buffer = columnBuffer(node.type);
  }

  /** Adds a cell that is not empty to a slot; `isAgain` is true for the value of the slot before. */
  add(slot: number, { starts, ends, out }: tableReading.Cells, index: number, isAgain = false): void {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if (isAgain && this.misfits === 0 && this.buffer.addAgain(slot)) return;
    if (!this.buffer.add(slot, out.bytes, start, end)) this.misfits++;
  }
}

export const tableColumns = (nodes: readonly tableReading.ColumnNode[]): readonly TableColumn[] => nodes.map((node) => new TableColumn(node));

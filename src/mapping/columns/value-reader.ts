import type { ColumnGroup, ColumnTreeNode } from './column-tree';
import { type ColumnNumbers, isWanted } from './column-numbers';
import type { CellRun } from './place-reader';
import { WHOLE_ITEM } from './table-node';
import { chosenOf, propertyOf } from './where';

/** Cells that are read from values, and what finds no column among them. */
export type ValueRun = Pick<CellRun, 'cells' | 'lose'>;

/** Reads cells from a value that a field gave whole. */
export interface ValueReader {
  read(value: unknown, run: ValueRun): void;
}

/** Binds what is wanted of a value. */
export function bindValueReaders(nodes: readonly ColumnTreeNode[], numbers: ColumnNumbers): readonly ValueReader[] {
  return nodes.flatMap((node): readonly ValueReader[] => {
    if (node.kind === 'rows' || !isWanted(node, numbers)) return [];
    const { source } = node;
    if (source === undefined || !('key' in source)) return [];
    const { key } = source;
    const number = node.kind === 'column' ? numbers.get(node) : undefined;
    const reader = node.kind === 'column' ? textReader(number) : bindValueGroup(node, numbers);
    return [{ read: (value, run) => reader.read(key === WHOLE_ITEM ? value : propertyOf(value, key), run) }];
  });
}

const textReader = (column: number | undefined): ValueReader => ({
  read: (value, { cells }) => {
    if (column === undefined || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') || value === '') return;
    const mark = cells.out.length;
    cells.out.text(String(value));
    cells.set(column, mark);
  },
});

export function bindValueGroup({ kind, name, where, repeats, isDescription }: ColumnGroup, numbers: ColumnNumbers): ValueReader {
  const readers = repeats.map((repeat) => bindValueReaders(repeat, numbers));
  if (kind === 'part' && where === undefined) return { read: (value, run) => readers[0]?.forEach((reader) => reader.read(value, run)) };
  return {
    read: (value, run) => {
      chosenOf(value, where).forEach((item, i) => {
        const ofItem = readers[i];
        if (ofItem === undefined) {
          if (!isDescription) run.lose(name);
        } else for (const reader of ofItem) reader.read(item, run);
      });
    },
  };
}

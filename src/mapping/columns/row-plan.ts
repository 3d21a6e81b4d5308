import type { ColumnNode, ColumnTreeNode, RowGroup } from './column-tree';
import type { ColumnNumbers } from './column-numbers';
import type { TableLayout } from './table';

/** One level of rows: the record, or a list inside the level before it. */
export interface RowLevel {
  /** Undefined for the record itself. */
  readonly group: RowGroup | undefined;
  /** All that stands on the level; what is wanted of it has a number. */
  readonly nodes: readonly ColumnTreeNode[];
  readonly numbers: ColumnNumbers;
  /** Names of the wanted columns, in order. */
  readonly header: readonly string[];
  /** The wanted columns themselves, in the same order. */
  readonly columns: readonly ColumnNode[];
  /** For each of them 1 for text whose digits are no number. */
  readonly texts: Uint8Array;
}

/**
 * Rows of a table: one for each item of the last level, with the cells of all levels. Made once of a layout and what is wanted
 * of it; it knows no guide.
 */
export interface RowPlan {
  readonly layout: TableLayout;
  readonly levels: readonly RowLevel[];
}

/** Makes a level of the wanted columns, in the order of the layout. */
export function rowLevel(group: RowGroup | undefined, nodes: readonly ColumnTreeNode[], wanted: readonly ColumnNode[]): RowLevel {
  return {
    group,
    nodes,
    numbers: new Map(wanted.map((column, i) => [column, i])),
    columns: wanted,
    header: wanted.map(({ name }) => name),
    texts: Uint8Array.from(wanted, ({ isText }) => (isText ? 1 : 0)),
  };
}

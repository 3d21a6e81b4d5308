export { type ColumnNode, type ColumnTreeNode, columnsOf, nameColumns, ownColumnsOf, type RowGroup, rowGroupsOf } from './column-tree';
export { resolveTable, type TableNode } from './table-node';
export { type RowLevel, rowLevel, type RowPlan } from './row-reader';
export type { RowSink, RowText } from './row-reader';
export { Cells } from './cells';
export type { ColumnType } from './table';

import type { ColumnNode, ColumnTreeNode } from './column-tree';

/** The number of each column that is wanted. */
export type ColumnNumbers = ReadonlyMap<ColumnNode, number>;

/** True where one of the columns below a node is wanted. */
export function isWanted(node: ColumnTreeNode, numbers: ColumnNumbers): boolean {
  if (node.kind === 'column') return numbers.has(node);
  return node.kind !== 'rows' && node.repeats.some((repeat) => repeat.some((inner) => isWanted(inner, numbers)));
}

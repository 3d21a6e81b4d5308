import { type ColumnNode, type ColumnTreeNode, columnsOf, nameColumns, resolveTable, type TableLayout } from '../../../src/plugin';
import { listSettings } from './list-settings';
import type { Pattern } from './pattern';
import type { SchemaSource } from './schema-source';

/** A table with the names of its columns. */
export interface NamedTable {
  readonly layout: TableLayout;
  readonly nodes: readonly ColumnTreeNode[];
}

/** The tables of a type with their columns, by what the schemas of a chain say of lists. */
export function nameTables(tables: readonly TableLayout[], type: string, chain: readonly SchemaSource[]): readonly NamedTable[] {
  const ofType = tables.filter(({ transactionType }) => transactionType === type);
  return ofType.map((layout) => ({ layout, nodes: nameColumns(resolveTable(layout), (list) => listSettings(chain, list)) }));
}

/** The columns of a table, each name once: what the layout does not list gives way to what it lists, and to what stands before it. */
export function distinctColumns({ nodes }: NamedTable): readonly ColumnNode[] {
  const columns = [...columnsOf(nodes)];
  const taken = new Set(columns.filter(({ isListed }) => isListed).map(({ name }) => name));
  return columns.filter(({ name, isListed }) => isListed || (!taken.has(name) && taken.add(name)));
}

/** True where a pattern means a column, by its name or by that of an object around it. */
export const means = (pattern: Pattern, { name, objects }: ColumnNode): boolean => pattern.matches(name) || objects.some((object) => pattern.matches(object));

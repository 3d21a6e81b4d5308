import { type ColumnNode, type ColumnTreeNode, nameColumns, resolveTable, type TableLayout } from '../../../src/plugin';
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

/** True where a pattern means a column, by its name or by that of an object around it. */
export const means = (pattern: Pattern, { name, objects }: ColumnNode): boolean => pattern.matches(name) || objects.some((object) => pattern.matches(object));

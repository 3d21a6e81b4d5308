import { EdiError, type TableLayout } from '../../../src/plugin';
import { tableReading } from '../../../src/plugin/io';
import { listSettings, type ListSettings } from './list-settings';
import type { Pattern } from './pattern';
import { MAX_COLUMNS, MAX_COMPARISONS } from './schema-limits';
import type { SchemaSource } from './schema-source';

/** A table with the names of its columns. */
export interface NamedTable {
  readonly layout: TableLayout;
  readonly nodes: readonly tableReading.ColumnTreeNode[];
}

/** The tables of a type with all their possible columns, by the lists of the schemas of a chain. */
export function nameTables(tables: readonly TableLayout[], type: string, chain: readonly SchemaSource[], describes: boolean): readonly NamedTable[] {
  return tables
    .filter(({ transactionType }) => transactionType === type)
    .map((layout) => nameTable(layout, chain, tableReading.resolveTable(layout, describes)));
}

/** A table with the columns that the product lists. There are some thousand more, which take their time to name. */
export function nameListed(layout: TableLayout, chain: readonly SchemaSource[], describes = false): NamedTable {
  return nameTable(layout, chain, tableReading.resolveTable(layout, describes).flatMap(listedOf));
}

/** A table with all columns that it can have. Throws EDI_SCHEMA_INVALID for more than are allowed, or than its patterns may be compared with. */
export function nameTable(
  layout: TableLayout,
  chain: readonly SchemaSource[],
  nodes: readonly tableReading.TableNode[] = tableReading.resolveTable(layout),
): NamedTable {
  const known = new Map<string, ListSettings>();
  const settingsOf = (list: string): ListSettings => {
    const settings = known.get(list) ?? listSettings(chain, layout, list);
    known.set(list, settings);
    return settings;
  };
  return { layout, nodes: tableReading.nameColumns(nodes, settingsOf, columnCounter(layout, chain)) };
}

/** Counts columns as they are made, so that those beyond the limit never are. */
function columnCounter({ transactionType }: TableLayout, chain: readonly SchemaSource[]): () => void {
  const maxColumns = Math.min(
    MAX_COLUMNS,
    Math.floor(
      MAX_COMPARISONS /
        Math.max(
          1,
          chain.reduce((sum, schema) => sum + patternsOf(schema), 0),
        ),
    ),
  );
  let columns = 0;
  return () => {
    columns++;
    if (columns <= maxColumns) return;
    const message = `Schema ${chain[0]?.name ?? ''} gives ${transactionType} more than ${maxColumns} columns, those that it does not write included`;
    throw new EdiError('EDI_SCHEMA_INVALID', `${message}. Lower \`numberOfColumnRepeats\`, or use fewer patterns.`);
  };
}

function patternsOf({ includedFields = [], excludedFields = [], lists }: SchemaSource): number {
  const ofLists = lists.map(({ names, repeatFields = [], repeatEachRow = [] }) => names.length + repeatFields.length + repeatEachRow.length);
  return ofLists.reduce((sum, count) => sum + count, includedFields.length + excludedFields.length);
}

function listedOf(node: tableReading.TableNode): readonly tableReading.TableNode[] {
  if (!node.isListed) return [];
  return node.kind === 'column' ? [node] : [{ ...node, nodes: node.nodes.flatMap(listedOf) }];
}

/** The columns of a table, each name once: columns of the layout take precedence over others, and earlier ones over later ones. */
export function distinctColumns({ nodes }: NamedTable): readonly tableReading.ColumnNode[] {
  const columns = tableReading.columnsOf(nodes);
  const taken = new Set(columns.filter(({ isListed }) => isListed).map(({ name }) => name));
  return columns.filter(({ name, isListed }) => isListed || (!taken.has(name) && taken.add(name)));
}

/** True where a pattern means a column, by its name or by that of an object around it. */
export const means = (pattern: Pattern, { name, objects }: tableReading.ColumnNode): boolean =>
  pattern.matches(name) || objects.some((object) => pattern.matches(object));

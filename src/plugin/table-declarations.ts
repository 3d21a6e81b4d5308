import { type ColumnNode, columnsOf, nameColumns } from '../mapping/columns/column-tree';
import type { TableLayout } from '../mapping/columns/table';
import { resolveTable } from '../mapping/columns/table-node';
import { codeIn, entryPlace } from './declared-places';
import { refusePlugin } from './plugin-refusal';
import type { TransactionSetPlugin } from './transaction-set.plugin';

/* Tables of plugins: their entries name fields, and their columns have names of their own. */

/** Items of a list that have columns where neither a schema nor the table says it. */
const DEFAULT_REPEATS = 3;

/** The tables that a plugin lays its records out as. */
export function tablesOf({ emits, transactionTable }: TransactionSetPlugin): readonly TableLayout[] {
  const ofRecords = emits.flatMap((emission) => ('table' in emission && emission.table ? [emission.table] : []));
  return transactionTable ? [...ofRecords, transactionTable] : ofRecords;
}

/**
 * Checks the tables of a plugin, whose package is in `folder`. Throws EDI_MAPPING_INVALID for an entry that names no field, and EDI_PLUGIN_INVALID for two columns
 * of one name.
 */
export function checkTables(id: string, plugin: TransactionSetPlugin, folder: string): void {
  for (const layout of tablesOf(plugin)) {
    const repeated = repeatedColumn(layout);
    if (repeated === undefined) continue;
    const { name, sources } = repeated;
    const places = sources.length === 0 ? '' : `, of ${sources.join(' and ')}`;
    const where = entryPlace(codeIn(folder), [name, ...sources.map((source) => source.split('.').at(-1) ?? '')]);
    throw refusePlugin(id, `table ${layout.transactionType} ${layout.list} has two columns ${name}${places}${where}. Give one of them another name.`);
  }
}

/** A name that several columns of a table have. */
interface RepeatedColumn {
  readonly name: string;
  /** Records and keys of their values, each once; none for values that only tables have. */
  readonly sources: readonly string[];
}

/** The first name that two columns have which entries of a table name, with the items of lists in columns or in rows; undefined if there is none. */
export function repeatedColumn(layout: TableLayout): RepeatedColumn | undefined {
  for (const isRows of [false, true]) {
    const repeats = (list: string): number => layout.listDefaults?.[list]?.repeats ?? DEFAULT_REPEATS;
    const named = nameColumns(resolveTable(layout), (list) => ({ repeats: repeats(list), isRows }));
    const first = new Map<string, ColumnNode>();
    for (const column of columnsOf(named)) {
      if (!column.isListed) continue;
      const other = first.get(column.name);
      if (other !== undefined) return { name: column.name, sources: [...new Set([other, column].flatMap(({ documentedAs }) => documentedAs ?? []))] };
      first.set(column.name, column);
    }
  }
  return undefined;
}

import type { Field, RecordDeclaration } from '../field';
import type { JsonSchema } from '../json-schema';

/*
 * Tables: how records are laid out as rows and columns. A table has an ordered list of entries beside the declaration of its
 * record; an entry names a declared field, which gives type, reading and documentation. What the entries leave out can be
 * asked for all the same, under a name that follows from its key.
 */

/**
 * Type of the cells of a column. Cells are text in every case; the type defines what the text is:
 *
 *     amount     decimal digits of a sum of money or a price, such as -12.5
 *     decimal    decimal digits of a quantity, rate or measurement
 *     integer    digits of a whole number that fits a safe integer
 *     date       yyyy-mm-dd
 *     dateTime   yyyy-mm-ddTHH:mm:ss, or yyyy-mm-dd where the time is unknown
 *     text       anything else, such as times of day (HH:mm:ss)
 */
export type ColumnType = 'amount' | 'decimal' | 'integer' | 'date' | 'dateTime' | 'text';

/** Keys and column names of amounts; a list of bare values ends with the key of the list. */
const AMOUNT = /(?:amounts?|price|amt)$/i;

/** Returns the type of a column by the schema of its value. `name` is the key of the value, or the name of a column that only tables have. */
export function columnType({ type, format }: JsonSchema, name: string): ColumnType {
  if (type === 'number') return AMOUNT.test(name) ? 'amount' : 'decimal';
  if (type === 'integer') return type;
  if (format === 'date') return 'date';
  return format === 'date-time' ? 'dateTime' : 'text';
}

/** Chooses items by the value of one of their keys: `{ entityRole: ['RENDERING'] }`. */
export type Where = Readonly<Record<string, readonly string[]>>;

/** An entry of a table: a column, or a level of the record with entries of its own. Names continue the name of the level around them. */
export type TableEntry =
  /** A declared field whose value is no object and no array. */
  | { readonly kind: 'column'; readonly key: string; readonly name: string; readonly codeKey?: string; readonly type?: ColumnType }
  /** An object, or the first of an array that `where` accepts. */
  | { readonly kind: 'part'; readonly key: string; readonly name: string; readonly where: Where | undefined; readonly entries: readonly TableEntry[] }
  /** An array; without entries one of values. `name` is plural: its items are numbered in the singular. */
  | {
      readonly kind: 'list';
      readonly key: string;
      readonly name: string;
      readonly where: Where | undefined;
      readonly entries: readonly TableEntry[];
      readonly codeKey?: string;
    }
  /** A value that only tables have. */
  | { readonly kind: 'own'; readonly name: string; readonly field: Field<unknown> }
  /** A column that the interface names and that never has a value. */
  | { readonly kind: 'blank'; readonly name: string };

/** How a list is written where no schema says it. */
export interface ListDefaults {
  /** Items that have columns. */
  readonly repeats?: number;
  /** True for a row for each item. */
  readonly isRows?: boolean;
  /** For the records themselves: true where they are no table of their own, and all of their columns stand in every row of the lists inside them. */
  readonly isRepeatedOnly?: boolean;
}

/** A record that is known by its JSON alone, such as one of a format beside X12. */
export interface ValueRecord {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** The layout of one kind of record. */
export interface TableLayout {
  /** What schemas call the conversion: 835, 837P. One output holds tables of one type. */
  readonly transactionType: string;
  /** What schemas call the rows of the record itself: Main for the records that the set is about. */
  readonly list: string;
  readonly record: RecordDeclaration<object> | ValueRecord;
  readonly entries: readonly TableEntry[];
  /** Defaults of lists, by their names. */
  readonly listDefaults?: Readonly<Record<string, ListDefaults>>;
}

/** Declares a table. */
export const table = (transactionType: string, list: string, record: TableLayout['record'], entries: readonly TableEntry[]): TableLayout => ({
  transactionType,
  list,
  record,
  entries,
});

/** A table whose lists, by name, have defaults of their own. */
export const withListDefaults = (layout: TableLayout, listDefaults: Readonly<Record<string, ListDefaults>>): TableLayout => ({ ...layout, listDefaults });

/** A column of a declared field; named after its key where no name is given. */
export const column = (key: string, name: string = pascalCase(key)): Extract<TableEntry, { kind: 'column' }> => ({ kind: 'column', key, name });

/** A column, or list of columns, of bare codes, beside which the record has the same codes with their descriptions under another key. */
export const describedBy = (codeKey: string, entry: Extract<TableEntry, { kind: 'column' | 'list' }>): TableEntry => ({ ...entry, codeKey });

/** A column of an amount whose key does not say so: keys that end with amount or price do. */
export const amountColumn = (key: string, name: string = pascalCase(key)): TableEntry => ({ kind: 'column', key, name, type: 'amount' });

/** A column for each key, named after it. */
export const columns = (...keys: readonly string[]): readonly TableEntry[] => keys.map((key) => column(key));

/** An object: its name begins the names of its columns. An empty name leaves them as they are. */
export const part = (key: string, name: string, entries: readonly TableEntry[]): TableEntry => ({ kind: 'part', key, name, where: undefined, entries });

/** The first of an array that `where` accepts, as an object. */
export const firstWhere = (key: string, where: Where, name: string, entries: readonly TableEntry[]): TableEntry => ({
  kind: 'part',
  key,
  name,
  where,
  entries,
});

/** An array of objects, or of values when there are no entries. `name` is what schemas call it, such as Adjs. */
export const list = (key: string, name: string, entries: readonly TableEntry[] = [], where?: Where): Extract<TableEntry, { kind: 'list' }> => ({
  kind: 'list',
  key,
  name,
  where,
  entries,
});

/** A value that only tables have, such as a sum. */
export const own = (name: string, field: Field<unknown>): TableEntry => ({ kind: 'own', name, field });

/** A column that the interface names and that never has a value. */
export const blank = (name: string): TableEntry => ({ kind: 'blank', name });

/** PayerName for payerName. */
export const pascalCase = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

/** Adj for Adjs, SupplementalQty for SupplementalQties, ToothStatus for ToothStatuses: what numbers the items of a list. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (name.endsWith('ses')) return name.slice(0, -2);
  return name.endsWith('s') ? name.slice(0, -1) : name;
}

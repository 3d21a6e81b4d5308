import type { ColumnTreeNode } from '../../src/mapping/columns/column-tree';
import type { NodeSource } from '../../src/mapping/columns/table-node';
import type { Where } from '../../src/mapping/columns/table';
import type { Nesting, RecordDeclaration } from '../../src/mapping/field';
import { at } from './claims';

/** What a level of JSON is: a record, whose fields have keys, or a value. */
type Level = RecordDeclaration<unknown> | undefined;

/** The key of a field in its record; undefined for a field that only tables have. */
const keyOf = (level: Level, source: NodeSource): string | undefined =>
  'key' in source ? source.key : Object.entries(level?.fields ?? {}).find(([, field]) => field === source.field)?.[0];

const recordOf = (inside: Nesting | undefined): Level => (inside !== undefined && 'fields' in inside.item ? inside.item : undefined);

/** The items of an array that a choice accepts. */
const chosen = (value: unknown, where: Where | undefined): unknown[] =>
  (Array.isArray(value) ? value : []).filter((item) => Object.entries(where ?? {}).every(([key, values]) => values.some((one) => one === at(item, key))));

/** Text of cells by the names of their columns. */
export type JsonCells = Map<string, string | undefined>;

/**
 * The cells of a record, by the names of their columns, taken from its JSON by the keys of the fields that columns are bound to. Columns
 * of fields that only tables have are without text: they have their names before fields that the layout does not list.
 */
export function cellsOfJson(nodes: readonly ColumnTreeNode[], level: Level, json: unknown, cells: JsonCells = new Map()): JsonCells {
  for (const node of nodes) {
    if (node.kind === 'rows' || node.source === undefined) continue;
    const isItem = 'field' in node.source && level === undefined;
    const key = isItem ? '' : keyOf(level, node.source);
    if (key === undefined) {
      cells.set(node.name, undefined);
      continue;
    }
    const value = key === '' ? json : at(json, key);
    if (node.kind === 'column') {
      if (!cells.has(node.name))
        cells.set(node.name, typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '');
      continue;
    }
    const inner = 'field' in node.source ? recordOf(node.source.field.inside) : undefined;
    const items = node.kind === 'part' && node.where === undefined ? [value] : chosen(value, node.where);
    node.repeats.forEach((repeat, i) => cellsOfJson(repeat, inner, items[i], cells));
  }
  return cells;
}

import { EdiError } from '../../common/edi-error';
import type { Field, JsonSchema, Nesting } from '../field';
import { CODE_SCHEMA } from '../shapes/code';
import type { RecordDeclaration } from '../record';
import { pascalCase, type TableEntry, type TableLayout, type Where } from './table';

/**
 * Where a node finds its value: in a declared field, or under a key of the value that encloses it (of a field that is read
 * whole, such as a procedure with its modifiers).
 */
export type NodeSource = { readonly field: Field<unknown> } | { readonly key: string };

/** A column of a table. */
export interface TableColumn {
  readonly kind: 'column';
  readonly name: string;
  readonly source: NodeSource | undefined;
  readonly isListed: boolean;
  /** True for text whose digits are no number: ids, codes, zip codes. */
  readonly isText: boolean;
  /** True for a code that may have a description. */
  readonly isCode?: boolean;
  /** The name of the column of the code that this one describes. */
  readonly describes?: string;
}

/** A level of a table, resolved against the declaration: every node knows where its value comes from. Names are relative. */
export type TableNode =
  | TableColumn
  | {
      readonly kind: 'part' | 'list';
      readonly name: string;
      readonly source: NodeSource;
      readonly where: Where | undefined;
      readonly nodes: readonly TableNode[];
      readonly isListed: boolean;
    };

/** What a level takes its values from: the fields of a record, the properties of a value that is read whole, or a value by itself. */
type Level =
  | { readonly kind: 'record'; readonly record: RecordDeclaration<unknown> }
  | { readonly kind: 'value'; readonly properties: Readonly<Record<string, JsonSchema>> }
  | { readonly kind: 'item'; readonly source: NodeSource; readonly schema: JsonSchema };

/** What is told of codes beside the code, which tables leave out. */
const DESCRIPTIONS = new Set(Object.keys(CODE_SCHEMA.properties ?? {}).filter((key) => key !== 'subType' && key !== 'code'));

/** True for text that is no date and no name of a list of names. */
const isText = ({ type, format, enum: names }: JsonSchema): boolean => type === 'string' && format === undefined && names === undefined;

/** The whole of an item that is no object. */
export const WHOLE_ITEM = '';

/**
 * Resolves the entries of a table, and adds what they leave out, behind what is listed on each level. With `describes` each code has a column
 * with its description behind it.
 * Throws EDI_MAPPING_INVALID for an entry that names no field.
 */
export function resolveTable({ transactionType, list, record, entries }: TableLayout, describes = false): readonly TableNode[] {
  const nodes = resolveLevel(`${transactionType} ${list}`, { kind: 'record', record }, entries);
  return describes ? nodes.flatMap(withDescription) : nodes;
}

/** A code is a column with the key `code` of a value; its description has a key of its own beside it. */
function withDescription(node: TableNode): readonly TableNode[] {
  if (node.kind !== 'column') return [{ ...node, nodes: node.nodes.flatMap(withDescription) }];
  const { name, source, isListed } = node;
  if (node.isCode !== true || source === undefined) return [node];
  const described: TableColumn = { kind: 'column', name: `${name.replace(/Code$/, '')}Desc`, source: { key: 'desc' }, isListed, isText: true, describes: name };
  return [node, described];
}

function resolveLevel(where: string, level: Level, entries: readonly TableEntry[]): readonly TableNode[] {
  if (level.kind === 'item' && level.schema.properties !== undefined) {
    const nodes = resolveLevel(where, { kind: 'value', properties: level.schema.properties }, entries);
    return [{ kind: 'part', name: '', source: level.source, where: undefined, nodes, isListed: true }];
  }
  const listed = entries.map((entry) => resolveEntry(where, level, entry));
  const used = new Set(entries.flatMap((entry) => ('key' in entry && !hasChoice(entry) ? [entry.key] : [])));
  const others = keysOf(level).filter((key) => !used.has(key));
  return [...mergeParts(listed), ...others.flatMap((key) => derive(level, key) ?? [])];
}

const hasChoice = (entry: TableEntry): boolean => 'where' in entry && entry.where !== undefined;

function resolveEntry(where: string, level: Level, entry: TableEntry): TableNode {
  if (entry.kind === 'blank') return { kind: 'column', name: entry.name, source: undefined, isListed: true, isText: false };
  if (entry.kind === 'own') return { kind: 'column', name: entry.name, source: { field: entry.field }, isListed: true, isText: isText(entry.field.doc.schema) };
  const found = find(level, entry.key);
  if (found === undefined) throw new EdiError('EDI_MAPPING_INVALID', `Table ${where}: '${entry.key}' is no field of ${nameOf(level)}. Correct the entry.`);
  const inner = levelOf(found);
  const misfit = (expected: string): EdiError =>
    new EdiError('EDI_MAPPING_INVALID', `Table ${where}: '${entry.key}' of ${nameOf(level)} is no ${expected}. Correct the entry.`);
  if (entry.kind === 'column') {
    if (inner !== undefined) throw misfit('single value');
    return columnOf(entry.name, found, level, true);
  }
  const { kind, name, where: choice } = entry;
  const isList = kind === 'list' || choice !== undefined;
  if (inner?.isList !== isList) throw misfit(isList ? 'array' : 'object');
  const nodes = entry.entries.length === 0 ? deriveAll(inner.level, true) : resolveLevel(`${where}, ${name || entry.key}`, inner.level, entry.entries);
  return { kind, name, source: found.source, where: choice, nodes, isListed: true };
}

/** An object whose columns stand in several places has its further columns in the last of them only. */
function mergeParts(nodes: readonly TableNode[]): readonly TableNode[] {
  const sameObject = (one: TableNode, other: TableNode): boolean =>
    one.kind === 'part' && other.kind === 'part' && one.where === undefined && other.where === undefined && isSameSource(one.source, other.source);
  return nodes.map((node, i) => {
    if (node.kind !== 'part') return node;
    const same = nodes.filter((other) => sameObject(node, other));
    if (same.length < 2) return node;
    const listed = new Set(same.flatMap((other) => ('nodes' in other ? other.nodes.filter(({ isListed }) => isListed).map(sourceKey) : [])));
    const isLast = nodes.findLastIndex((other) => sameObject(node, other)) === i;
    return { ...node, nodes: node.nodes.filter((inner) => inner.isListed || (isLast && !listed.has(sourceKey(inner)))) };
  });
}

const isSameSource = (one: NodeSource, other: NodeSource): boolean => sourceOf(one) === sourceOf(other);
const sourceOf = (source: NodeSource): unknown => ('field' in source ? source.field : source.key);
const sourceKey = ({ source }: TableNode): unknown => source && sourceOf(source);

/** A field or property that was found by its key. */
interface Found {
  readonly source: NodeSource;
  readonly schema: JsonSchema;
  readonly inside: Nesting | undefined;
}

function find(level: Level, key: string): Found | undefined {
  if (level.kind === 'record') {
    const field = level.record.fields[key];
    return field && { source: { field }, schema: field.doc.schema, inside: field.inside };
  }
  const schema = level.kind === 'value' ? level.properties[key] : undefined;
  return schema && { source: { key }, schema, inside: undefined };
}

const keysOf = (level: Level): readonly string[] => {
  if (level.kind === 'record') return Object.keys(level.record.fields);
  return level.kind === 'value' ? Object.keys(level.properties).filter((key) => !DESCRIPTIONS.has(key)) : [];
};

const nameOf = (level: Level): string => (level.kind === 'record' ? level.record.name : 'the value');

function columnOf(name: string, { source, schema }: Found, level: Level, isListed: boolean): TableColumn {
  const isCode = level.kind === 'value' && 'key' in source && source.key === 'code' && level.properties['desc'] !== undefined;
  return { kind: 'column', name, source, isListed, isText: isText(schema), isCode };
}

/** What is inside a value; undefined for a value that is neither object nor array. */
function levelOf({ inside, schema }: Found): { readonly level: Level; readonly isList: boolean } | undefined {
  if (inside !== undefined) {
    const { item, isList } = inside;
    if ('fields' in item) return { level: { kind: 'record', record: item }, isList };
    return { level: { kind: 'item', source: { field: item }, schema: item.doc.schema }, isList };
  }
  if (schema.type === 'array') return { level: valueLevel(schema.items ?? {}), isList: true };
  return schema.properties === undefined ? undefined : { level: { kind: 'value', properties: schema.properties }, isList: false };
}

/** Items of a value that is read whole: objects by their properties, all else by itself. */
function valueLevel(schema: JsonSchema): Level {
  const { properties } = schema;
  return properties === undefined ? { kind: 'item', source: { key: WHOLE_ITEM }, schema } : { kind: 'value', properties };
}

/** The node of a field that no entry names. */
function derive(level: Level, key: string): TableNode | undefined {
  const found = find(level, key);
  if (found === undefined) return undefined;
  const { source } = found;
  const name = pascalCase(key);
  const inner = levelOf(found);
  if (inner === undefined) return columnOf(name, found, level, false);
  return { kind: inner.isList ? 'list' : 'part', name, source, where: undefined, nodes: deriveAll(inner.level, false), isListed: false };
}

/** All that a level has, in the order of the declaration. */
function deriveAll(level: Level, isListed: boolean): readonly TableNode[] {
  if (level.kind === 'item') {
    const { source, schema } = level;
    if (schema.properties === undefined) return [{ kind: 'column', name: '', source, isListed, isText: isText(schema) }];
    return [{ kind: 'part', name: '', source, where: undefined, nodes: deriveAll({ kind: 'value', properties: schema.properties }, isListed), isListed }];
  }
  return keysOf(level).flatMap((key) => derive(level, key) ?? []);
}

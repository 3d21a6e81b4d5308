import { EdiError } from '../../common/edi-error';
import type { Field, Nesting, RecordDeclaration } from '../field';
import { CODE_SCHEMA } from '../code-json';
import { type ColumnType, columnType, pascalCase, type TableEntry, type TableLayout, type Where } from './table';
import type { JsonSchema } from '../json-schema';

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
  readonly type: ColumnType;
  /** Record and key of the value, such as Payment.chargeAmount: what the data dictionary explains. Undefined for values that only tables have. */
  readonly documentedAs: string | undefined;
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
      /** True for a list that only describes the codes of another: what finds no column is lost there. */
      readonly isDescription?: boolean;
    };

/** What a level takes its values from: the fields of a record, the properties of a value that is read whole, or a value by itself. */
type Level =
  | { readonly kind: 'record'; readonly record: RecordDeclaration<unknown> }
  | { readonly kind: 'value'; readonly properties: Readonly<Record<string, JsonSchema>>; readonly documentedAs: string }
  | { readonly kind: 'item'; readonly source: NodeSource; readonly schema: JsonSchema; readonly documentedAs: string };

/** Members of a code beside the code itself, which tables leave out. */
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
export function resolveTable(layout: TableLayout, describes = false): readonly TableNode[] {
  const known = resolved.get(layout) ?? resolve(layout);
  resolved.set(layout, known);
  return describes ? known.described : known.plain;
}

/** The nodes of a layout, with columns of descriptions and without. */
interface ResolvedTable {
  readonly described: readonly TableNode[];
  readonly plain: readonly TableNode[];
}

/** Layouts never change: each schema that is compiled would resolve them again. */
const resolved = new WeakMap<TableLayout, ResolvedTable>();

function resolve({ transactionType, list, record, entries }: TableLayout): ResolvedTable {
  const described = resolveLevel(`${transactionType} ${list}`, rootOf(record), entries);
  return { described, plain: described.flatMap(withoutDescriptions) };
}

function rootOf(record: TableLayout['record']): Level {
  if ('fields' in record) return { kind: 'record', record };
  return { kind: 'value', properties: record.schema.properties ?? {}, documentedAs: record.name };
}

function withoutDescriptions(node: TableNode): readonly TableNode[] {
  if (node.kind === 'column') return node.describes === undefined ? [node] : [];
  const nodes = node.nodes.flatMap(withoutDescriptions);
  return nodes.length === 0 && node.nodes.length > 0 ? [] : [{ ...node, nodes }];
}

function resolveLevel(where: string, level: Level, entries: readonly TableEntry[]): readonly TableNode[] {
  if (level.kind === 'item' && level.schema.properties !== undefined) {
    const nodes = resolveLevel(where, { kind: 'value', properties: level.schema.properties, documentedAs: level.documentedAs }, entries);
    return [{ kind: 'part', name: '', source: level.source, where: undefined, nodes, isListed: true }];
  }
  const listed = entries.flatMap((entry) => resolveEntry(where, level, entry));
  const used = new Set(entries.flatMap((entry) => ('key' in entry && !hasChoice(entry) ? [entry.key] : [])));
  const others = keysOf(level).filter((key) => !used.has(key));
  return [...mergeParts(listed), ...others.flatMap((key) => derive(level, key))];
}

const hasChoice = (entry: TableEntry): boolean => 'where' in entry && entry.where !== undefined;

function resolveEntry(where: string, level: Level, entry: TableEntry): readonly TableNode[] {
  const { name } = entry;
  if (entry.kind === 'blank') return [{ kind: 'column', name, source: undefined, isListed: true, isText: false, type: 'text', documentedAs: undefined }];
  if (entry.kind === 'own') {
    const { schema } = entry.field.doc;
    const type = columnType(schema, name);
    return [{ kind: 'column', name, source: { field: entry.field }, isListed: true, isText: isText(schema), type, documentedAs: undefined }];
  }
  const found = find(level, entry.key);
  if (found === undefined) throw new EdiError('EDI_MAPPING_INVALID', `Table ${where}: '${entry.key}' is no field of ${nameOf(level)}. Correct the entry.`);
  const inner = levelOf(found);
  const misfit = (expected: string): EdiError =>
    new EdiError('EDI_MAPPING_INVALID', `Table ${where}: '${entry.key}' of ${nameOf(level)} is no ${expected}. Correct the entry.`);
  if (entry.kind === 'column') {
    if (inner !== undefined) throw misfit('single value');
    return [...columnOf(entry.name, found, level, true, entry.type), ...describedElsewhere(where, level, entry)];
  }
  const { kind, where: choice } = entry;
  const isList = kind === 'list' || choice !== undefined;
  if (inner?.isList !== isList) throw misfit(isList ? 'array' : 'object');
  const nodes = entry.entries.length === 0 ? deriveAll(inner.level, true) : resolveLevel(`${where}, ${name || entry.key}`, inner.level, entry.entries);
  const node: TableNode = { kind, name, source: found.source, where: choice, nodes, isListed: true };
  return entry.kind === 'list' ? [node, ...describedElsewhere(where, level, entry)] : [node];
}

/** The descriptions of bare codes, from where the record has the same codes with them. */
function describedElsewhere(where: string, level: Level, { name, codeKey, kind }: Extract<TableEntry, { kind: 'column' | 'list' }>): readonly TableNode[] {
  if (codeKey === undefined) return [];
  const found = find(level, codeKey);
  const inner = found && levelOf(found);
  if (found === undefined || inner === undefined)
    throw new EdiError('EDI_MAPPING_INVALID', `Table ${where}: '${codeKey}' is no code of ${nameOf(level)}. Correct the entry.`);
  if (kind === 'column')
    return [{ kind: 'part', name: '', source: found.source, where: undefined, nodes: [descriptionOf(name, { key: 'desc' }, true)], isListed: true }];
  const desc: TableNode = { ...descriptionOf('Code', { key: 'desc' }, true), name: 'Desc', describes: '' };
  const { level: item } = inner;
  const nodes: readonly TableNode[] =
    item.kind === 'item' ? [{ kind: 'part', name: '', source: item.source, where: undefined, nodes: [desc], isListed: true }] : [desc];
  return [{ kind: 'list', name, source: found.source, where: undefined, nodes, isListed: true, isDescription: true }];
}

const descriptionOf = (name: string, source: NodeSource, isListed: boolean): TableColumn => ({
  kind: 'column',
  name: `${name.replace(/Code$/, '')}Desc`,
  source,
  isListed,
  isText: true,
  type: 'text',
  documentedAs: undefined,
  describes: name,
});

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
  readonly key: string;
  readonly source: NodeSource;
  readonly schema: JsonSchema;
  readonly inside: Nesting | undefined;
  readonly documentedAs: string;
}

function find(level: Level, key: string): Found | undefined {
  if (level.kind === 'record') {
    const field = level.record.fields[key];
    return field && { key, source: { field }, schema: field.doc.schema, inside: field.inside, documentedAs: `${level.record.name}.${key}` };
  }
  if (level.kind === 'item') return undefined;
  const schema = level.properties[key];
  return schema && { key, source: { key }, schema, inside: undefined, documentedAs: `${level.documentedAs}.${key}` };
}

const keysOf = (level: Level): readonly string[] => {
  if (level.kind === 'record') {
    const { fields } = level.record;
    // The description of a code is a column beside it.
    return Object.keys(fields).filter((key) => key !== 'desc' || fields['code'] === undefined);
  }
  return level.kind === 'value' ? Object.keys(level.properties).filter((key) => !DESCRIPTIONS.has(key)) : [];
};

const nameOf = (level: Level): string => (level.kind === 'record' ? level.record.name : 'the value');

/** A column, and behind a code one of its description. */
function columnOf(name: string, { key, source, schema, documentedAs }: Found, level: Level, isListed: boolean, stated?: ColumnType): readonly TableNode[] {
  const type = stated ?? columnType(schema, key);
  const column: TableColumn = { kind: 'column', name, source, isListed, isText: isText(schema), type, documentedAs };
  const description = level.kind !== 'item' && isCode(level, source) ? find(level, 'desc') : undefined;
  return description === undefined ? [column] : [column, descriptionOf(name, description.source, isListed)];
}

const isCode = (level: Level, source: NodeSource): boolean =>
  'key' in source ? source.key === 'code' : level.kind === 'record' && source.field === level.record.fields['code'];

/** What is inside a value; undefined for a value that is neither object nor array. */
function levelOf({ inside, schema, documentedAs }: Found): { readonly level: Level; readonly isList: boolean } | undefined {
  if (inside !== undefined) {
    const { item, isList } = inside;
    if ('fields' in item) return { level: { kind: 'record', record: item }, isList };
    return { level: { kind: 'item', source: { field: item }, schema: item.doc.schema, documentedAs }, isList };
  }
  if (schema.type === 'array') return { level: valueLevel(schema.items ?? {}, documentedAs), isList: true };
  return schema.properties === undefined ? undefined : { level: { kind: 'value', properties: schema.properties, documentedAs }, isList: false };
}

/** Items of a value that is read whole: objects by their properties, all else by itself. */
function valueLevel(schema: JsonSchema, documentedAs: string): Level {
  const { properties } = schema;
  return properties === undefined ? { kind: 'item', source: { key: WHOLE_ITEM }, schema, documentedAs } : { kind: 'value', properties, documentedAs };
}

/** The node of a field that no entry names. */
function derive(level: Level, key: string): readonly TableNode[] {
  const found = find(level, key);
  if (found === undefined) return [];
  const { source } = found;
  const name = pascalCase(key);
  const inner = levelOf(found);
  if (inner === undefined) return columnOf(name, found, level, false);
  return [{ kind: inner.isList ? 'list' : 'part', name, source, where: undefined, nodes: deriveAll(inner.level, false), isListed: false }];
}

/** All that a level has, in the order of the declaration. */
function deriveAll(level: Level, isListed: boolean): readonly TableNode[] {
  if (level.kind === 'item') {
    const { source, schema, documentedAs } = level;
    if (schema.properties === undefined)
      return [{ kind: 'column', name: '', source, isListed, isText: isText(schema), type: columnType(schema, documentedAs), documentedAs }];
    const nodes = deriveAll({ kind: 'value', properties: schema.properties, documentedAs }, isListed);
    return [{ kind: 'part', name: '', source, where: undefined, nodes, isListed }];
  }
  return keysOf(level).flatMap((key) => derive(level, key));
}

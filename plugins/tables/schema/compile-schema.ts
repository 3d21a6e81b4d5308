import { type TableLayout } from '../../../src/plugin';
import { tableReading } from '../../../src/plugin/io';
import { checkPatterns } from './check-patterns';
import { listSettings, type ListSettings } from './list-settings';
import { distinctColumns, means, type NamedTable, nameListed, nameTable } from './named-tables';
import type { Pattern } from './pattern';
import type { SchemaSet } from './schema-set';
import type { SchemaSource } from './schema-source';

/** A list whose items stand inside the row around them. */
export interface NestedList {
  readonly name: string;
  /** The rows around it, without columns, and behind them the nested lists down to this one, which alone has its columns. */
  readonly plan: tableReading.RowPlan;
  readonly lists: readonly NestedList[];
}

/** A list that has a table of its own. */
interface FoundList {
  /** Such as Main or Lines. */
  readonly name: string;
  readonly statedSuffix: string | undefined;
  readonly plan: tableReading.RowPlan;
  /** For each level before the last, 1 for each column that every row has. */
  readonly eachRow: readonly Uint8Array[];
  readonly header: readonly string[];
  /** Lists inside each row, behind its columns. */
  readonly nested: readonly NestedList[];
}

/** One table that is written: rows, and which of their leading cells every row has. */
export interface OutputList extends FoundList {
  /** Continues the name of the first file. */
  readonly fileSuffix: string;
}

/** A schema, compiled for one transaction type. */
export interface CompiledSchema {
  /** The name or alias that it was asked for by. */
  readonly name: string;
  readonly transactionType: string;
  readonly separator: string;
  readonly lists: readonly OutputList[];
  /** The list of the only file: the rows of the innermost list of the records (the last of several), else the records. */
  readonly rowList: OutputList | undefined;
  /** A line for each pattern that means no column and no list. */
  readonly warnings: readonly string[];
  /** Names of lists without output that would write a column, for a schema that writes none. */
  readonly silentLists: readonly string[];
}

/** Which schema is meant. */
export interface SchemaChoice {
  readonly name: string;
  /** Undefined: the value of the schema. */
  readonly describesCodes: boolean | undefined;
  /** True for a format whose rows can have lists inside; elsewhere the items of nested lists have columns. */
  readonly nests: boolean;
}

/** True if a schema, or the nearest of its bases, has descriptions. */
export const describesCodes = (chain: readonly SchemaSource[]): boolean => chain.find(({ descriptions }) => descriptions !== undefined)?.descriptions ?? false;

/** The list of the records that a transaction set is about. */
const MAIN = 'Main';

/**
 * Compiles a schema for one transaction type, with descriptions of codes if requested, by default if the schema has them. Throws EDI_BAD_PARAMETER when the
 * type has no schema of the name, and EDI_SCHEMA_INVALID for lists that would share a file, and for more columns than are allowed.
 */
export function compileSchema(set: SchemaSet, choice: SchemaChoice, type: string, tables: readonly TableLayout[]): CompiledSchema {
  const own = set.chain(choice.name, type);
  const chain = choice.nests ? own : own.map(withoutNesting);
  const describes = choice.describesCodes ?? describesCodes(chain);
  const warnings = checkPatterns(own, set, tables, describes);
  const layouts = tables.filter(({ transactionType }) => transactionType === type);
  const found = layouts.flatMap((layout) => listsOf(layout, chain, describes));
  const lists = found.map((list) => ({ ...list, fileSuffix: list.statedSuffix ?? defaultSuffix(list, found) }));
  checkSuffixes(lists, chain, set);
  return {
    name: choice.name,
    transactionType: type,
    separator: chain.find(({ separator }) => separator !== undefined)?.separator ?? ',',
    lists,
    rowList: rowListOf(lists),
    warnings,
    silentLists: lists.length > 0 ? [] : layouts.flatMap((layout) => listsOf(layout, chain.map(withOutputs), describes)).map(({ name }) => name),
  };
}

const withOutputs = (schema: SchemaSource): SchemaSource => ({ ...schema, lists: schema.lists.map((list) => ({ ...list, isOutput: undefined })) });

const withoutNesting = (schema: SchemaSource): SchemaSource => ({
  ...schema,
  lists: schema.lists.map((list) => (list.isNested === true ? { ...list, isRows: false } : list)),
});

function rowListOf<List extends FoundList>(lists: readonly List[]): List | undefined {
  const ofMain = lists.filter(({ plan }) => plan.layout.list === MAIN);
  const depth = Math.max(...ofMain.map(({ eachRow }) => eachRow.length));
  return ofMain.findLast(({ eachRow }) => eachRow.length === depth) ?? lists[0];
}

/** The first file is that of the records, or of their rows if that is their only table. */
function defaultSuffix(list: FoundList, all: readonly FoundList[]): string {
  const ofRecords = all.filter(({ plan }) => plan.layout.list === MAIN);
  const isFirst = list.name === MAIN || (ofRecords.length === 1 && ofRecords[0] === list && !all.some(({ statedSuffix }) => statedSuffix === ''));
  return isFirst ? '' : `-${list.name}`;
}

/**
 * The lists of a table with the columns of a schema: those of the product's layout, or those that `includedFields` names, without those that `excludedFields`
 * names. A pattern that matches no column of the layout may match others.
 */
function listsOf(layout: TableLayout, chain: readonly SchemaSource[], describes: boolean): readonly FoundList[] {
  const included = chain.find(({ includedFields }) => includedFields !== undefined)?.includedFields;
  const listed = nameListed(layout, chain, describes);
  const listedColumns = distinctColumns(listed);
  const isListed = included?.every((pattern) => listedColumns.some((column) => means(pattern, column))) ?? true;
  const table = isListed ? listed : nameTable(layout, chain, tableReading.resolveTable(layout, describes));
  return outputLists(table, chain, new Set(wantedColumns(chain, included, distinctColumns(table))));
}

function wantedColumns(
  chain: readonly SchemaSource[],
  included: readonly Pattern[] | undefined,
  columns: readonly tableReading.ColumnNode[],
): readonly tableReading.ColumnNode[] {
  const excluded = excludedBy(chain);
  const listed = columns.filter(({ isListed }) => isListed);
  const chosen = included === undefined ? listed : included.flatMap((pattern) => meaningOf(pattern, listed, columns));
  const wanted = chosen.filter((column) => !excluded.some((pattern) => means(pattern, column)));
  // A description goes where its code goes.
  const names = new Set(wanted.map(({ name }) => name));
  const isWanted = (column: tableReading.ColumnNode): boolean =>
    column.describes !== undefined && names.has(column.describes) && !excluded.some((pattern) => pattern.matches(column.name));
  return [...wanted, ...columns.filter(isWanted)];
}

/**
 * The lists of a schema replace those of its base. In a file of the interface, which names no version, they are added: the published `header-only` has `Line*`
 * and none of the qualifiers that its base leaves out.
 */
function excludedBy(chain: readonly SchemaSource[]): readonly Pattern[] {
  const replacing = chain.findIndex(({ excludedFields, isVersioned }) => excludedFields !== undefined && isVersioned);
  return (replacing < 0 ? chain : chain.slice(0, replacing + 1)).flatMap(({ excludedFields }) => excludedFields ?? []);
}

function meaningOf(pattern: Pattern, listed: readonly tableReading.ColumnNode[], all: readonly tableReading.ColumnNode[]): readonly tableReading.ColumnNode[] {
  const ofLayout = listed.filter((column) => means(pattern, column));
  return ofLayout.length > 0 ? ofLayout : all.filter((column) => means(pattern, column));
}

function outputLists({ layout, nodes }: NamedTable, chain: readonly SchemaSource[], wanted: ReadonlySet<tableReading.ColumnNode>): readonly FoundList[] {
  const settings = listSettings(chain, layout, layout.list);
  const own = [...tableReading.ownColumnsOf(nodes)].filter((column) => wanted.has(column));
  const root = tableReading.rowLevel(undefined, nodes, own);
  const table = { layout, nodes, chain, wanted };
  const nested = nestedLists(table, nodes, [tableReading.rowLevel(undefined, nodes, [])], false);
  const lists = settings.isOutput && own.length + nested.length > 0 ? [outputList(layout.list, settings, { layout, levels: [root] }, [], nested)] : [];
  return [...lists, ...innerLists(table, [], undefined, settings, [])];
}

interface TableSelection extends NamedTable {
  readonly chain: readonly SchemaSource[];
  readonly wanted: ReadonlySet<tableReading.ColumnNode>;
}

/** The lists inside a level that are rows, each with the repeated columns of the levels before it, and the lists inside those. */
function innerLists(
  table: TableSelection,
  before: readonly tableReading.RowLevel[],
  group: tableReading.RowGroup | undefined,
  { repeatFields, repeatEachRow }: ListSettings,
  eachBefore: readonly Uint8Array[],
): readonly FoundList[] {
  const { layout, chain, wanted } = table;
  const nodes = group?.nodes ?? table.nodes;
  const repeated = [...tableReading.ownColumnsOf(nodes)].filter((column) => wanted.has(column) && repeatFields.some((pattern) => means(pattern, column)));
  const levels = [...before, tableReading.rowLevel(group, nodes, repeated)];
  const eachRow = [...eachBefore, Uint8Array.from(repeated, (column) => (repeatEachRow.some((pattern) => means(pattern, column)) ? 1 : 0))];
  return [...tableReading.rowGroupsOf(nodes)].flatMap((inner) => {
    const settings = listSettings(chain, layout, inner.name);
    if (settings.isNested) return [];
    const own = [...tableReading.ownColumnsOf(inner.nodes)].filter((column) => wanted.has(column));
    const last = tableReading.rowLevel(inner, inner.nodes, own);
    const around = [...levels, last].map(({ group: ofLevel, nodes: all }) => tableReading.rowLevel(ofLevel, all, []));
    const nested = nestedLists(table, inner.nodes, around, false);
    const isOutput = settings.isOutput && own.length + nested.length > 0;
    const list = isOutput ? [outputList(inner.name, settings, { layout, levels: [...levels, last] }, eachRow, nested)] : [];
    return [...list, ...innerLists(table, levels, inner, settings, eachRow)];
  });
}

/** The lists that stand inside each row of a level; those inside a nested list that would be rows are nested too. */
function nestedLists(
  table: TableSelection,
  nodes: readonly tableReading.ColumnTreeNode[],
  around: readonly tableReading.RowLevel[],
  isInside: boolean,
): readonly NestedList[] {
  const { layout, chain, wanted } = table;
  return [...tableReading.rowGroupsOf(nodes)].flatMap((group) => {
    const { isNested, isOutput } = listSettings(chain, layout, group.name);
    if (!isOutput || !(isNested || isInside)) return [];
    const own = [...tableReading.ownColumnsOf(group.nodes)].filter((column) => wanted.has(column));
    const lists = nestedLists(table, group.nodes, [...around, tableReading.rowLevel(group, group.nodes, [])], true);
    if (own.length + lists.length === 0) return [];
    return [{ name: group.name, plan: { layout, levels: [...around, tableReading.rowLevel(group, group.nodes, own)] }, lists }];
  });
}

function outputList(
  name: string,
  { fileSuffix }: ListSettings,
  plan: tableReading.RowPlan,
  eachRow: readonly Uint8Array[],
  nested: readonly NestedList[],
): FoundList {
  return {
    name,
    statedSuffix: fileSuffix,
    plan,
    eachRow,
    header: plan.levels.flatMap(({ header }) => header),
    nested,
  };
}

function checkSuffixes(lists: readonly OutputList[], [schema]: readonly SchemaSource[], set: SchemaSet): void {
  const problems = set.problems.anew();
  lists.forEach(({ name, fileSuffix }, i) => {
    const other = lists.slice(0, i).find((one) => one.fileSuffix === fileSuffix);
    const advice = `Give one of them another \`fileSuffix\`, or \`output: False\``;
    if (other !== undefined) problems.report(schema?.offset ?? 0, `The lists ${other.name} and ${name} would be written to the same file. ${advice}.`);
  });
  problems.throwIfAny('EDI_SCHEMA_INVALID');
}

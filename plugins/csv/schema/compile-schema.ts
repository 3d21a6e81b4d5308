import { type TableLayout } from '../../../src/plugin';
import { tableReading } from '../../../src/plugin/io';
import { checkPatterns } from './check-patterns';
import { listSettings, type ListSettings } from './list-settings';
import { distinctColumns, means, type NamedTable, nameListed, nameTable } from './named-tables';
import type { Pattern } from './pattern';
import type { SchemaSet } from './schema-set';
import type { SchemaSource } from './schema-source';

/** A list that has a table of its own. */
interface FoundList {
  /** Such as Main or Lines. */
  readonly name: string;
  readonly statedSuffix: string | undefined;
  readonly plan: tableReading.RowPlan;
  /** For each level before the last, 1 for each column that every row has. */
  readonly eachRow: readonly Uint8Array[];
  readonly header: readonly string[];
}

/** One table that is written: rows, and which of their leading cells every row has. */
export interface OutputList extends FoundList {
  /** Continues the name of the first file. */
  readonly fileSuffix: string;
}

/** A schema, compiled for one transaction type. */
export interface CompiledSchema {
  readonly transactionType: string;
  readonly separator: string;
  readonly lists: readonly OutputList[];
  /** The list that stands for all where one file is wanted: the rows of the innermost list of the records (the last of several), else the records. */
  readonly rowList: OutputList | undefined;
  /** A line for each pattern that means no column and no list. */
  readonly doubts: readonly string[];
}

/** Which schema is meant. */
export interface SchemaChoice {
  readonly name: string;
  /** Undefined: what the schema states. */
  readonly describesCodes: boolean | undefined;
}

/** True where a schema, or the nearest of those that it stands on, states descriptions. */
export const describesCodes = (chain: readonly SchemaSource[]): boolean => chain.find(({ descriptions }) => descriptions !== undefined)?.descriptions ?? false;

/** The list of the records that a transaction set is about. */
const MAIN = 'Main';

/**
 * Compiles a schema for one transaction type, with descriptions of codes where it is asked for, or else the schema states it. Throws EDI_BAD_PARAMETER when the type has no schema of the name, and
 * EDI_SCHEMA_INVALID for lists that would share a file, and for more columns than are allowed.
 */
export function compileSchema(set: SchemaSet, choice: SchemaChoice, type: string, tables: readonly TableLayout[]): CompiledSchema {
  const chain = set.chain(choice.name, type);
  const describes = choice.describesCodes ?? describesCodes(chain);
  const doubts = checkPatterns(chain, set, tables);
  const found = tables.filter(({ transactionType }) => transactionType === type).flatMap((layout) => listsOf(layout, chain, describes));
  const lists = found.map((list) => ({ ...list, fileSuffix: list.statedSuffix ?? defaultSuffix(list, found) }));
  checkSuffixes(lists, chain, set);
  return {
    transactionType: type,
    separator: chain.find(({ separator }) => separator !== undefined)?.separator ?? ',',
    lists,
    rowList: rowListOf(lists),
    doubts,
  };
}

function rowListOf<List extends FoundList>(lists: readonly List[]): List | undefined {
  const ofMain = lists.filter(({ plan }) => plan.layout.list === MAIN);
  const depth = Math.max(...ofMain.map(({ eachRow }) => eachRow.length));
  return ofMain.findLast(({ eachRow }) => eachRow.length === depth) ?? lists[0];
}

/** The first file is that of the records, or of their rows where that is the only table of theirs. */
function defaultSuffix(list: FoundList, all: readonly FoundList[]): string {
  const ofRecords = all.filter(({ plan }) => plan.layout.list === MAIN);
  const isFirst = list.name === MAIN || (ofRecords.length === 1 && ofRecords[0] === list && !all.some(({ statedSuffix }) => statedSuffix === ''));
  return isFirst ? '' : `-${list.name}`;
}

/**
 * The lists of a table with the columns that a schema wants: those of the product's layout, or those that `includedFields` names, without
 * those that `excludedFields` names. A pattern that means no column of the layout may mean others.
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
 * What a schema states goes in place of what its base states. In a file of the interface, which names no version, it goes beside it: the
 * published `header-only` states `Line*` and has none of the qualifiers that its base leaves out.
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
  const lists = settings.isOutput && own.length > 0 ? [outputList(layout, layout.list, settings, [root], [])] : [];
  return [...lists, ...innerLists({ layout, nodes, chain, wanted }, [], undefined, settings, [])];
}

interface TableSelection extends NamedTable {
  readonly chain: readonly SchemaSource[];
  readonly wanted: ReadonlySet<tableReading.ColumnNode>;
}

/** The lists inside a level that are rows, each with what the levels before it repeat, and the lists inside those. */
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
    const own = [...tableReading.ownColumnsOf(inner.nodes)].filter((column) => wanted.has(column));
    const last = tableReading.rowLevel(inner, inner.nodes, own);
    const list = settings.isOutput && own.length > 0 ? [outputList(layout, inner.name, settings, [...levels, last], eachRow)] : [];
    return [...list, ...innerLists(table, levels, inner, settings, eachRow)];
  });
}

function outputList(
  layout: TableLayout,
  name: string,
  { fileSuffix }: ListSettings,
  levels: readonly tableReading.RowLevel[],
  eachRow: readonly Uint8Array[],
): FoundList {
  return {
    name,
    statedSuffix: fileSuffix,
    plan: { layout, levels },
    eachRow,
    header: levels.flatMap(({ header }) => header),
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

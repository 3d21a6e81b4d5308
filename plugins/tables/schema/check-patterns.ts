import { type TableLayout } from '../../../src/plugin';
import { nearestName, tableReading, yaml } from '../../../src/plugin/io';
import { means, type NamedTable, nameTables } from './named-tables';
import type { Pattern } from './pattern';
import { type SchemaSet, unknownType } from './schema-set';
import type { ListSource, SchemaSource } from './schema-source';

/** All that patterns of a schema can mean, in any of its transaction types. */
interface Vocabulary {
  readonly columns: readonly tableReading.ColumnNode[];
  /** The same with columns of descriptions, which are made at the first call. */
  readonly described: () => readonly tableReading.ColumnNode[];
  readonly lists: ReadonlySet<string>;
  /** The columns of each list without those of the row lists inside it. */
  readonly ofLists: ReadonlyMap<string, readonly tableReading.ColumnNode[]>;
}

/** Columns that are compared to find a nearest name. */
const MAX_NAMES_COMPARED = 20_000;

/** Patterns that are compared with names for the nearest one. */
const MAX_ADVICE = 10;

/**
 * Returns a line for each transaction type without tables, and for each pattern that means no column and no list in any type of its schema, with the nearest
 * name that would. `describes`: true where codes have columns of descriptions, which patterns may include then, and exclude in any case.
 */
export function checkPatterns(chain: readonly SchemaSource[], set: SchemaSet, tables: readonly TableLayout[], describes: boolean): readonly string[] {
  // Errors of one schema do not affect the use of another.
  const problems = set.problems.anew();
  const advise = limitAdvice();
  // Those of the product are checked by its tests.
  for (const schema of set.isOfProduct ? [] : chain.filter((one) => set.has(one))) {
    const vocabulary = vocabularyOf(schema, set, tables);
    checkTypes(schema, tables, problems);
    if (vocabulary.columns.length === 0) continue;
    const { includedFields = [], excludedFields = [], lists } = schema;
    const others = [...excludedFields, ...lists.flatMap(({ repeatFields = [], repeatEachRow = [] }) => [...repeatFields, ...repeatEachRow])];
    const without = describes ? [] : includedFields.filter((pattern) => isOfDescriptions(pattern, vocabulary));
    for (const { text, offset } of without)
      problems.report(offset, `Only columns of descriptions match \`${yaml.excerptOf(text)}\`. Add \`descriptions: True\` to the schema.`);
    for (const pattern of [...includedFields, ...others]) checkColumn(pattern, vocabulary, problems, advise);
    for (const pattern of lists.flatMap(({ names }) => names)) checkList(pattern, vocabulary, problems, advise);
    for (const list of lists) checkRepeated(list, vocabulary, problems);
  }
  return problems.lines();
}

function checkTypes(schema: SchemaSource, tables: readonly TableLayout[], problems: yaml.FileProblems): void {
  const known = [...new Set(tables.map(({ transactionType }) => transactionType))].sort();
  for (const type of schema.transactionTypes) if (!known.includes(type)) problems.report(schema.typesOffset, unknownType(type, schema, 'tables', known));
}

/** Returns the sentence that helps with a pattern. Names are compared for the first patterns only. */
type Advise = (pattern: Pattern, ...names: readonly (readonly string[])[]) => string;

function limitAdvice(): Advise {
  let given = 0;
  return (pattern, ...names) => {
    given++;
    const compared = given > MAX_ADVICE ? [] : names.filter(({ length }) => length <= MAX_NAMES_COMPARED);
    return adviceOf(pattern, firstNearest(pattern, compared));
  };
}

function vocabularyOf({ name, transactionTypes }: SchemaSource, set: SchemaSet, tables: readonly TableLayout[]): Vocabulary {
  const namedTables = (describes: boolean): readonly NamedTable[] =>
    transactionTypes.flatMap((type) => nameTables(tables, type, set.chain(name, type), describes));
  const named = namedTables(false);
  let described: readonly tableReading.ColumnNode[] | undefined;
  return {
    columns: allColumns(named),
    described: () => (described ??= allColumns(namedTables(true))),
    lists: new Set(named.flatMap(({ layout, nodes }) => [layout.list, ...listsOf(nodes)])),
    ofLists: gatherLists(named.flatMap(({ layout, nodes }) => [[layout.list, [...tableReading.ownColumnsOf(nodes)]] as const, ...columnsByList(nodes)])),
  };
}

const allColumns = (named: readonly NamedTable[]): readonly tableReading.ColumnNode[] => named.flatMap(({ nodes }) => tableReading.columnsOf(nodes));

function* listsOf(nodes: readonly tableReading.ColumnTreeNode[]): Generator<string> {
  for (const node of nodes) {
    if (node.kind === 'column') continue;
    if (node.kind !== 'part') yield node.name;
    if (node.kind === 'rows') yield* listsOf(node.nodes);
    else yield* listsOf(node.repeats[0] ?? []);
  }
}

/** True for a pattern that matches columns of descriptions alone. */
const isOfDescriptions = (pattern: Pattern, { columns, described }: Vocabulary): boolean =>
  !columns.some((column) => means(pattern, column)) && described().some((column) => means(pattern, column));

/** Several types may have lists of one name. */
function gatherLists(pairs: readonly (readonly [string, readonly tableReading.ColumnNode[]])[]): Vocabulary['ofLists'] {
  const gathered = new Map<string, readonly tableReading.ColumnNode[]>();
  for (const [list, columns] of pairs) gathered.set(list, [...(gathered.get(list) ?? []), ...columns]);
  return gathered;
}

function* columnsByList(nodes: readonly tableReading.ColumnTreeNode[]): Generator<readonly [string, readonly tableReading.ColumnNode[]]> {
  for (const node of nodes) {
    if (node.kind === 'column') continue;
    if (node.kind === 'rows') yield [node.name, [...tableReading.ownColumnsOf(node.nodes)]];
    else if (node.kind === 'list') yield [node.name, tableReading.columnsOf(node.repeats.flat())];
    yield* columnsByList(node.kind === 'rows' ? node.nodes : (node.repeats[0] ?? []));
  }
}

function checkColumn(pattern: Pattern, vocabulary: Vocabulary, problems: yaml.FileProblems, advise: Advise): void {
  const { columns } = vocabulary;
  if (columns.some((column) => means(pattern, column)) || isOfDescriptions(pattern, vocabulary)) return;
  problems.report(pattern.offset, () => {
    const listed = columns.filter(({ isListed }) => isListed).map(({ name }) => name);
    const all = columns.map(({ name }) => name);
    const objects = [...new Set(columns.flatMap((column) => column.objects))];
    return `No column matches \`${yaml.excerptOf(pattern.text)}\`. ${advise(pattern, listed, [...all, ...objects])}`;
  });
}

function checkList(pattern: Pattern, { lists }: Vocabulary, problems: yaml.FileProblems, advise: Advise): void {
  if ([...lists].some((name) => pattern.matches(name))) return;
  problems.report(pattern.offset, () => `No list matches \`${yaml.excerptOf(pattern.text)}\`. ${advise(pattern, [...lists])}`);
}

/** Reports patterns of repeated columns that match columns of other lists alone: they would repeat nothing. */
function checkRepeated({ names, repeatFields = [], repeatEachRow = [] }: ListSource, { ofLists }: Vocabulary, problems: yaml.FileProblems): void {
  const isOwn = (list: string): boolean => names.some((name) => name.matches(list));
  if (![...ofLists.keys()].some(isOwn)) return;
  for (const [key, patterns] of [['repeatFields', repeatFields] as const, ['repeatEachRow', repeatEachRow] as const]) {
    for (const pattern of patterns) {
      const found = [...ofLists].filter(([, columns]) => columns.some((column) => means(pattern, column))).map(([list]) => list);
      const [other] = found;
      if (other === undefined || found.some(isOwn)) continue;
      const own = names.map(({ text }) => yaml.excerptOf(text)).join(', ');
      problems.report(
        pattern.offset,
        `\`${key}\` of ${own} has \`${yaml.excerptOf(pattern.text)}\`, which is in list ${other}. Name columns of ${own}, or move it to an entry of ${other}.`,
      );
    }
  }
}

function firstNearest({ text }: Pattern, names: readonly (readonly string[])[]): string | undefined {
  const name = text.replaceAll('*', '');
  for (const some of names) {
    const nearest = nearestName(name, some);
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

function adviceOf({ text }: Pattern, nearest: string | undefined): string {
  if (nearest === undefined) return '`clearloop csv columns` prints the names.';
  return text.includes('*') ? `The nearest name is \`${nearest}\`.` : `Did you mean \`${nearest}\`?`;
}

import { type ColumnNode, type ColumnTreeNode, columnsOf, type FileProblems, nearestName, type TableLayout } from '../../../src/plugin';
import { means, nameTables } from './named-tables';
import type { Pattern } from './pattern';
import type { SchemaSet } from './schema-set';
import type { SchemaSource } from './schema-source';

/** All that patterns of a schema can mean, in any of its transaction types. */
interface Vocabulary {
  readonly columns: readonly ColumnNode[];
  readonly lists: ReadonlySet<string>;
}

/**
 * Reports patterns that mean no column and no list in any transaction type of their schema, with the nearest name that would.
 * Throws EDI_SCHEMA_INVALID.
 */
export function checkPatterns(chain: readonly SchemaSource[], set: SchemaSet, tables: readonly TableLayout[]): void {
  // Mistakes of one schema are no matter of those who ask for another.
  const problems = set.problems.anew();
  // Those of the product are checked by its tests.
  for (const schema of set.isOfProduct ? [] : chain.filter((one) => set.has(one))) {
    const vocabulary = vocabularyOf(schema, set, tables);
    if (vocabulary.columns.length === 0) continue;
    checkColumns([schema.includedFields, schema.excludedFields], vocabulary, problems);
    for (const { names, repeatFields, repeatEachRow } of schema.lists) {
      for (const pattern of names) checkList(pattern, vocabulary, problems);
      checkColumns([repeatFields, repeatEachRow], vocabulary, problems);
    }
  }
  problems.throwIfAny('EDI_SCHEMA_INVALID');
}

function vocabularyOf({ name, transactionTypes }: SchemaSource, set: SchemaSet, tables: readonly TableLayout[]): Vocabulary {
  const named = transactionTypes.flatMap((type) => nameTables(tables, type, set.chain(name, type)));
  return {
    columns: named.flatMap(({ nodes }) => [...columnsOf(nodes)]),
    lists: new Set(named.flatMap(({ layout, nodes }) => [layout.list, ...listsOf(nodes)])),
  };
}

function* listsOf(nodes: readonly ColumnTreeNode[]): Generator<string> {
  for (const node of nodes) {
    if (node.kind === 'column') continue;
    if (node.kind !== 'part') yield node.name;
    if (node.kind === 'rows') yield* listsOf(node.nodes);
    else yield* listsOf(node.repeats[0] ?? []);
  }
}

function checkColumns(patterns: readonly (readonly Pattern[] | undefined)[], { columns }: Vocabulary, problems: FileProblems): void {
  for (const pattern of patterns.flatMap((some) => some ?? [])) {
    if (columns.some((column) => means(pattern, column))) continue;
    const listed = columns.filter(({ isListed }) => isListed).map(({ name }) => name);
    const all = columns.flatMap(({ name, objects }) => [name, ...objects]);
    problems.report(pattern.offset, `No column matches \`${pattern.text}\`. ${adviceOf(pattern, nearestOf(pattern, listed) ?? nearestOf(pattern, all))}`);
  }
}

function checkList(pattern: Pattern, { lists }: Vocabulary, problems: FileProblems): void {
  if ([...lists].some((name) => pattern.matches(name))) return;
  problems.report(pattern.offset, `No list matches \`${pattern.text}\`. ${adviceOf(pattern, nearestOf(pattern, lists))}`);
}

const nearestOf = ({ text }: Pattern, names: Iterable<string>): string | undefined => nearestName(text.replaceAll('*', ''), names);

function adviceOf({ text }: Pattern, nearest: string | undefined): string {
  if (nearest === undefined) return '`clearloop csv columns` prints the names.';
  return text.includes('*') ? `The nearest name is \`${nearest}\`.` : `Did you mean \`${nearest}\`?`;
}

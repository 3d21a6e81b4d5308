import { type ColumnType, singular, type Where } from './table';
import type { NodeSource, TableNode } from './table-node';

/** How a list is laid out. */
export interface ListLayout {
  /** Columns for this many items. */
  readonly repeats: number;
  /** True for a row for each item instead. */
  readonly isRows: boolean;
  /** True for a list inside the row. With columns for its items, it is one of a format without such lists: patterns match their names without the number too. */
  readonly isNested?: boolean;
}

/** Says how a list is laid out, by its path: PayerContactContactNumbers. */
export type ListLayouts = (list: string) => ListLayout;

/** A column with its final name. */
export interface ColumnNode {
  readonly kind: 'column';
  readonly name: string;
  readonly source: NodeSource | undefined;
  /** False for a column that the layout of the product leaves out. */
  readonly isListed: boolean;
  /** Names of the objects around it, the outermost first: Payer, PayerContact1. */
  readonly objects: readonly string[];
  /** True for text whose digits are no number: ids, codes, zip codes. */
  readonly isText: boolean;
  readonly type: ColumnType;
  /** Record and key of the value, such as Payment.chargeAmount. Undefined for values that only tables have. */
  readonly documentedAs: string | undefined;
  /** The name of the column of the code that this one describes. */
  readonly describes: string | undefined;
}

/** An object, or the items of a list side by side: the tree of the columns of each. */
export interface ColumnGroup {
  readonly kind: 'part' | 'list';
  /** Path of the list, or name of the object. */
  readonly name: string;
  readonly source: NodeSource;
  readonly where: Where | undefined;
  readonly repeats: readonly (readonly ColumnTreeNode[])[];
  /** True for a list that only describes the codes of another. */
  readonly isDescription: boolean;
}

/** A step from a level towards what it holds. */
export interface Step {
  readonly source: NodeSource;
  readonly where: Where | undefined;
}

/** A list whose items are rows. */
export interface RowGroup {
  readonly kind: 'rows';
  readonly name: string;
  /** The way from the rows around it, or from the record. The last step is the list. */
  readonly steps: readonly Step[];
  readonly nodes: readonly ColumnTreeNode[];
}

/** A node of the tree of columns: a column, objects side by side, or a list whose items are rows. */
export type ColumnTreeNode = ColumnNode | ColumnGroup | RowGroup;

/** Where the naming has come to. */
interface Naming {
  readonly prefix: string;
  /** The prefix without the numbers of lists that stand inside the row in other formats. */
  readonly nested: string;
  /** The prefix without numbers, as paths of lists have it. */
  readonly path: string;
  readonly objects: readonly string[];
  readonly isListed: boolean;
  readonly steps: readonly Step[];
}

const ROOT: Naming = { prefix: '', nested: '', path: '', objects: [], isListed: true, steps: [] };

/** Gives the columns of a table their names, by how its lists are laid out. `onColumn` is called for each, and ends it by a throw. */
export function nameColumns(nodes: readonly TableNode[], layouts: ListLayouts, onColumn: () => void = () => undefined): readonly ColumnTreeNode[] {
  return nameLevel(nodes, ROOT, { layouts, onColumn });
}

/** What the naming asks on its way. */
interface NamingHooks {
  readonly layouts: ListLayouts;
  readonly onColumn: () => void;
}

function nameLevel(nodes: readonly TableNode[], naming: Naming, hooks: NamingHooks): readonly ColumnTreeNode[] {
  return nodes.map((node) => nameNode(node, { ...naming, isListed: naming.isListed && node.isListed }, hooks));
}

function nameNode(node: TableNode, naming: Naming, hooks: NamingHooks): ColumnTreeNode {
  const { source } = node;
  if (node.kind === 'column') {
    hooks.onColumn();
    const { prefix, nested, objects, isListed } = naming;
    const describes = node.describes === undefined ? undefined : prefix + node.describes;
    return {
      kind: 'column',
      name: prefix + node.name,
      source,
      isListed,
      objects: nested === prefix ? objects : [...objects, nested + node.name],
      isText: node.isText,
      type: node.type,
      documentedAs: node.documentedAs,
      describes,
    };
  }
  const { kind, where, nodes } = node;
  const steps = [...naming.steps, { source: node.source, where }];
  if (kind === 'part') {
    const inner = inside({ ...naming, steps }, node.name);
    return { kind, name: inner.path, source: node.source, where, repeats: [nameLevel(nodes, inner, hooks)], isDescription: false };
  }
  const name = naming.path + node.name;
  const { repeats, isRows, isNested = false } = hooks.layouts(name);
  if (isRows && node.isDescription === true) return { kind: 'part', name, source: node.source, where, repeats: [[]], isDescription: true };
  if (isRows) return { kind: 'rows', name, steps, nodes: nameLevel(nodes, inside({ ...naming, steps: [] }, singular(node.name)), hooks) };
  const numbers = repeats === 1 ? [''] : Array.from({ length: repeats }, (_, i) => String(i + 1));
  const items = numbers.map((number) => nameLevel(nodes, inside({ ...naming, steps }, singular(node.name), number, isNested), hooks));
  return { kind, name, source: node.source, where, repeats: items, isDescription: node.isDescription ?? false };
}

function inside({ prefix, nested, path, objects, isListed, steps }: Naming, name: string, number = '', isNested = false): Naming {
  const inner = { prefix: prefix + name + number, nested: nested + name + (isNested ? '' : number), path: path + name };
  if (inner.prefix === prefix) return { ...inner, isListed, steps, objects };
  const others = inner.nested === inner.prefix ? [] : [inner.nested];
  return { ...inner, isListed, steps, objects: [...objects, inner.prefix, ...others] };
}

/** Every column of a tree, those of row lists too. */
export function columnsOf(nodes: readonly ColumnTreeNode[]): readonly ColumnNode[] {
  const columns: ColumnNode[] = [];
  // One list for all: trees have thousands of columns.
  addColumns(nodes, columns);
  return columns;
}

function addColumns(nodes: readonly ColumnTreeNode[], columns: ColumnNode[]): void {
  for (const node of nodes) {
    if (node.kind === 'column') columns.push(node);
    else if (node.kind === 'rows') addColumns(node.nodes, columns);
    else for (const repeat of node.repeats) addColumns(repeat, columns);
  }
}

/** The row lists of a tree that are not inside one another. The items of a list side by side share theirs. */
export function* rowGroupsOf(nodes: readonly ColumnTreeNode[]): Generator<RowGroup> {
  for (const node of nodes) {
    if (node.kind === 'rows') yield node;
    else if (node.kind !== 'column') yield* rowGroupsOf(node.repeats[0] ?? []);
  }
}

/** The columns of one level of rows: without those of row lists. */
export function* ownColumnsOf(nodes: readonly ColumnTreeNode[]): Generator<ColumnNode> {
  for (const node of nodes) {
    if (node.kind === 'column') yield node;
    else if (node.kind !== 'rows') for (const repeat of node.repeats) yield* ownColumnsOf(repeat);
  }
}

/** The number of each column that is wanted. */
export type ColumnNumbers = ReadonlyMap<ColumnNode, number>;

/** True where one of the columns below a node is wanted. */
export function isWanted(node: ColumnTreeNode, numbers: ColumnNumbers): boolean {
  if (node.kind === 'column') return numbers.has(node);
  return node.kind !== 'rows' && node.repeats.some((repeat) => repeat.some((inner) => isWanted(inner, numbers)));
}

import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import { encodeStep, Step } from '../encode-step';
import type { BoundField, BoundNesting, Field, FieldParts, Scope } from '../field';
import { ALONE } from '../json-text';
import { readValue } from '../read-value';
import { type ColumnNumbers, isWanted } from './column-numbers';
import { type ColumnGroup, type ColumnTreeNode, ownColumnsOf } from './column-tree';
import { ItemsReader } from './items-reader';
import { type CellRun, type PlaceReader, PlaceReaders } from './place-reader';
import { SharedReader } from './shared-reader';
import { bindValueGroup, type ValueReader } from './value-reader';
import { bindPlaceTest } from './where';

/** Binds the wanted columns of a level to a loop. What the guide has no place for drops out: its cells stay empty. */
export function bindPlaceReaders(nodes: readonly ColumnTreeNode[], scope: Scope, numbers: ColumnNumbers): PlaceReaders {
  return new PlaceReaders(bindNodes(nodes, scope, numbers));
}

const bindNodes = (nodes: readonly ColumnTreeNode[], scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] =>
  nodes.flatMap((node) => bindPlaceReader(node, scope, numbers));

function bindPlaceReader(node: ColumnTreeNode, scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] {
  if (node.kind === 'rows') return [];
  const { source } = node;
  if (source === undefined || 'key' in source || !isWanted(node, numbers)) return [];
  const { field } = source;
  if (node.kind === 'column') {
    const bound = field.bind(scope, ALONE);
    const number = numbers.get(node);
    return bound && number !== undefined ? [new CellReader(bound, number)] : [];
  }
  if (field.inside === undefined) return bindWhole(node, field, scope, numbers);
  const nesting = field.inside.bind(scope);
  if (nesting === undefined) return [];
  if (nesting.isHere) return nesting.scopes.flatMap((inner) => bindNodes(node.repeats[0] ?? [], inner, numbers));
  if (nesting.isShared && node.where === undefined) return [sharedReader(node, nesting, numbers)];
  const { item } = field.inside;
  const repeats = node.repeats.map((repeat) => nesting.scopes.map((inner) => bindPlaceReaders(repeat, inner, numbers)));
  const tests = nesting.scopes.map((inner) => bindPlaceTest(node.where, item, inner));
  return [new ItemsReader(node, nesting, repeats, tests, 'fields' in item)];
}

/** A column. */
class CellReader implements PlaceReader {
  readonly position: number;
  private readonly step: Step;

  constructor(
    field: BoundField,
    private readonly column: number,
  ) {
    this.step = new Step(field);
    this.position = this.step.position;
  }

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    const { out } = run.encode;
    const mark = out.length;
    encodeStep(this.step, loop, segment, base, run.encode);
    if (out.length > mark) run.cells.setJson(this.column, mark);
  }
}

function sharedReader({ repeats: [nodes = []] }: ColumnGroup, nesting: BoundNesting, numbers: ColumnNumbers): PlaceReader {
  const [scope] = nesting.scopes;
  const wanted = [...ownColumnsOf(nodes)].flatMap((column) => numbers.get(column) ?? []);
  return new SharedReader(nesting, scope === undefined ? new PlaceReaders([]) : bindPlaceReaders(nodes, scope, numbers), wanted);
}

/** Binds a field that is read whole: parts of its value by themselves where it has them as fields, else by its value. */
function bindWhole(node: ColumnGroup, field: Field<unknown>, scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] {
  const { parts } = field;
  const [nodes = []] = node.repeats;
  const alone = node.kind === 'part' && node.where === undefined && parts ? nodes.map((inner) => asPart(inner, parts)) : [];
  const rest: ColumnGroup = { ...node, repeats: alone.length === 0 ? node.repeats : [nodes.filter((_, i) => alone[i] === undefined)] };
  const ofParts = alone.flatMap((part) => (part === undefined ? [] : bindPart(part, scope, numbers)));
  return isWanted(rest, numbers) ? [...ofParts, ...bindValue(rest, field, scope, numbers)] : ofParts;
}

/** A node whose value is a part that is a field of its own. */
interface PartNode {
  readonly node: Exclude<ColumnTreeNode, { kind: 'rows' }>;
  readonly field: Field<unknown>;
}

function asPart(node: ColumnTreeNode, parts: FieldParts): PartNode | undefined {
  if (node.kind === 'rows' || node.source === undefined || !('key' in node.source)) return undefined;
  const field = parts[node.source.key];
  return field && { node, field };
}

function bindPart({ node, field }: PartNode, scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] {
  if (!isWanted(node, numbers)) return [];
  if (node.kind !== 'column') return bindValue(node, field, scope, numbers);
  const bound = field.bind(scope, ALONE);
  const number = numbers.get(node);
  return bound && number !== undefined ? [new CellReader(bound, number)] : [];
}

function bindValue(node: ColumnGroup, field: Field<unknown>, scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] {
  const bound = field.bind(scope, ALONE);
  return bound === undefined ? [] : [new WholeReader(bound, bindValueGroup(node, numbers))];
}

/** Reads a value whole. */
class WholeReader implements PlaceReader {
  readonly position: number;

  constructor(
    private readonly field: BoundField,
    private readonly reader: ValueReader,
  ) {
    this.position = new Step(field).position;
  }

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    const value = readValue(this.field, loop, segment, base, run.encode);
    if (value !== undefined) this.reader.read(value, run);
  }
}

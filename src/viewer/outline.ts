import { EdiError } from '../common/edi-error';
import type { LoopDef, SegmentDef } from '../guide/guide.types';
import { isWithin } from '../guide/level-state';
import { parsePlace } from '../mapping/place';
import { wordsOf } from './element-info';
import { placedSegments, shownText } from './segment-window';
import type { ViewFile } from './view-file';

/** A line of the outline. */
export interface OutlineNode {
  /** Names the node to `readOutline`. */
  readonly id: string;
  readonly kind: 'interchange' | 'group' | 'transaction' | 'record' | 'loop' | 'page';
  readonly label: string;
  /** Such as a control number, or the number of a claim. */
  readonly detail?: string;
  /** Segments of the node. */
  readonly first: number;
  readonly last: number;
  /** Number of children; 0 for a leaf. Undefined for a node whose children are not counted, because that needs its segments. */
  readonly children?: number | undefined;
  /** Records in the node. */
  readonly records?: number;
  readonly amount?: number;
}

/** Children of a node, from an index on. */
export interface OutlinePage {
  readonly total: number;
  readonly nodes: readonly OutlineNode[];
}

/** Nodes in one answer. */
export const MAX_NODES = 200;

/** Records of a transaction set that share a node, when there are more of them. */
const PAGE_RECORDS = 200;

/** Segments that are looked through for loops that are no records. */
const MAX_LOOP_SEGMENTS = 2_000;

/** Ids of nodes; see `readOutline`. */
const NODE_ID = /^(?:[igtul](?:0|[1-9]\d{0,9})|p(?:0|[1-9]\d{0,9})-(?:0|[1-9]\d{0,9}))$/;

/**
 * Children of a node:
 *
 *     ''      interchanges, or records of a file that is not X12
 *     i0      groups of the first interchange
 *     g0      transaction sets of the first group
 *     t0      records of the first transaction set, with the loops before and between them; pages of them if there are many
 *     p0-400  records of the first transaction set from the one at 400 on, with the loops before and between them
 *     u0      loops of the first record
 *     l9      loops in the one that begins with segment 9
 *
 * Throws EDI_BAD_PARAMETER for any other id, and for one of a node that the file does not have.
 */
export function readOutline(file: ViewFile, id: string, from: number, count: number, masks: boolean): OutlinePage {
  const { outline } = file.meaning;
  const page = (total: number, make: (index: number) => OutlineNode | undefined): OutlinePage => ({
    total,
    nodes: Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, i) => make(from + i)).flatMap((node) => node ?? []),
  });
  if (id === '') {
    return file.format === undefined ? page(outline.interchanges, (i) => interchangeNode(file, i)) : page(outline.units, (i) => recordNode(file, i, masks));
  }
  const { kind, number, start } = findNode(file, id);
  if (kind === 'i') {
    const [first, end] = [outline.interchange(number)?.childFrom ?? 0, outline.interchange(number + 1)?.childFrom ?? outline.groups];
    return page(end - first, (i) => groupNode(file, first + i));
  }
  if (kind === 'g') {
    const [first, end] = [outline.group(number)?.childFrom ?? 0, outline.group(number + 1)?.childFrom ?? outline.transactions];
    return page(end - first, (i) => transactionNode(file, first + i));
  }
  if (kind === 't') return transactionChildren(file, number, page, masks);
  const nodes = kind === 'p' ? recordNodes(file, number, start, masks) : kind === 'l' ? loopsIn(file, number) : loopsOfUnit(file, number);
  return page(nodes.length, (i) => nodes[i]);
}

/** A node by the parts of its id. */
interface NodeId {
  readonly kind: string;
  readonly number: number;
  /** Of a page. */
  readonly start: number;
}

function findNode(file: ViewFile, id: string): NodeId {
  const node = { kind: id.charAt(0), number: Number.parseInt(id.slice(1), 10), start: Number.parseInt(id.split('-')[1] ?? '0', 10) };
  if (NODE_ID.test(id) && hasNode(file, node)) return node;
  throw new EdiError(
    'EDI_BAD_PARAMETER',
    'The outline of the file has no such node. Take ids from the nodes of other answers; without `node` the answer is the top.',
  );
}

function hasNode(file: ViewFile, { kind, number, start }: NodeId): boolean {
  const { outline } = file.meaning;
  if (kind === 'i') return number < outline.interchanges;
  if (kind === 'g') return number < outline.groups;
  if (kind === 't') return number < outline.transactions;
  if (kind === 'u') return number < outline.units;
  if (kind === 'l') return beginsLoop(file, number);
  const [first, end] = unitsOf(file, number);
  return end - first > PAGE_RECORDS && start % PAGE_RECORDS === 0 && start < end - first;
}

function beginsLoop(file: ViewFile, segmentNumber: number): boolean {
  const { outline } = file.meaning;
  const row = segmentNumber === 0 ? undefined : outline.transaction(outline.indexAt('transaction', segmentNumber));
  if (row?.set === undefined || segmentNumber > row.last) return false;
  const def = file.meaning.sets[row.set]?.bound.guide.segments[file.meaning.slotsOf(segmentNumber, 1)[0] ?? -1];
  return def !== undefined && opensLoop(def);
}

/** True for a segment that opens a loop in its transaction set. */
function opensLoop(def: SegmentDef): boolean {
  return def.loop.trigger === def && def.loop.parent !== undefined;
}

function loopsOfUnit(file: ViewFile, index: number): readonly OutlineNode[] {
  const unit = file.meaning.outline.unit(index);
  return unit === undefined || file.format !== undefined ? [] : loopNodes(file, { first: unit.first, last: unit.last, isInside: true });
}

/** The loops in the loop that a segment begins: those up to the end of its record, or up to the next record. */
function loopsIn(file: ViewFile, segmentNumber: number): readonly OutlineNode[] {
  const { outline } = file.meaning;
  const index = outline.indexAt('unit', segmentNumber);
  const unit = index < 0 ? undefined : outline.unit(index);
  const last = outline.transaction(outline.indexAt('transaction', segmentNumber))?.last ?? 0;
  if (unit !== undefined && segmentNumber <= unit.last) return loopNodes(file, { first: segmentNumber, last: unit.last, isInside: true });
  const next = outline.unit(index + 1)?.first ?? Infinity;
  return loopNodes(file, { first: segmentNumber, last: Math.min(last, next - 1), isInside: true, record: next > last ? undefined : next });
}

/** Ids of the nodes that lead to a segment, from the outside in. */
export function pathTo(file: ViewFile, segmentNumber: number): readonly string[] {
  const { outline } = file.meaning;
  const unit = outline.indexAt('unit', segmentNumber);
  if (file.format !== undefined) return unit < 0 ? [] : [`u${unit}`];
  const [interchange, group, transaction] = (['interchange', 'group', 'transaction'] as const).map((what) => outline.indexAt(what, segmentNumber));
  const path = [`i${interchange ?? -1}`, `g${group ?? -1}`, `t${transaction ?? -1}`].filter((id) => !id.endsWith('-1'));
  const row = outline.transaction(transaction ?? -1);
  const unitRow = unit < 0 ? undefined : outline.unit(unit);
  if (row === undefined || unitRow === undefined || unitRow.first < row.first || segmentNumber > unitRow.last) return path;
  const [first, end] = unitsOf(file, transaction ?? 0);
  const page = end - first > PAGE_RECORDS ? [`p${transaction ?? 0}-${Math.floor((unit - first) / PAGE_RECORDS) * PAGE_RECORDS}`] : [];
  return [...path, ...page, `u${unit}`];
}

type Paging = (total: number, make: (index: number) => OutlineNode | undefined) => OutlinePage;

function transactionChildren(file: ViewFile, index: number, page: Paging, masks: boolean): OutlinePage {
  const row = file.meaning.outline.transaction(index);
  if (row === undefined) return { total: 0, nodes: [] };
  const [first, end] = unitsOf(file, index);
  const pages = end - first > PAGE_RECORDS ? Math.ceil((end - first) / PAGE_RECORDS) : 0;
  if (pages > 0) return page(pages, (i) => pageNode(file, index, first, i * PAGE_RECORDS, end));
  const nodes = recordNodes(file, index, 0, masks);
  return page(nodes.length, (i) => nodes[i]);
}

/** Records of a transaction set from an index on, as many as a page has, each after the loops that begin between it and the one before. */
function recordNodes(file: ViewFile, transaction: number, start: number, masks: boolean): readonly OutlineNode[] {
  const { outline } = file.meaning;
  const row = outline.transaction(transaction);
  if (row === undefined) return [];
  const [first, end] = unitsOf(file, transaction);
  const nodes: OutlineNode[] = [];
  let from = start === 0 ? row.first : (outline.unit(first + start - 1)?.last ?? row.first) + 1;
  for (let index = first + start; index < Math.min(end, first + start + PAGE_RECORDS); index++) {
    const unit = outline.unit(index);
    const node = recordNode(file, index, masks);
    if (unit === undefined || node === undefined) break;
    nodes.push(...loopNodes(file, { first: from, last: unit.first - 1, record: unit.first }), node);
    from = unit.last + 1;
  }
  if (start + PAGE_RECORDS >= end - first) nodes.push(...loopNodes(file, { first: from, last: row.last }));
  return nodes;
}

/** Indexes of the first record of a transaction set, and of the one after its last. */
function unitsOf(file: ViewFile, transaction: number): readonly [number, number] {
  const { outline } = file.meaning;
  const row = outline.transaction(transaction);
  if (row === undefined) return [0, 0];
  return [outline.indexAt('unit', row.first - 1) + 1, outline.indexAt('unit', row.last) + 1];
}

function interchangeNode(file: ViewFile, index: number): OutlineNode | undefined {
  const { outline } = file.meaning;
  const row = outline.interchange(index);
  if (row === undefined) return undefined;
  const next = outline.interchange(index + 1);
  const [first, end] = [row.childFrom, next?.childFrom ?? outline.groups];
  const [, control] = headOf(file, row.first, 13);
  const last = next === undefined ? file.segments.length : next.first - 1;
  return { id: `i${index}`, kind: 'interchange', label: 'Interchange', detail: control, first: row.first, last, children: end - first };
}

function groupNode(file: ViewFile, index: number): OutlineNode | undefined {
  const { outline } = file.meaning;
  const row = outline.group(index);
  if (row === undefined) return undefined;
  const next = outline.group(index + 1);
  const [first, end] = [row.childFrom, next?.childFrom ?? outline.transactions];
  const [, functionalId] = headOf(file, row.first, 1);
  const [, control] = headOf(file, row.first, 6);
  const last = outline.transaction(end - 1)?.last ?? row.first;
  return { id: `g${index}`, kind: 'group', label: `Group ${functionalId}`, detail: control, first: row.first, last, children: end - first };
}

function transactionNode(file: ViewFile, index: number): OutlineNode | undefined {
  const { outline, sets } = file.meaning;
  const row = outline.transaction(index);
  if (row === undefined) return undefined;
  const [, set] = headOf(file, row.first, 1);
  const [, control] = headOf(file, row.first, 2);
  const [first, end] = unitsOf(file, index);
  const guide = row.set === undefined ? undefined : sets[row.set]?.bound.guide;
  const label = guide === undefined || guide.versions.length === 0 ? `Set ${set}` : `${set} ${guide.name}`;
  return { id: `t${index}`, kind: 'transaction', label, detail: control, first: row.first, last: row.last, records: end - first };
}

function pageNode(file: ViewFile, transaction: number, first: number, start: number, end: number): OutlineNode | undefined {
  const count = Math.min(PAGE_RECORDS, end - first - start);
  const [head, tail] = [file.meaning.outline.unit(first + start), file.meaning.outline.unit(first + start + count - 1)];
  if (head === undefined || tail === undefined) return undefined;
  const label = `Records ${start + 1} to ${start + count}`;
  return { id: `p${transaction}-${start}`, kind: 'page', label, first: head.first, last: tail.last, children: count, records: count };
}

function recordNode(file: ViewFile, index: number, masks: boolean): OutlineNode | undefined {
  const { outline, kinds } = file.meaning;
  const unit = outline.unit(index);
  if (unit === undefined) return undefined;
  const { first, last, amount } = unit;
  const common = { id: `u${index}`, kind: 'record' as const, first, last, ...(last > first && file.format === undefined ? {} : { children: 0 }) };
  if (file.format !== undefined) return { ...common, label: `Transmission ${index + 1}` };
  const { label, name } = namesOf(file, first, last, masks);
  const fallback = wordsOf((kinds[unit.kind] ?? '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());
  return { ...common, label: label ?? fallback, ...(name === '' ? {} : { detail: name }), ...(Number.isNaN(amount) ? {} : { amount }) };
}

/** Segments of a record that are looked at for its name. */
const MAX_NAME_SEGMENTS = 30;

/** The kind of a record, and the value that names it, as its plugin declares them. */
function namesOf(file: ViewFile, first: number, last: number, masks: boolean): { readonly label?: string; readonly name: string } {
  const { outline, sets } = file.meaning;
  const row = outline.transaction(outline.indexAt('transaction', first));
  const overview = row?.set === undefined ? undefined : sets[row.set]?.bound.overview;
  if (overview === undefined) return { name: '' };
  const segments = placedSegments(file, file.segments.spans(first, Math.min(MAX_NAME_SEGMENTS, last - first + 1)));
  const def = segments[0]?.def;
  const declared = overview.records[def?.loop.parent === undefined ? (def?.id ?? '') : def.loop.id] ?? overview.records[def?.id ?? ''];
  if (declared === undefined) return { name: '' };
  const { segment: id, element = 1, codes } = parsePlace(declared.name);
  const found = segments.find(({ text }) => text.id === id && (codes?.includes(text.elements[0] ?? '') ?? true));
  return { label: declared.label, name: found === undefined ? '' : (shownText(file, found, masks).elements[element - 1] ?? '') };
}

/** Segments that are looked through for loops. */
interface LoopRange {
  readonly first: number;
  readonly last: number;
  /** True for the loops in the loop of the first segment. */
  readonly isInside?: boolean;
  /** The first segment of the record that follows: loops around it stand beside each other. */
  readonly record?: number | undefined;
}

/** Loops that begin in a range, without those inside them. */
function loopNodes(file: ViewFile, { first, last, isInside = false, record }: LoopRange): readonly OutlineNode[] {
  const count = Math.min(MAX_LOOP_SEGMENTS, last - first + 1);
  const row = file.meaning.outline.transaction(file.meaning.outline.indexAt('transaction', first));
  const guide = row?.set === undefined ? undefined : file.meaning.sets[row.set]?.bound.guide;
  if (guide === undefined || count <= 0) return [];
  const slots = file.meaning.slotsOf(first, count);
  const recordLoop = record === undefined ? undefined : guide.segments[file.meaning.slotsOf(record, 1)[0] ?? -1]?.loop;
  const around = isInside ? guide.segments[slots[0] ?? -1]?.loop : undefined;
  const found: { readonly loop: LoopDef; readonly at: number; children: number | undefined; last: number }[] = [];
  for (let i = isInside ? 1 : 0; i < slots.length; i++) {
    const def = guide.segments[slots[i] ?? -1];
    if (def === undefined) continue;
    const open = found.at(-1);
    const isOwn = opensLoop(def);
    const isAroundRecord = isOwn && isWithin(recordLoop, def.loop);
    if (around !== undefined && (isAroundRecord || !isWithin(isOwn ? def.loop.parent : def.loop, around))) break;
    if (isAroundRecord || (isOwn && !isWithin(def.loop.parent, open?.loop))) found.push({ loop: def.loop, at: first + i, children: 0, last: first + i });
    else if (open !== undefined && isWithin(def.loop, open.loop)) {
      open.last = first + i;
      if (isOwn) open.children = undefined;
    }
  }
  return found.map(({ loop, at, children, last: end }) => ({
    id: `l${at}`,
    kind: 'loop',
    label: wordsOf(loop.name),
    detail: loop.id,
    first: at,
    last: end,
    children,
  }));
}

function headOf(file: ViewFile, segmentNumber: number, element: number): readonly [string, string] {
  const [placed] = placedSegments(file, file.segments.spans(segmentNumber, 1));
  return [placed?.text.id ?? '', placed?.text.elements[element - 1]?.trim() ?? ''];
}

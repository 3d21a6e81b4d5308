import { join } from 'node:path';
import { StandardSets } from '../../src/guide/standard-sets';
import type { Guide } from '../../src/guide/guide.types';
import { GuideRegistry } from '../../src/guide/guide-registry';
import type { LoopNode } from '../../src/guide/loop-node';
import { LoopWalker } from '../../src/guide/loop-walker';
import type { Delimiters } from '../../src/x12/delimiters';
import type { Segment } from '../../src/x12/segment';
import { readCorpusIndex } from '../corpus/corpus-index';
import { isa, writeSegments } from '../support/edi-text';
import { toOutLoop, writtenText } from '../support/out-loop';
import { segmentsOf } from '../support/read-segments';
import { filesBelow, sharedFolderWhenLong } from '../support/shared-data';
import { productGuides } from '../support/product-guides';

const registry = new GuideRegistry(productGuides);
const standard = new StandardSets();

interface Transaction {
  readonly segments: readonly Segment[];
  readonly guide: Guide;
}

/** The transactions of an input whose guide we have, or whose shape the standard gives. */
function transactionsOf(input: Buffer): Transaction[] {
  const found: Transaction[] = [];
  let group: Segment | undefined;
  let open: Segment[] | undefined;
  for (const segment of segmentsOf(input)) {
    if (segment.id === 'GS') group = segment;
    if (segment.id === 'ST') open = [];
    open?.push(segment);
    if (segment.id !== 'SE' || open === undefined) continue;
    const guide = guideOf(open, group);
    if (guide !== undefined) found.push({ segments: open, guide });
    open = undefined;
  }
  return found;
}

function guideOf([st, second]: readonly Segment[], group: Segment | undefined): Guide | undefined {
  if (st === undefined) return undefined;
  const transactionSet = st.element(1);
  const purpose = second?.id === 'BHT' ? second.element(2) : '';
  for (const version of [st.element(3), group?.element(8) ?? '']) {
    const pick = version === '' ? undefined : registry.pick({ transactionSet, version, ...(purpose === '' ? {} : { purpose }) });
    if (pick !== undefined && pick.match !== 'fallback') return pick.guide;
  }
  return standard.hasShape(transactionSet) ? standard.guideFor(transactionSet) : undefined;
}

/** The loop tree of a transaction; undefined when it has findings. */
function treeOf({ segments, guide }: Transaction): LoopNode | undefined {
  const [st, ...body] = segments;
  const se = body.pop();
  if (st === undefined) return undefined;
  let root: LoopNode | undefined;
  let findings = 0;
  const listener = { onUnit: (unit: LoopNode) => (root = unit), onUnitSegment: () => undefined, onIssue: () => findings++ };
  const walker = new LoopWalker(guide, { unitLoops: new Set(), unitSegments: new Set() }, listener, st);
  for (const segment of body) walker.place(segment);
  walker.end(se);
  const isClosed = se?.element(2) === st.element(2);
  return findings === 0 && isClosed ? root : undefined;
}

/** The elements of a segment without those that are empty at its end, and its components likewise; line breaks are no part of them. */
function elementsOf(segment: Segment): string[] {
  const { component, repetition } = segment.chunk.delimiters;
  const elements = Array.from({ length: segment.elementCount }, (_, i) => {
    const separators = [component, ...(repetition === undefined ? [] : [repetition])].map((byte) => String.fromCharCode(byte));
    let text = segment.element(i + 1).replace(/[\r\n]/g, '');
    // A component or repetition at the end that is empty; text that is no composite may end so too, on both sides.
    while (separators.some((separator) => text.endsWith(separator))) text = text.slice(0, -1);
    return text;
  });
  while (elements.at(-1) === '') elements.pop();
  return elements;
}

/**
 * A segment as text, `#` for what the writer numbers by itself. Where a file numbers otherwise, nothing else may differ.
 */
function lineOf(segment: Segment): string {
  const elements = elementsOf(segment);
  if (segment.id === 'LX') return ['LX', '#', ...elements.slice(1)].join('*');
  if (segment.id === 'HL') return ['HL', '#', elements[1] === '' ? '' : '#', elements[2], '#'].join('*');
  if (segment.id === 'SE') return ['SE', '#', ...elements.slice(1)].join('*');
  return [segment.id, ...elements].join('*');
}

/** Writes a tree with the delimiters of its input, and reads it again. */
function linesWritten(tree: LoopNode): string[] {
  const { delimiters } = tree.segments[0]?.chunk ?? {};
  if (delimiters === undefined) throw new Error('The tree has no ST.');
  const isa = header(delimiters);
  const text = writtenText(toOutLoop(tree), { delimiters });
  return segmentsOf(Buffer.from(isa + text))
    .slice(1)
    .map(lineOf);
}

/** An ISA that says these delimiters. */
function header({ element, component, repetition, segment }: Delimiters): string {
  const [e, c, r, s] = [element, component, repetition ?? 0x55, segment].map((byte) => String.fromCharCode(byte)) as [string, string, string, string];
  const characters = { element: e, component: c, repetition: r, segment: s };
  return writeSegments([isa(repetition === undefined ? { version: '00401', isa11: 'U' } : {})], characters);
}

/** How a written transaction differs from what was read; undefined when it does not. */
function differenceOf(transaction: Transaction, tree: LoopNode): object | undefined {
  const sorted = (lines: readonly string[]): readonly string[] => [...lines].sort();
  // The writer puts segments in the order of the guide; a file may have those of one loop in another.
  const [before, after] = [sorted(transaction.segments.map(lineOf)), sorted(linesWritten(tree))];
  if (before.join('~') === after.join('~')) return undefined;
  const without = (lines: readonly string[], others: readonly string[]): readonly string[] => lines.filter((line) => !others.includes(line)).slice(0, 3);
  return { guide: transaction.guide.id, missing: without(before, after), added: without(after, before) };
}

interface Result {
  /** Transactions that were written again. */
  readonly count: number;
  /** Those of them that came out in the order of the file. */
  readonly inOrder: number;
  readonly guides: ReadonlySet<string>;
  readonly differences: readonly object[];
}

function roundTrips(inputs: readonly { readonly name: string; read(): Buffer }[]): Result {
  const differences: object[] = [];
  const guides = new Set<string>();
  let [count, inOrder] = [0, 0];
  for (const { name, read } of inputs) {
    for (const transaction of transactionsOf(read())) {
      const tree = treeOf(transaction);
      if (tree === undefined) continue;
      count++;
      guides.add(transaction.guide.id);
      const difference = differenceOf(transaction, tree);
      if (difference !== undefined) differences.push({ name, ...difference });
      else if (transaction.segments.map(lineOf).join('~') === linesWritten(tree).join('~')) inOrder++;
    }
  }
  return { count, inOrder, guides, differences };
}

/** The writer makes the parents of levels from how they nest: those of a shape do not. See the tests of the loop writer. */
const FLAT_LEVELS = '274-by-the-shape';

const UNREADABLE = /\.ncpdp$|wrong\.ISA/;

describe('what is read by a guide and written by it', () => {
  it('is the same for every file of the corpus without findings, whose guide we have', () => {
    const folder = sharedFolderWhenLong('corpus');
    if (folder === undefined) return;
    const files = readCorpusIndex(folder).filter(({ name, transactions }) => transactions > 0 && !UNREADABLE.test(name));
    const { count, inOrder, guides, differences } = roundTrips(files);
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(200);
    expect(guides.size).toBeGreaterThan(20);
    expect(inOrder / count).toBeGreaterThan(0.9);
  });

  it('is the same for our samples', () => {
    const { count, differences } = roundTrips(
      filesBelow(join(__dirname, '../samples')).filter(({ name }) => name.endsWith('input.edi') && !name.includes(FLAT_LEVELS)),
    );
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(10);
  });
});

import type { Issue } from '../../src/common/issue';
import { converter, type Json, readRecords, sourceOf } from '../support/conversion';
import { leafValues, lostValues } from '../support/leaf-values';
import type { Input } from './inputs';

/** A loss of so many values counts. */
export const MUCH = 4;

/** A larger file holds the same kinds of segments as smaller ones. */
const MAX_BYTES = 20_000;

/** A twin stands so near to a stray that it may be the one that was meant. */
const NEAR = 4;

/** The segments of a file whose ISA is of fixed width, with their terminators, and its delimiters. */
export interface Splitted {
  readonly name: string;
  readonly segments: readonly string[];
  readonly ids: readonly string[];
  readonly element: string;
  readonly component: string;
  readonly terminator: string;
  /** Numbers of the segments before which a stray stands inside a transaction set. */
  readonly places: readonly number[];
}

/** A stray segment, written with `*` and `:`, before a segment of a file. */
export interface StrayCase {
  readonly input: Splitted;
  readonly segment: string;
  readonly place: number;
}

/** Splits a file into segments; none where it has no fixed ISA, no transaction set, or is large. */
export function split({ name, read }: Input): Splitted[] {
  const text = read().toString('latin1');
  const isa = text.indexOf('ISA');
  const [element = '', last = '', component = '', terminator = ''] = [3, 103, 104, 105].map((at) => text.charAt(isa + at));
  if (isa < 0 || text.length > MAX_BYTES || last !== element) return [];
  const segments = text.split(terminator).map((segment, i, all) => (i < all.length - 1 ? segment + terminator : segment));
  const ids = segments.map((segment) => segment.trimStart().split(element)[0] ?? '');
  const places = ids.flatMap((_, i) => (ids.lastIndexOf('ST', i - 1) > ids.lastIndexOf('SE', i - 1) ? [i] : []));
  return places.length > 0 ? [{ name, segments, ids, element, component, terminator, places }] : [];
}

const originals = new Map<Splitted, Promise<ReadonlyMap<string, number>>>();

/** How many values of the original records are missing from those of the file with the stray. */
export async function lossOf(stray: StrayCase): Promise<number> {
  const { input } = stray;
  const original = originals.get(input) ?? readValues(input.segments);
  originals.set(input, original);
  return lostValues(await original, await readValues(withStray(stray)));
}

/**
 * True for a segment that is no stray by the guide: it may stand where it is put (one more TRN where the guide lets its loop repeat), or the
 * file is as good with it in the place of a segment of the same id nearby (N4 right before N4). Nobody can tell which of the two is the stray.
 */
export async function isAllowed(stray: StrayCase): Promise<boolean> {
  const { input, segment, place } = stray;
  const before = await countStructureIssues(input.segments);
  const segments = withStray(stray);
  if ((await countStructureIssues(segments)) <= before) return true;
  const id = segment.split('*')[0] ?? '';
  for (let i = Math.max(0, place - NEAR); i <= place + NEAR; i++) {
    const isTwin = i !== place && segments[i]?.trimStart().split(input.element)[0]?.replace(input.terminator, '') === id;
    if (isTwin && (await countStructureIssues(segments.toSpliced(i, 1))) <= before) return true;
  }
  return false;
}

function withStray({ input, segment, place }: StrayCase): readonly string[] {
  const text = segment.replaceAll('*', input.element).replaceAll(':', input.component) + input.terminator;
  return input.segments.toSpliced(place, 0, text);
}

const sourcesOf = (segments: readonly string[]): [ReturnType<typeof sourceOf>] => [sourceOf('stray.edi', Buffer.from(segments.join(''), 'latin1'))];

async function readValues(segments: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const records: Json[] = await readRecords(sourcesOf(segments), { maxWarnings: -1, descriptions: false, objects: 'all' });
  return leafValues(records);
}

const STRUCTURE = /^(segment-(not-allowed|order|required|maximum|late|unknown)|loop-|level-)/;

async function countStructureIssues(segments: readonly string[]): Promise<number> {
  let count = 0;
  const onIssue = ({ ruleId = '' }: Issue): void => {
    if (STRUCTURE.test(ruleId)) count++;
  };
  const run = converter().validate(sourcesOf(segments), { output: 'ndjson', onIssue });
  for await (const _chunk of run);
  return count;
}

import fc from 'fast-check';
import { type Json, readRecords, sourceOf } from '../support/conversion';
import { leafValues, lostValues } from '../support/leaf-values';
import { type Input, recordInputs } from './inputs';
import { STRAY_SEGMENTS } from './stray-kinds';

/** A loss of so many values counts. */
const MUCH = 4;

/** Of so many strays one may lose much. */
const STRAYS_FOR_A_LOSS = 500;

/** Strays for each second of the long run; the short one has a fixed number. */
const STRAYS_PER_SECOND = 200;
const STRAYS = Number(process.env['CLEARLOOP_FUZZ_SECONDS'] ?? 5) * STRAYS_PER_SECOND;

/** The same strays in every run. */
const SEED = 18;

/** A larger file holds the same kinds of segments as smaller ones. */
const MOST_BYTES = 20_000;

/** A stray that stands right before a segment of its own kind takes its place: which of them is the stray nobody can tell. */
const NEAR = 4;

/** The segments of a file whose ISA is of fixed width, with their terminators, and its delimiters. */
interface Splitted {
  readonly name: string;
  readonly segments: readonly string[];
  readonly ids: readonly string[];
  readonly element: string;
  readonly component: string;
  readonly terminator: string;
  /** Numbers of the segments before which a stray stands inside a transaction set. */
  readonly places: readonly number[];
}

function split({ name, read }: Input): Splitted[] {
  const text = read().toString('latin1');
  const isa = text.indexOf('ISA');
  const [element = '', last = '', component = '', terminator = ''] = [3, 103, 104, 105].map((at) => text.charAt(isa + at));
  if (isa < 0 || text.length > MOST_BYTES || last !== element) return [];
  const segments = text.split(terminator).map((segment, i, all) => (i < all.length - 1 ? segment + terminator : segment));
  const ids = segments.map((segment) => segment.trimStart().split(element)[0] ?? '');
  const places = ids.flatMap((_, i) => (ids.lastIndexOf('ST', i - 1) > ids.lastIndexOf('SE', i - 1) ? [i] : []));
  return places.length > 0 ? [{ name, segments, ids, element, component, terminator, places }] : [];
}

const read = (text: string): Promise<Json[]> => readRecords([sourceOf('stray.edi', Buffer.from(text, 'latin1'))], { maxWarnings: -1, descriptions: false });

describe('a stray segment', () => {
  const files = recordInputs().flatMap(split);
  const stray = fc.record({
    file: fc.nat({ max: files.length - 1 }),
    segment: fc.constantFrom(...STRAY_SEGMENTS),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  });

  it(`costs itself: of ${STRAYS} in samples and corpus, one of ${STRAYS_FOR_A_LOSS} at most loses ${MUCH} values`, async () => {
    const whole = new Map<number, ReadonlyMap<string, number>>();
    const losses: object[] = [];
    for (const { file, segment, at } of fc.sample(stray, { seed: SEED, numRuns: STRAYS })) {
      const input = files[file];
      if (input === undefined) continue;
      const before = whole.get(file) ?? leafValues(await read(input.segments.join('')));
      whole.set(file, before);
      const place = input.places[Math.floor(at * input.places.length)] ?? 0;
      if (input.ids.slice(place, place + NEAR).includes(segment.split('*')[0] ?? '')) continue;
      const text = segment.replaceAll('*', input.element).replaceAll(':', input.component) + input.terminator;
      const lost = lostValues(before, leafValues(await read(input.segments.toSpliced(place, 0, text).join(''))));
      if (lost >= MUCH) losses.push({ name: input.name, segment, place, lost });
    }
    const isRare = losses.length <= STRAYS / STRAYS_FOR_A_LOSS;
    expect(isRare ? [] : losses).toEqual([]);
  }, 3_600_000);
});

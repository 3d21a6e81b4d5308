import fc from 'fast-check';
import { recordInputs } from './inputs';
import { isAllowed, lossOf, MUCH, split, type StrayCase } from './stray-cases';
import { STRAY_SEGMENTS } from './stray-kinds';

/** Of so many strays one may lose much: two of a thousand. */
const STRAYS_FOR_A_LOSS = 500;

/** The fewest strays: there are more where there is more time. */
const MIN_STRAYS = 2_000;
const STRAYS_PER_SECOND = 200;
const STRAYS = Math.max(MIN_STRAYS, Number(process.env['CLEARLOOP_FUZZ_SECONDS'] ?? 0) * STRAYS_PER_SECOND);

/** The same strays in every run. */
const SEED = 18;

/** `CLEARLOOP_STRAY_TABLE='^[^/]*$'` prints the losses of every stray at every place of the files whose names match: the shipped samples. */
const TABLE = process.env['CLEARLOOP_STRAY_TABLE'];

/** A stray that lost much, and how much. */
async function lossesOf(stray: StrayCase): Promise<object[]> {
  const lost = await lossOf(stray);
  if (lost < MUCH || (await isAllowed(stray))) return [];
  return [{ name: stray.input.name, segment: stray.segment, place: stray.place, lost }];
}

describe('a stray segment', () => {
  const files = recordInputs().flatMap(split);
  const stray = fc.record({
    file: fc.nat({ max: files.length - 1 }),
    segment: fc.constantFrom(...STRAY_SEGMENTS),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  });

  it(`costs itself: of ${STRAYS} in samples and corpus, one of ${STRAYS_FOR_A_LOSS} at most loses ${MUCH} values`, async () => {
    const losses: object[] = [];
    for (const { file, segment, at } of fc.sample(stray, { seed: SEED, numRuns: STRAYS })) {
      const input = files[file];
      if (input === undefined) continue;
      losses.push(...(await lossesOf({ input, segment, place: input.places[Math.floor(at * input.places.length)] ?? 0 })));
    }
    const isRare = losses.length <= STRAYS / STRAYS_FOR_A_LOSS;
    expect(isRare ? [] : losses).toEqual([]);
  }, 3_600_000);

  (TABLE === undefined ? it.skip : it)(
    'is measured at every place',
    async () => {
      const rows: object[] = [];
      const all: object[] = [];
      for (const input of files.filter(({ name }) => new RegExp(TABLE ?? '').test(name))) {
        const cases = input.places.flatMap((place) => STRAY_SEGMENTS.map((segment) => ({ input, segment, place })));
        const losses: object[] = [];
        for (const one of cases) losses.push(...(await lossesOf(one)));
        all.push(...losses);
        rows.push({ file: input.name, cases: cases.length, losses: losses.length, perThousand: (1000 * losses.length) / cases.length });
      }
      console.table(rows);
      console.table(all);
    },
    3_600_000,
  );
});

import { isLong } from './fuzz';

/** How much larger the second input is. */
const FACTOR = 16;

/** A linear cost is the same as that of 16 small inputs, one with the square of the size 16 times as much: between them is room for any machine. */
const MAX_GROWTH = 4;

/** Microseconds: some systems count processor time in ticks, so that little work costs nothing. */
const MIN_MEASURED = 20_000;

/** How much smaller the input of `npm test` is. */
const SHORTER = 10;

/** Rounds of the small and of the large input. The first comparison has fewer: a collection of garbage must not make small inputs dear in all of them. */
const FIRST_ROUNDS = { small: 2, large: 1 };
const ROUNDS = { small: 3, large: 3 };

/** Comparisons, of which one has to be linear: other work on the machine makes some dearer, what grows with the square is dear in all. */
const COMPARISONS = 5;

/** Microseconds of processor time, the least of some rounds: what else the machine does counts little. */
async function leastCost(rounds: number, work: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await work();
    costs.push(process.cpuUsage(before).user);
  }
  return Math.min(...costs);
}

/** How many times as much an input 16 times as large costs as 16 small ones. */
async function growthOf(size: number, work: (size: number) => unknown, rounds = ROUNDS): Promise<number> {
  const small = await leastCost(rounds.small, async () => {
    for (let i = 0; i < FACTOR; i++) await work(size);
  });
  const large = await leastCost(rounds.large, () => work(FACTOR * size));
  return large / Math.max(small, MIN_MEASURED);
}

/**
 * Expects that work on an input 16 times as large does not cost much more than the work on 16 small ones. No time is compared with a fixed
 * number, so that the verdict is the same on slow machines. Choose a size that takes some milliseconds at least. `npm test` times
 * nothing: there the work is done once, on a tenth of the size, for what it expects of its result.
 */
export async function expectLinear(size: number, work: (size: number) => unknown): Promise<void> {
  if (!isLong) {
    await work(Math.ceil(size / SHORTER));
    return;
  }
  await work(size);
  let growth = await growthOf(size, work, FIRST_ROUNDS);
  for (let i = 1; i < COMPARISONS && growth >= MAX_GROWTH; i++) growth = Math.min(growth, await growthOf(size, work));
  expect(growth).toBeLessThan(MAX_GROWTH);
}

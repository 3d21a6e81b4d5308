import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Work on an input of a size. What `prepare` does is not measured. */
export interface Subject {
  prepare(size: number): Prepared | Promise<Prepared>;
}

export type Prepared = () => Promise<void>;

/** CPU time, in milliseconds, from which a comparison is not noise. */
const MEASURABLE_MILLISECONDS = 50;

/** The first and last size; inputs that are still fast at the last one are fast. */
const FIRST_SIZE = 250;
const LAST_SIZE = 16_000;

/** How much larger the second input of a comparison is: two doublings. */
const FACTOR = 4;

/** Comparisons, where the first one is not plainly linear. Of each size the least time counts: what else runs on the machine only adds to it. */
const COMPARISONS = 5;

/** A lower growth needs no second comparison. */
const LINEAR = 2.2;

/** What was measured of one subject. */
export interface Growth {
  /** How much more CPU time twice the input takes: the root of what four times the input takes. 1 for what is fast at any size. */
  readonly growth: number;
  /** The size that was measured, and four times that. */
  readonly size: number;
}

/** Measures how CPU time grows with the input, from the size on at which it can be measured. */
export async function growthOf(subject: Subject): Promise<Growth> {
  let size = FIRST_SIZE;
  let once = await subject.prepare(size);
  let time = await cpuTimeOf(once);
  while (time < MEASURABLE_MILLISECONDS && size < LAST_SIZE) {
    size *= 2;
    once = await subject.prepare(size);
    time = await cpuTimeOf(once);
  }
  if (time < MEASURABLE_MILLISECONDS) return { growth: 1, size };
  const more = await subject.prepare(FACTOR * size);
  const firstGrowth = await growthOfFirstRuns(subject, size, time, more);
  let growth = Math.sqrt((await cpuTimeOf(more)) / (await cpuTimeOf(once)));
  let [least, leastOfMore] = [Infinity, Infinity];
  for (let i = 0; i < COMPARISONS && growth > LINEAR; i++) {
    // One collection of all that a test process holds, in the middle of the larger run, costs as much as that run.
    collectGarbage();
    leastOfMore = Math.min(leastOfMore, await cpuTimeOf(more));
    collectGarbage();
    least = Math.min(least, await cpuTimeOf(once));
    growth = Math.sqrt(leastOfMore / least);
  }
  return { growth: Math.max(firstGrowth, growth), size };
}

/** What is learned of an input is kept, so that the first run is measured by itself: growth counts that two comparisons of first runs show. */
async function growthOfFirstRuns(subject: Subject, size: number, time: number, more: Prepared): Promise<number> {
  const timeOfMore = await cpuTimeOf(more);
  const growth = Math.sqrt(timeOfMore / time);
  if (growth <= LINEAR) return growth;
  const most = await subject.prepare(FACTOR * FACTOR * size);
  return Math.min(growth, Math.sqrt((await cpuTimeOf(most)) / timeOfMore));
}

async function cpuTimeOf(work: Prepared): Promise<number> {
  const start = process.cpuUsage();
  try {
    await work();
  } catch {
    // An input that is refused is refused in linear time.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are in use: objects, and buffers beside them. Collects garbage first, which takes longer than most work, unless no more than `enough` are in use with it. */
export function liveBytes(enough = 0): number {
  const used = usedBytes();
  if (used <= enough) return used;
  // Memory of buffers that the first one finds free is counted until the second one.
  collectGarbage();
  collectGarbage();
  return usedBytes();
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

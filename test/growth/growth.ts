/** CPU time, in milliseconds, from which a comparison says something. */
const MEASURABLE_MILLISECONDS = 60;

/** Sizes that are tried; inputs that are still fast at the last one are fast. */
const FIRST_SIZE = 250;
const LAST_SIZE = 16_000;

/** Pauses of the collector disturb single measurements: what is compared is the best of so many. */
const TRIES = 3;

/** A lower growth needs no second look. */
const LINEAR = 2.2;

/**
 * How much more CPU time twice the input takes, from the size at which it can be measured on; 1 for what is fast at any size. Growth counts
 * where it is seen three times in a row: work that is quadratic stays so, a pause of the collector does not.
 */
export async function growthOf(work: (size: number) => Promise<void>): Promise<number> {
  let size = FIRST_SIZE;
  let time = await cpuTimeOf(work, size);
  while (time < MEASURABLE_MILLISECONDS && size < LAST_SIZE) {
    size *= 2;
    time = await cpuTimeOf(work, size);
  }
  if (time < MEASURABLE_MILLISECONDS) return 1;
  const twice = await bestOf(work, 2 * size, LINEAR * time);
  if (twice <= LINEAR * time) return twice / time;
  const once = await bestOf(work, size, 0);
  const fourTimes = await bestOf(work, 4 * size, LINEAR * twice);
  if (fourTimes <= LINEAR * twice || twice <= LINEAR * once) return Math.min(twice / once, fourTimes / twice);
  return Math.min(twice / once, fourTimes / twice, (await bestOf(work, 8 * size, LINEAR * fourTimes)) / fourTimes);
}

/** The least CPU time of some tries; one that is below `enough` ends them. */
async function bestOf(work: (size: number) => Promise<void>, size: number, enough: number): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < TRIES && best > enough; i++) best = Math.min(best, await cpuTimeOf(work, size));
  return best;
}

async function cpuTimeOf(work: (size: number) => Promise<void>, size: number): Promise<number> {
  const start = process.cpuUsage();
  try {
    await work(size);
  } catch {
    // An input that is refused is refused in linear time.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

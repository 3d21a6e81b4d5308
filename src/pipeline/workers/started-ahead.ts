/** How jobs are started before their turn. */
export interface StartingAhead<J, S> {
  /** Jobs that are started and not yet taken, at most. */
  readonly count: number;
  /** True if the next job does not wait until the results of an earlier one were taken. */
  readonly isList: boolean;
  /** Starts a job; `settled` resolves when its results are there, and is undefined for a job that begins when it is taken. */
  readonly start: (job: J) => { readonly job: S; readonly settled: Promise<unknown> | undefined };
  /** Ends started jobs, and whatever the next job waits for. Called once, at the end or when the loop is left. */
  readonly stop: () => void;
}

/** Yields jobs in their order, each started earlier: as many as keep all threads busy. */
export async function* startedAhead<J, S>(
  jobs: AsyncGenerator<J, void, undefined>,
  { count, isList, start, stop }: StartingAhead<J, S>,
): AsyncGenerator<S, void, undefined> {
  const started: ReturnType<typeof start>[] = [];
  let next: Promise<IteratorResult<J, void>> | undefined;
  let isDone = false;
  try {
    while (!isDone || started.length > 0) {
      if (!isDone && started.length < count) next ??= jobs.next();
      const [first] = started;
      if (next !== undefined && (first === undefined || (await isSooner(next, first.settled, isList)))) {
        const { done, value } = await next;
        next = undefined;
        if (done === true) isDone = true;
        else started.push(start(value));
      } else if (first !== undefined) {
        started.shift();
        yield first.job;
      }
    }
  } finally {
    // `return` waits for the pending `next`, which may wait for results that nobody takes any more.
    stop();
    // The failure of a job that nobody takes is none.
    await Promise.allSettled([next]);
    await jobs.return();
  }
}

async function isSooner(next: Promise<unknown>, settled: Promise<unknown> | undefined, isList: boolean): Promise<boolean> {
  if (settled === undefined) return isList;
  return Promise.race([next.then(() => true), settled.then(() => false)]);
}

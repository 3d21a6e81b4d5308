import { EventLoopShare } from '../../../src/pipeline/event-loop-share';

/** A clock that moves when it is read. */
function clockOf(step: number): () => number {
  let now = 0;
  return () => (now += step);
}

describe('the share of the event loop', () => {
  it('lets work go on while its slice lasts', () => {
    const share = new EventLoopShare(() => 0).until(undefined);
    expect(Array.from({ length: 100 }, () => share.pause())).toEqual(Array(100).fill(undefined));
  });

  it('makes work wait once its slice is over, until the event loop has turned', async () => {
    const share = new EventLoopShare(clockOf(10)).until(undefined);
    const order: string[] = [];
    setTimeout(() => order.push('timer'), 0);
    expect(share.pause()).toBeUndefined();
    // A millisecond has thousands of turns on a fast machine.
    for (let i = 0; i < 1e6 && order.length === 0; i++) await share.pause();
    order.push('work');
    expect(order).toEqual(['timer', 'work']);
  });

  it('lets a small piece of work end while large ones go on', async () => {
    const { start, steps } = works();
    const large = [start(100), start(100), start(100)];
    await large[0]?.after(10);
    const before = steps();
    await start(6).end;
    // Behind the slices of the large ones it would have waited for 18 steps.
    expect(steps() - before - 6).toBeLessThan(9);
    await Promise.all(large.map(async ({ end }) => end));
  });

  it('lets large work go on while small pieces come again and again', async () => {
    const { start } = works();
    const large = start(60);
    let isDone = false;
    void large.end.then(() => (isDone = true));
    let small = 0;
    while (!isDone && small < 1_000) {
      small += 2;
      await Promise.all([start(3).end, start(3).end]);
    }
    expect(small).toBeGreaterThan(2);
    expect(small).toBeLessThan(1_000);
  });
});

/** Work in steps of five milliseconds by a clock of their own. */
function works(): { start: (count: number) => { end: Promise<void>; after: (step: number) => Promise<void> }; steps: () => number } {
  let now = 0;
  let steps = 0;
  const loop = new EventLoopShare(() => now);
  const start = (count: number): { end: Promise<void>; after: (step: number) => Promise<void> } => {
    const share = loop.until(undefined);
    let done = 0;
    const waiting: { step: number; resolve: () => void }[] = [];
    const run = async (): Promise<void> => {
      for (; done < count; done++) {
        now += 5;
        steps++;
        for (const { step, resolve } of waiting) if (step === done) resolve();
        await share.pause();
      }
    };
    return { end: run(), after: async (step) => new Promise((resolve) => void waiting.push({ step, resolve })) };
  };
  return { start, steps: () => steps };
}

import { EventLoopShare } from '../../../src/pipeline/event-loop-share';

/** A clock that moves when it is read. */
function clockOf(step: number): () => number {
  let now = 0;
  return () => (now += step);
}

describe('the share of the event loop', () => {
  it('lets work go on while its slice lasts', () => {
    const share = new EventLoopShare(() => 0);
    expect(Array.from({ length: 100 }, () => share.pause())).toEqual(Array(100).fill(undefined));
  });

  it('makes work wait once its slice is over, until the event loop has turned', async () => {
    const share = new EventLoopShare(clockOf(10));
    const order: string[] = [];
    setTimeout(() => order.push('timer'), 0);
    expect(share.pause()).toBeUndefined();
    // A millisecond has thousands of turns on a fast machine.
    for (let i = 0; i < 1e6 && order.length === 0; i++) await share.pause();
    order.push('work');
    expect(order).toEqual(['timer', 'work']);
  });

  it('lets those that wait go on in their order, one in each turn', async () => {
    let now = 0;
    const share = new EventLoopShare(() => now);
    void share.pause();
    now = 100;
    const order: number[] = [];
    let turns = 0;
    const count = (): void => {
      turns++;
      if (order.length < 3) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all([1, 2, 3].map(async (id) => share.pause()?.then(() => order.push(id))));
    expect(order).toEqual([1, 2, 3]);
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});

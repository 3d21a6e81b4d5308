import { ConversionSlots, type ReleaseSlot, SlotRefusal } from '../../../../src/http/limits/conversion-slots';

const FOREVER = new AbortController().signal;

function slotsOf(
  running: number,
  waiting: number,
  waitMilliseconds = 10_000,
  holding = running,
): { readonly slots: ConversionSlots; readonly clock: { now: number } } {
  const clock = { now: 0 };
  return { slots: new ConversionSlots({ running, holding, waiting, waitMilliseconds }, () => clock.now), clock };
}

/** Gives the reason of the refusal, or `taken`. */
async function outcomeOf(acquired: Promise<ReleaseSlot>): Promise<string> {
  try {
    await acquired;
    return 'taken';
  } catch (error) {
    return error instanceof SlotRefusal ? error.reason : String(error);
  }
}

describe('ConversionSlots', () => {
  it('let as many run as there are slots, and the others wait in order', async () => {
    const { slots } = slotsOf(2, 10);
    const [first, second] = [await slots.acquire(FOREVER), await slots.acquire(FOREVER)];
    const order: string[] = [];
    const third = slots.acquire(FOREVER).then((release) => (order.push('third'), release));
    const fourth = slots.acquire(FOREVER).then((release) => (order.push('fourth'), release));
    expect([slots.running, slots.waiting]).toEqual([2, 2]);
    second();
    await third;
    expect(order).toEqual(['third']);
    expect([slots.running, slots.waiting]).toEqual([2, 1]);
    first();
    (await third)();
    (await fourth)();
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it('let fewer run of those that hold their input, behind which the others do not wait', async () => {
    const { slots } = slotsOf(3, 10, 10_000, 1);
    const first = await slots.acquire(FOREVER, true);
    const order: string[] = [];
    const second = slots.acquire(FOREVER, true).then((release) => (order.push('second'), release));
    const third = slots.acquire(FOREVER, true).then((release) => (order.push('third'), release));
    const others = [await slots.acquire(FOREVER), await slots.acquire(FOREVER)];
    const last = slots.acquire(FOREVER).then((release) => (order.push('last'), release));
    expect([slots.running, slots.waiting, order]).toEqual([3, 3, []]);
    others[0]?.();
    const other = await last;
    first();
    (await second)();
    (await third)();
    expect(order).toEqual(['last', 'second', 'third']);
    other();
    others[1]?.();
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it('give a slot back once, however often it is released', async () => {
    const { slots } = slotsOf(1, 10);
    const release = await slots.acquire(FOREVER);
    const second = slots.acquire(FOREVER);
    const third = outcomeOf(slots.acquire(FOREVER));
    release();
    release();
    await second;
    expect([slots.running, slots.waiting]).toEqual([1, 1]);
    slots.close();
    expect(await third).toBe('stopping');
  });

  it('refuse one that finds the queue full', async () => {
    const { slots } = slotsOf(1, 1);
    await slots.acquire(FOREVER);
    const waiting = outcomeOf(slots.acquire(FOREVER));
    expect(await outcomeOf(slots.acquire(FOREVER))).toBe('full');
    slots.close();
    expect(await waiting).toBe('stopping');
  });

  it('refuse one that has waited too long, and forget it', async () => {
    const { slots } = slotsOf(1, 1, 20);
    const release = await slots.acquire(FOREVER);
    expect(await outcomeOf(slots.acquire(FOREVER))).toBe('waited');
    expect(slots.waiting).toBe(0);
    release();
    expect(slots.running).toBe(0);
  });

  it('let one go that wants no slot any more', async () => {
    const { slots } = slotsOf(1, 1);
    const release = await slots.acquire(FOREVER);
    const abort = new AbortController();
    const waiting = outcomeOf(slots.acquire(abort.signal));
    abort.abort();
    expect(await waiting).toBe('gone');
    release();
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
    expect(await outcomeOf(slots.acquire(abort.signal))).toBe('gone');
  });

  it('refuse those who wait and those who come when they are closed, and let the others end', async () => {
    const { slots } = slotsOf(1, 1);
    const release = await slots.acquire(FOREVER);
    const waiting = outcomeOf(slots.acquire(FOREVER));
    slots.close();
    expect([await waiting, await outcomeOf(slots.acquire(FOREVER)), slots.running]).toEqual(['stopping', 'stopping', 1]);
    release();
    expect(slots.running).toBe(0);
  });

  it('tell when to come again by what conversions took lately', async () => {
    const { slots, clock } = slotsOf(1, 0);
    const secondsNow = async (): Promise<number> => {
      const refusal: unknown = await slots.acquire(FOREVER).catch((error: unknown) => error);
      return refusal instanceof SlotRefusal ? refusal.retryAfterSeconds : Number.NaN;
    };
    for (let round = 0; round < 50; round++) {
      const release = await slots.acquire(FOREVER);
      clock.now += 7_000;
      release();
    }
    const release = await slots.acquire(FOREVER);
    expect(await secondsNow()).toBe(7);
    clock.now += 100_000_000;
    release();
    await slots.acquire(FOREVER);
    expect(await secondsNow()).toBe(60);
  });
});

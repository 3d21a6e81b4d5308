import { setTimeout } from 'node:timers/promises';
import { codeDatabases } from '../../support/code-databases';
import { until } from '../../support/until';
import { openWorkshop, type Workshop } from './batch-subjects';

describe.each(codeDatabases())('a batch that has not ended, with a ledger on $name', (database) => {
  let shop: Workshop;
  beforeEach(async () => {
    shop = await openWorkshop(database);
    shop.write({ 'in/a.835': 1 });
  });
  afterEach(() => shop.close());

  const abandoned = async (isGone = false): Promise<readonly string[]> => {
    return (await shop.ledger.batches.abandoned(shop.request({ watches: true }), () => isGone)).map(({ id }) => id);
  };

  it('is abandoned when no process runs it', async () => {
    const batch = await shop.create({ watches: true });
    await shop.create();
    await shop.ledger.batches.create('queued', shop.request({ watches: true }), { isQueued: true });
    await expect(abandoned()).resolves.toEqual([batch.id]);
    const stop = new AbortController();
    const running = shop.run(batch, { signal: stop.signal });
    await until(async () => (await abandoned()).length === 0);
    // A process that was killed.
    await expect(abandoned(true)).resolves.toEqual([batch.id]);
    stop.abort(new Error('interrupted'));
    await expect(running).resolves.toBe('running');
    await expect(abandoned()).resolves.toEqual([batch.id]);
    await shop.ledger.cancel(batch.id);
    await expect(abandoned()).resolves.toEqual([]);
  });

  it('is not abandoned while the second of two processes runs it', async () => {
    const batch = await shop.create({ watches: true });
    const stops = [new AbortController(), new AbortController()];
    const runs = stops.map(({ signal }) => shop.run(batch, { signal, wait: (milliseconds) => setTimeout(Math.min(5, milliseconds)) }));
    const runner = async (): Promise<string | undefined> => (await shop.ledger.batches.find(batch.id))?.runner;
    await until(async () => (await runner()) !== undefined);
    const first = await runner();
    stops[0]?.abort(new Error('interrupted'));
    await runs[0];
    await until(async () => (await runner()) !== undefined);
    expect([first, await runner()]).toEqual([expect.any(String), expect.any(String)]);
    stops[1]?.abort(new Error('interrupted'));
    await runs[1];
    await expect(abandoned()).resolves.toEqual([batch.id]);
  });
});

import { setTimeout } from 'node:timers/promises';
import { registerSources } from '../../../src/batch/register-sources';
import type { BatchRun } from '../../../src/batch/run-batch';
import { codeDatabases } from '../../support/code-databases';
import { until } from '../../support/until';
import { openWorkshop, type Workshop } from './batch-subjects';

describe.each(codeDatabases())('the listing of a batch with a ledger on $name', (database) => {
  let shop: Workshop;
  beforeEach(async () => {
    shop = await openWorkshop(database);
    shop.write({ 'in/a.835': 2, 'in/march/c.835': 1, 'in/notes.pdf': 'x' });
  });
  afterEach(() => shop.close());

  it('notes sources without files, and other contents of folders', async () => {
    const batch = await shop.create({ sources: [shop.path('in'), shop.path('in/*.837')] });
    await expect(shop.run(batch)).resolves.toBe('done');
    const ignored = {
      count: 2,
      entries: [
        { file: 'march', reason: 'a folder; --recurse looks into it' },
        { file: 'notes.pdf', reason: 'no EDI' },
      ],
    };
    await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ listing: { ignored, emptySources: [shop.path('in/*.837')] } });
  });

  it('fails a batch whose sources have no file, and lists them again when it is tried again', async () => {
    const sources = ['in/*.837', 'in/*.834', 'in/*.820', 'in/*.278'].map((name) => shop.path(name));
    const batch = await shop.create({ sources });
    await expect(shop.run(batch)).resolves.toBe('failed');
    const message = `No EDI files in ${sources.slice(0, 3).join(', ')} and 1 more. Subfolders are searched with the option recurse.`;
    await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ state: 'failed', failure: { code: 'EDI_NO_FILES', message } });
    shop.write({ 'in/b.837': 1 });
    await expect(shop.ledger.retry(batch.id)).resolves.toBe(0);
    await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ state: 'running', isListed: false, failure: undefined });
    await expect(shop.run(batch)).resolves.toBe('done');
    await expect(shop.states(batch)).resolves.toEqual({ 'b.837': 'done' });
  });

  it('notes at most 100 other contents of folders, and counts the others', async () => {
    shop.write(Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`in/n${index}.pdf`, 'x'])));
    const batch = await shop.create();
    await shop.run(batch);
    const { ignored } = (await shop.ledger.batches.find(batch.id))?.listing ?? {};
    expect([ignored?.count, ignored?.entries.length]).toEqual([122, 100]);
  });

  it('reports once that a source cannot be listed while the batch watches', async () => {
    const stop = new AbortController();
    const messages: string[] = [];
    let listings = 0;
    const batch = await shop.create({ sources: [shop.path('later')], watches: true });
    const wait: BatchRun['wait'] = async (milliseconds, signal) => {
      await setTimeout(Math.min(5, milliseconds), undefined, { signal }).catch(() => undefined);
      listings++;
    };
    const running = shop.run(batch, { signal: stop.signal, wait, onUnlisted: ({ message }) => messages.push(message) });
    await until(() => messages.length > 0 && listings > 20);
    expect(messages).toEqual([expect.stringContaining('later cannot be read')]);
    shop.write({ 'later/b.835': 1 });
    await until(async () => (await shop.ledger.figures.stateCounts(batch.id)).done === 1);
    stop.abort(new Error('enough'));
    await running;
    expect(messages).toHaveLength(1);
  });

  it('leaves no file waiting when the batch is cancelled meanwhile, and goes no further', async () => {
    shop.write(Object.fromEntries(Array.from({ length: 1100 }, (_, index) => [`in/n${index}.835`, 'x'])));
    const batch = await shop.create();
    let looks = 0;
    const whyNot = (): undefined => {
      if (looks++ === 510) cancelling = shop.ledger.cancel(batch.id);
      return undefined;
    };
    let cancelling: Promise<boolean> | undefined;
    await registerSources(batch, { ...shop, whyNot, settleMilliseconds: 0, signal: new AbortController().signal });
    await expect(cancelling).resolves.toBe(true);
    await expect(shop.ledger.figures.stateCounts(batch.id)).resolves.toMatchObject({ waiting: 0, cancelled: 1000 });
  });

  it('notes why a source cannot be listed, until it was listed', async () => {
    const batch = await shop.create({ sources: [shop.path('in'), shop.path('later')] });
    await expect(shop.run(batch)).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
    const message = expect.stringContaining('later cannot be read: there is no such file or folder');
    await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ state: 'running', failure: { code: 'EDI_SOURCE_UNREADABLE', message } });
    shop.write({ 'later/b.835': 1 });
    await expect(shop.run(batch)).resolves.toBe('done');
    await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ failure: undefined });
  });
});

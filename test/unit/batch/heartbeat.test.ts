import { workOn } from '../../../src/batch/file-worker';
import { Heartbeat } from '../../../src/batch/heartbeat';
import type { BatchFileEntity } from '../../../src/batch/ledger/batch-file.entity';
import type { Ledger } from '../../../src/batch/ledger/ledger';
import { registerSources } from '../../../src/batch/register-sources';
import type { WorkerTools } from '../../../src/batch/worker-tools';
import { EdiError } from '../../../src/common/edi-error';
import { codeDatabases } from '../../support/code-databases';
import { until } from '../../support/until';
import { NO_DELAY, openWorkshop, watched, type Workshop } from './batch-subjects';

describe.each(codeDatabases())('a worker with a ledger on $name', (database) => {
  let shop: Workshop;
  let heartbeat: Heartbeat | undefined;
  beforeEach(async () => {
    shop = await openWorkshop(database);
    shop.write({ 'in/a.835': 2 });
  });
  afterEach(async () => {
    heartbeat?.stop();
    await shop.close();
  });

  const { signal } = new AbortController();
  const lease = { owner: 'a worker', milliseconds: 200 };
  const startWorker = (more: Partial<WorkerTools> = {}): WorkerTools => {
    const { ledger, storages, converter } = shop;
    const tools = { ledger, storages, converter, lease, inWork: new Set<number>(), attempts: NO_DELAY, ...more };
    heartbeat = new Heartbeat(ledger, lease, tools.inWork);
    return tools;
  };
  const unavailable = new EdiError('EDI_LEDGER_UNAVAILABLE', 'for the test');
  const fileOf = async (id: string): Promise<BatchFileEntity> => {
    const [file] = await shop.ledger.files.page(id);
    if (file === undefined) throw new Error('The batch has no file.');
    return file;
  };
  const listed = async () => {
    const batch = await shop.create();
    await registerSources(batch, { ...shop, whyNot: () => undefined, settleMilliseconds: 0, signal });
    return { request: batch.request, id: batch.id, fileId: (await fileOf(batch.id)).id };
  };

  it.each(['mayPublish', 'finish'] as const)('releases a file when the ledger did not answer %s, and converts it again', async (question) => {
    const { id, fileId, request } = await listed();
    // Answers as another process would see it, but for one question.
    const silent: Ledger = Object.assign(await shop.openAgain(), { [question]: () => Promise.reject(unavailable) });
    const tools = startWorker();
    await expect(workOn(fileId, request, { ...tools, ledger: silent }, signal)).rejects.toBe(unavailable);
    await until(async () => (await fileOf(id)).state === 'waiting');
    await expect(workOn(fileId, request, tools, signal)).resolves.toEqual({ state: 'done' });
    await expect(fileOf(id)).resolves.toMatchObject({ attempts: 2, failures: 0, losses: 0 });
  });

  it('keeps a file that it works on for longer than its lease, and does not begin it twice', async () => {
    const { id, fileId, request } = await listed();
    const slow = watched(shop.converter, async () => {
      const { leaseUntil } = await fileOf(id);
      await until(async () => Date.parse((await fileOf(id)).leaseUntil ?? '') > Date.parse(leaseUntil ?? '') + lease.milliseconds);
      await expect(workOn(fileId, request, tools, signal)).resolves.toEqual({ state: 'taken' });
      await expect(shop.ledger.recover(5)).resolves.toEqual([]);
    });
    const tools = startWorker({ converter: slow.converter });
    await expect(workOn(fileId, request, tools, signal)).resolves.toEqual({ state: 'done' });
    expect(slow.names).toEqual(['a.835']);
  });
});

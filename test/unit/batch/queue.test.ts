import { setTimeout } from 'node:timers/promises';
import type { FileConverter } from '../../../src/batch/batch.types';
import type { Batch } from '../../../src/batch/ledger/batch-table';
import type { Ledger } from '../../../src/batch/ledger/ledger';
import { type BatchJob, type BatchQueue, openQueue } from '../../../src/batch/queue/batch-queue';
import { type QueueWorker, runWorker, type WorkerEvent } from '../../../src/batch/queue/run-worker';
import { EdiError } from '../../../src/common/edi-error';
import { codeDatabases, itOn } from '../../support/code-databases';
import { describeOn, queueServers } from '../../support/queues';
import { until } from '../../support/until';
import { NO_DELAY, openWorkshop, watched, type Workshop } from './batch-subjects';
import { isLong } from '../../support/fuzz';

const servers = queueServers();

/** SQLite for the ledger is enough here, unless nothing else is shared. */
const database = codeDatabases().at(-1);

describeOn(
  servers,
  (name) => `a queue on ${name}`,
  (server) => {
    let queue: BatchQueue;
    let remove: () => Promise<void>;
    let open: () => Promise<BatchQueue>;
    beforeEach(async () => {
      const created = await server.create();
      remove = created.remove;
      open = () => openQueue(created.settings);
      queue = await open();
    });
    afterEach(async () => {
      await queue.close();
      await remove();
    });

    const itOnPostgres = server.name === 'PostgreSQL' ? it : it.skip;

    itOnPostgres('has its tables in a schema of their own, whatever search path its address names', async () => {
      const { settings } = await server.create();
      const address = new URL(settings.CLEARLOOP_QUEUE_URL ?? '');
      address.searchParams.set('options', '-c search_path=public -c statement_timeout=60000');
      const jobs: BatchJob[] = [];
      const withOptions = await openQueue({ ...settings, CLEARLOOP_QUEUE_URL: address.href });
      await withOptions.addFiles([{ id: 1, attempts: 0 }]);
      const consumer = await withOptions.consume(1, async (job) => void jobs.push(job));
      await until(() => jobs.length === 1);
      await consumer.close();
      await withOptions.close();
    });

    it('gives each job to one consumer, and a file once for each attempt', async () => {
      const jobs: BatchJob[] = [];
      await queue.addFiles([
        { id: 1, attempts: 0 },
        { id: 2, attempts: 0 },
      ]);
      await queue.addFiles([
        { id: 2, attempts: 0 },
        { id: 3, attempts: 4 },
      ]);
      await expect(queue.depth()).resolves.toEqual({ waiting: 3, active: 0 });
      const consumers = [await queue.consume(1, async (job) => void jobs.push(job)), await queue.consume(2, async (job) => void jobs.push(job))];
      await until(() => jobs.length === 3);
      expect(jobs.map((job) => (job.kind === 'file' ? job.fileId : 0)).sort()).toEqual([1, 2, 3]);
      await until(async () => (await queue.depth()).active === 0);
      // The next attempt of a file is another job, and so is the same one when it was done.
      await queue.addFiles([
        { id: 1, attempts: 1 },
        { id: 2, attempts: 0 },
      ]);
      await until(() => jobs.length === 5);
      await Promise.all(consumers.map((one) => one.close()));
    });

    it('gives a file that still waits to another consumer at once, and once, when the first one is silent', async () => {
      const file = { id: 7, attempts: 0 };
      let release = (): void => undefined;
      let hanging = 0;
      // As a worker that was killed between taking its job and claiming the file: the broker keeps the job.
      const silent = await queue.consume(1, async () => {
        hanging++;
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      });
      await queue.addFiles([file]);
      await until(() => hanging === 1);
      for (let look = 0; look < 3; look++) await queue.addFiles([file]);
      await expect(queue.depth()).resolves.toEqual({ waiting: 1, active: 1 });
      const jobs: BatchJob[] = [];
      const other = await queue.consume(1, async (job) => void jobs.push(job));
      await until(() => jobs.length === 1);
      expect(jobs).toEqual([{ kind: 'file', fileId: 7 }]);
      release();
      await Promise.all([silent.close(), other.close()]);
    });

    it('waits for the handlers that run when a consumer is closed', async () => {
      let isDone = false;
      let isBegun = false;
      const consumer = await queue.consume(1, async () => {
        isBegun = true;
        await setTimeout(50);
        isDone = true;
      });
      await queue.askToLook();
      await until(() => isBegun);
      await consumer.close();
      expect(isDone).toBe(true);
    });

    describe('with workers', () => {
      const it = itOn(server);
      let shop: Workshop;
      const stops: AbortController[] = [];
      const workers: Promise<void>[] = [];
      const queues: BatchQueue[] = [];
      beforeEach(async () => {
        if (database === undefined) throw new Error('no database');
        shop = await openWorkshop(database);
        shop.write({ 'in/a.835': 2, 'in/b.835': 3 });
      });
      afterEach(async () => {
        for (const stop of stops.splice(0)) stop.abort(new Error('the end of the test'));
        await Promise.all(workers.splice(0));
        await Promise.all(queues.splice(0).map((one) => one.close()));
        await shop.close();
      });

      const startWorker = async (more: Partial<QueueWorker> = {}): Promise<AbortController> => {
        const stop = new AbortController();
        stops.push(stop);
        const own = await open();
        queues.push(own);
        const ledger: Ledger = await shop.openAgain();
        const settings = { ledger, queue: own, storages: shop.storages, converter: shop.converter, attempts: NO_DELAY, lookMilliseconds: 20 };
        workers.push(runWorker({ ...settings, signal: stop.signal, whyNot: () => undefined, ...more }));
        return stop;
      };
      const submit = (more = {}): Promise<Batch> => shop.ledger.batches.create(`q-${Math.random()}`, shop.request(more), { isQueued: true });
      const stateOf = async ({ id }: Batch): Promise<string> => (await shop.ledger.batches.find(id))?.state ?? '';

      it('convert a batch that is submitted, each file once', async () => {
        shop.write(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`in/x${index}.835`, 1])));
        const names: string[][] = [];
        for (let count = 0; count < 2; count++) {
          const one = watched(shop.converter);
          names.push(one.names);
          await startWorker({ converter: one.converter });
        }
        const batch = await submit();
        await queue.askToLook();
        await until(async () => (await stateOf(batch)) === 'done');
        expect(names.flat().sort()).toEqual([...new Set(names.flat())].sort());
        expect(Object.keys(shop.outputs())).toHaveLength(12);
      });

      it('convert a large file in parts, each once, and one of them joins them', async () => {
        shop.write({ 'in/a.835': 60 });
        const converted: number[] = [];
        for (let count = 0; count < 3; count++) {
          const { parts } = shop.converter;
          if (parts === undefined) throw new Error('The converter has no parts.');
          const convert: typeof parts.convert = (reference, ...given) => {
            converted.push(reference.part.from.byteOffset);
            return parts.convert(reference, ...given);
          };
          await startWorker({ converter: { ...shop.converter, slots: 1, parts: { ...parts, convert } } });
        }
        const batch = await submit({ partBytes: 1_500 });
        await until(async () => (await stateOf(batch)) === 'done');
        expect(converted.length).toBeGreaterThan(3);
        expect(converted).toHaveLength(new Set(converted).size);
        const inParts = shop.outputs();
        const whole = await shop.create({ partBytes: 0, again: true });
        await shop.run(whole);
        expect(inParts).toEqual(shop.outputs());
      });

      it('convert what a broker forgot, and try failures again', async () => {
        const flaky = watched(shop.converter, (name, attempt) => {
          if (name === 'b.835' && attempt < 3) throw new EdiError('EDI_SOURCE_UNREADABLE', 'for the test');
        });
        const batch = await submit();
        // Nothing is in the queue for it.
        await startWorker({ converter: flaky.converter });
        await until(async () => (await stateOf(batch)) === 'done');
        expect(flaky.names.filter((name) => name === 'b.835')).toHaveLength(3);
      });

      it('give back what they have when they are stopped, and another one goes on', async () => {
        let isBegun = false;
        const slow: FileConverter = {
          slots: 1,
          convertFile: (_reference, _options, { signal }) => {
            isBegun = true;
            return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
          },
          close: async () => undefined,
        };
        const stop = await startWorker({ converter: slow });
        const batch = await submit();
        await until(() => isBegun);
        stop.abort(new Error('stopped'));
        await Promise.all(workers.splice(0));
        expect((await shop.ledger.figures.stateCounts(batch.id)).running).toBe(0);
        await startWorker();
        await until(async () => (await stateOf(batch)) === 'done');
      });

      it('take no files of a batch that was cancelled, or that a process runs by itself', async () => {
        const own = await shop.create();
        const batch = await submit({ target: shop.path('out/queued') });
        await shop.ledger.cancel(batch.id);
        const last = await submit({ target: shop.path('out/last') });
        await startWorker();
        await until(async () => (await stateOf(last)) === 'done');
        expect(Object.keys(shop.outputs()).sort()).toEqual(['last/a.835.json', 'last/b.835.json']);
        await expect(stateOf(own)).resolves.toBe('running');
      });

      it('end a batch with a source that cannot be listed after its other files, keep why, and list it again on retry', async () => {
        const events: WorkerEvent[] = [];
        let [offset, step] = [0, 0];
        const ledgerOfWorker = await shop.openAgain(() => new Date(Date.now() + (offset += step)));
        await startWorker({ ledger: ledgerOfWorker, onEvent: (event) => events.push(event) });
        const batch = await submit({ sources: [shop.path('nothing'), shop.path('in')] });
        await until(async () => (await shop.ledger.figures.stateCounts(batch.id)).done === 2);
        // The next listings are due at once.
        step = 11_000;
        await until(async () => (await stateOf(batch)) === 'failed');
        step = 0;
        expect(Object.keys(shop.outputs()).sort()).toEqual(['a.835.json', 'b.835.json']);
        await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ failure: { code: 'EDI_SOURCE_UNREADABLE' } });
        expect(events.filter(({ kind }) => kind === 'trouble')).toHaveLength(3);
        shop.write({ 'nothing/c.835': 1 });
        await expect(shop.ledger.retry(batch.id)).resolves.toBe(0);
        await until(async () => (await stateOf(batch)) === 'done');
        await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ failure: undefined });
        expect(Object.keys(shop.outputs())).toHaveLength(3);
      });
    });
  },
);

describe('openQueue', () => {
  it('refuses what is no address of a queue, without repeating it', async () => {
    for (const url of [undefined, '', 'amqp://ann:s3cret@host'])
      await expect(openQueue({ CLEARLOOP_QUEUE_URL: url })).rejects.toMatchObject({
        code: 'EDI_BAD_PARAMETER',
        message: expect.not.stringContaining('s3cret'),
      });
  });

  it('refuses a name that no queue can have', async () => {
    const settings = { CLEARLOOP_QUEUE_URL: 'redis://127.0.0.1:1', CLEARLOOP_QUEUE_NAME: 'a:b' };
    const message = 'The setting CLEARLOOP_QUEUE_NAME must be up to 64 letters, digits and _ . -.';
    await expect(openQueue(settings)).rejects.toMatchObject({ code: 'EDI_BAD_PARAMETER', message });
  });

  // Redis is tried for five seconds.
  it.each([...(isLong ? ['redis://ann:s3cret@127.0.0.1:1'] : []), 'postgres://ann:s3cret@127.0.0.1:1/queue'])(
    'reports that nothing answers, without the password of %s',
    async (url) => {
      const message = expect.stringMatching(/^The queue at \w+:\/\/127\.0\.0\.1:1 cannot be reached/);
      await expect(openQueue({ CLEARLOOP_QUEUE_URL: url })).rejects.toMatchObject({ code: 'EDI_QUEUE_UNAVAILABLE', message });
    },
  );
});

import { readdirSync } from 'node:fs';
import { describeOn, queueServers } from '../../support/queues';
import { codeDatabases, type TestDatabase } from '../../support/code-databases';
import { until } from '../../support/until';
import type { Ledger } from '../../../src/batch/ledger/ledger';
import { openLedger } from '../../../src/batch/ledger/open-ledger';
import { WorkerFleet } from '../worker-fleet';

/** About 280 KB, of which a part is 30. */
const CLAIMS = 2_000;
const PART_SIZE = '30KB';

describeOn(
  queueServers(),
  (name) => `a large file in parts on ${name} whose workers are killed (SIGKILL)`,
  (server) => {
    let database: TestDatabase;
    let ledger: Ledger;
    let fleet: WorkerFleet;
    let removeQueue: () => Promise<void>;
    beforeEach(async () => {
      const kind = codeDatabases().at(-1);
      if (kind === undefined) throw new Error('no database');
      database = await kind.createShared();
      ledger = await openLedger(database.settings);
      const queue = await server.create();
      removeQueue = queue.remove;
      fleet = new WorkerFleet({ ...database.settings, ...queue.settings });
    });
    afterEach(async () => {
      fleet.remove();
      await ledger.close();
      await removeQueue();
      await database.remove();
    });

    it.each([2, 3])('has the bytes of a single run, and nothing else is left, with %i workers', async (workers) => {
      fleet.write([CLAIMS, 10]);
      fleet.startWorkers(workers);
      const id = await fleet.submit('--part-size', PART_SIZE);
      const parts = async (): Promise<readonly string[]> => {
        const [large] = await ledger.files.page(id);
        return large === undefined ? [] : (await ledger.parts.of(large.id)).map(({ state }) => state);
      };
      const isOver = async (): Promise<boolean> => (await ledger.batches.find(id))?.state !== 'running';
      let most = 0;
      for (const count of [1, 3]) {
        await until(async () => {
          const states = await parts();
          most = Math.max(most, states.length);
          return states.filter((state) => state === 'done').length >= count || (await isOver());
        });
        await fleet.killOne(count);
      }
      await until(isOver);

      await expect(ledger.batches.find(id)).resolves.toMatchObject({ state: 'done' });
      const [large, small] = await ledger.files.page(id);
      expect([large, small]).toMatchObject([
        { state: 'done', outputs: expect.stringContaining('f0.835.ndjson') },
        { state: 'done', parts: null },
      ]);
      expect(large?.parts).toBeGreaterThan(5);
      expect(most).toBe(large?.parts);
      const { alone, out, different } = await fleet.compare();
      expect(alone).toHaveLength(2);
      expect([out, different]).toEqual([alone, []]);
      await expect(parts()).resolves.toEqual([]);
      // A part that was being written when its worker was killed stays hidden.
      const left = readdirSync(fleet.path('out')).filter((name) => name.startsWith('.') && !name.includes('.partial-'));
      expect(left).toEqual([]);
    });
  },
);

import type { Ledger } from '../../../src/batch/ledger/ledger';
import { openLedger } from '../../../src/batch/ledger/open-ledger';
import { codeDatabases, type TestDatabase } from '../../support/code-databases';
import { describeOn, queueServers } from '../../support/queues';
import { until } from '../../support/until';
import { WorkerFleet } from '../worker-fleet';

const FILES = 12;
const WORKERS = 2;
const CLAIMS = 150;

describeOn(
  queueServers(),
  (name) => `a small batch on ${name} whose workers are killed (SIGKILL)`,
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

    it('is converted to its end within seconds, each output once and as a single run writes it', async () => {
      fleet.write(Array.from({ length: FILES }, (_, index) => CLAIMS * (1 + (index % 3))));
      fleet.startWorkers(WORKERS);
      const id = await fleet.submit();
      const doneFiles = async (): Promise<number> => (await ledger.figures.stateCounts(id)).done;
      await until(async () => (await doneFiles()) >= 3);
      await fleet.killOne(0);
      await until(async () => (await doneFiles()) >= 6);
      await fleet.killOne(0);
      await until(async () => (await ledger.batches.find(id))?.state !== 'running');

      await expect(ledger.batches.find(id)).resolves.toMatchObject({ state: 'done' });
      await expect(ledger.figures.stateCounts(id)).resolves.toMatchObject({ done: FILES });
      const { alone, out, different } = await fleet.compare();
      expect(alone).toHaveLength(FILES);
      expect([out, different]).toEqual([alone, []]);
    });
  },
);

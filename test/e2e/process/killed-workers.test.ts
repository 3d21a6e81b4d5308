import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { Ledger } from '../../../src/batch/ledger/ledger';
import { openLedger } from '../../../src/batch/ledger/open-ledger';
import { codeDatabases, type TestDatabase } from '../../support/code-databases';
import { describeOn, queueServers } from '../../support/queues';
import { until } from '../../support/until';
import { WorkerFleet } from '../worker-fleet';

/** Claims of 20 KB, and of 50 MB. */
const SMALL = 130;
const HUGE = 330_000;
const TWO_MEGABYTES = 13_000;

/** A thousand files are waited for, and converted once more by a single run. */
const TIMEOUT = 1_800_000;
const STEP_SECONDS = 900;

const SIZE = { files: 1000, workers: 4, kills: 12, huge: 1 };

const REDIS_SERVER = '/usr/bin/redis-server';

/** A broker that a test may restart. */
interface Broker {
  readonly url: string;
  /** Ends it, or all of its connections; a Redis that is restarted so has lost every job. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const servers = queueServers().filter(({ name }) => name === 'PostgreSQL' || existsSync(REDIS_SERVER));

describeOn(
  servers,
  (name) => `workers of a queue on ${name} that are killed (SIGKILL)`,
  ({ name }) => {
    let database: TestDatabase;
    let ledger: Ledger;
    let broker: Broker;
    let fleet: WorkerFleet;
    let redisFolder: string;
    beforeEach(async () => {
      redisFolder = mkdtempSync(join(tmpdir(), 'clearloop-redis-'));
      const kind = codeDatabases().at(-1);
      if (kind === undefined) throw new Error('no database');
      database = await kind.createShared();
      ledger = await openLedger(database.settings);
      broker = name === 'Redis' ? await startRedis(redisFolder) : postgresBroker(database.settings.CLEARLOOP_DB_URL ?? '');
      fleet = new WorkerFleet({ ...database.settings, CLEARLOOP_QUEUE_URL: broker.url });
    });
    afterEach(async () => {
      fleet.remove();
      await ledger.close();
      await broker.close();
      await database.remove();
      rmSync(redisFolder, { recursive: true, force: true });
    });

    it(
      'lose nothing and publish nothing twice, also when the broker is restarted',
      async () => {
        // 20 KB to 80 KB, some of 2 MB, and one of 50 MB.
        const claimsOf = (index: number): number => (index < SIZE.huge ? HUGE : index % 70 === 0 ? TWO_MEGABYTES : SMALL * (1 + (index % 4)));
        fleet.write(Array.from({ length: SIZE.files }, (_, index) => claimsOf(index)));
        fleet.startWorkers(SIZE.workers);
        const id = await fleet.submit();
        const doneFiles = async (): Promise<number> => (await ledger.figures.stateCounts(id)).done;
        for (let kill = 1; kill <= SIZE.kills; kill++) {
          await until(async () => (await doneFiles()) >= Math.floor((SIZE.files * kill) / (SIZE.kills + 2)), STEP_SECONDS);
          await fleet.killOne(kill * 7);
          if (kill === Math.ceil(SIZE.kills / 2)) await broker.restart();
        }
        await until(async () => (await ledger.batches.find(id))?.state !== 'running', STEP_SECONDS);

        await expect(ledger.batches.find(id)).resolves.toMatchObject({ state: 'done' });
        await expect(ledger.figures.stateCounts(id)).resolves.toMatchObject({ done: SIZE.files });
        const { alone, out, different } = await fleet.compare();
        expect(alone).toHaveLength(SIZE.files);
        expect([out, different]).toEqual([alone, []]);
      },
      TIMEOUT,
    );
  },
);

async function startRedis(folder: string): Promise<Broker> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(REDIS_SERVER, ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    });
    const client = new Redis(url, { retryStrategy: () => 50 });
    client.on('error', () => undefined);
    await client.ping();
    client.disconnect();
    return child;
  };
  let server = await launch();
  const stop = async (): Promise<void> => {
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  };
  return {
    url,
    restart: async () => {
      await stop();
      server = await launch();
    },
    close: stop,
  };
}

/** The server belongs to other tests too: its clients see the same as at a restart. */
function postgresBroker(url: string): Broker {
  const { pathname } = new URL(url);
  const name = pathname.slice(1);
  const server = new URL(url);
  server.pathname = '/postgres';
  return {
    url,
    restart: async () => {
      const client = new Client({ connectionString: server.href });
      await client.connect();
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      await client.query('SELECT pg_sleep(1)');
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await client.end();
    },
    close: async () => undefined,
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

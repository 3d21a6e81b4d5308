import type { QueueSettings } from '../../src/batch/queue/batch-queue';
import { createPostgresDatabase, POSTGRES_URL, uniqueName } from './postgres';

/** A kind of server that queues are on. */
export interface QueueServer {
  readonly name: 'Redis' | 'PostgreSQL';
  /** Makes an empty queue. */
  create(): Promise<{ readonly settings: QueueSettings; remove(): Promise<void> }>;
}

const REDIS_URL = process.env['CLEARLOOP_TEST_REDIS_URL'];

const redis = (url: string): QueueServer => ({
  name: 'Redis',
  create: async () => {
    const name = uniqueName();
    return {
      settings: { CLEARLOOP_QUEUE_URL: url, CLEARLOOP_QUEUE_NAME: name },
      remove: async () => {
        const { Redis } = await import('ioredis');
        const client = new Redis(url);
        const keys = await client.keys(`bull:${name}:*`);
        if (keys.length > 0) await client.del(keys);
        client.disconnect();
      },
    };
  },
});

let database: Promise<URL> | undefined;

/** One database of the suite has all queues, under different names. Ledgers are in another one, because a test closes the connections of queues. */
const postgres = (url: string): QueueServer => ({
  name: 'PostgreSQL',
  create: async () => {
    const { href } = await (database ??= createPostgresDatabase(url));
    return { settings: { CLEARLOOP_QUEUE_URL: href, CLEARLOOP_QUEUE_NAME: uniqueName() }, remove: async () => undefined };
  },
});

/** The servers that tests of queues run on: those that CLEARLOOP_TEST_REDIS_URL and CLEARLOOP_TEST_POSTGRES_URL name. In CI both must be there. */
export function queueServers(): readonly QueueServer[] {
  const missing = [...(REDIS_URL ? [] : ['CLEARLOOP_TEST_REDIS_URL']), ...(POSTGRES_URL ? [] : ['CLEARLOOP_TEST_POSTGRES_URL'])];
  if (missing.length > 0 && process.env['CI']) throw new Error(`Set ${missing.join(' and ')} to a server, such as redis://127.0.0.1:6379.`);
  if (missing.length > 0) console.warn(`${missing.join(' and ')} not set: queues are not tested there.`);
  return [...(REDIS_URL ? [redis(REDIS_URL)] : []), ...(POSTGRES_URL ? [postgres(POSTGRES_URL)] : [])];
}

/** A suite for each server; one that is skipped where there is none. */
export function describeOn(servers: readonly QueueServer[], nameOf: (server: string) => string, body: (server: QueueServer) => void): void {
  if (servers.length === 0)
    describe(nameOf('no server'), () => {
      it.skip('needs a server', () => undefined);
    });
  for (const server of servers) describe(nameOf(server.name), () => body(server));
}

import { randomBytes } from 'node:crypto';
import type { QueueSettings } from '../../src/batch/queue/batch-queue';
import { administer } from './code-databases';

/** A kind of server that queues are on. */
export interface QueueServer {
  readonly name: 'Redis' | 'PostgreSQL';
  /** Makes an empty queue. */
  create(): Promise<{ readonly settings: QueueSettings; remove(): Promise<void> }>;
}

const { CLEARLOOP_TEST_REDIS_URL: REDIS_URL, CLEARLOOP_TEST_POSTGRES_URL: POSTGRES_URL } = process.env;

const newName = (): string => `clearloop_test_${randomBytes(6).toString('hex')}`;

const redis = (url: string): QueueServer => ({
  name: 'Redis',
  create: async () => {
    const name = newName();
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

const postgres = (url: string): QueueServer => ({
  name: 'PostgreSQL',
  create: async () => {
    const name = newName();
    await administer(url, `CREATE DATABASE ${name}`);
    const address = new URL(url);
    address.pathname = `/${name}`;
    return { settings: { CLEARLOOP_QUEUE_URL: address.href, CLEARLOOP_QUEUE_NAME: name }, remove: () => administer(url, `DROP DATABASE ${name} WITH (FORCE)`) };
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

import * as bullMq from 'bullmq';
import { EdiError } from '../../common/edi-error';
import { QUEUE_NAME, QUEUE_NAME_RULE } from './queue-name';

/** What the queue carries: the id of a file of the ledger, or that somebody should look at the ledger. No names, no contents, no credentials. */
export type BatchJob = { readonly kind: 'file'; readonly fileId: number } | { readonly kind: 'look' };

/** A file that may be begun. */
export interface QueuedFile {
  readonly id: number;
  /** Times that it was begun: a file is in the queue once for each attempt. */
  readonly attempts: number;
}

/** Which queue. */
export interface QueueSettings {
  /** redis://, rediss://, postgres:// */
  readonly CLEARLOOP_QUEUE_URL?: string | undefined;
  /** Keeps installations apart that share a server. Default clearloop. */
  readonly CLEARLOOP_QUEUE_NAME?: string | undefined;
}

/** Distributes files over workers. It may lose or repeat jobs: the ledger knows what is to be done, and a file is converted by the worker that claims it there. */
export interface BatchQueue {
  /**
   * Adds files that wait in the ledger, except those that wait in the queue for the same attempt. A file whose job a worker has gets another job: the worker may have died before
   * it claimed the file, and a broker keeps such a job for a minute or for ever. A job too many does no harm. Throws EDI_QUEUE_UNAVAILABLE, as all methods do.
   */
  addFiles(files: readonly QueuedFile[]): Promise<void>;
  /** Asks some worker to look at the ledger. */
  askToLook(): Promise<void>;
  /** Jobs that wait, and jobs that workers have. */
  depth(): Promise<{ readonly waiting: number; readonly active: number }>;
  /** Gives jobs to the handler, so many at a time, until it is closed. A job whose handler throws is dropped. */
  consume(slots: number, handler: (job: BatchJob) => Promise<void>): Promise<QueueConsumer>;
  close(): Promise<void>;
}

/** A consumer of jobs. */
export interface QueueConsumer {
  /** Takes no more jobs, and resolves when the handlers of all that it has are done. */
  close(): Promise<void>;
}

const DEFAULT_NAME = 'clearloop';

const CONNECT_MILLISECONDS = 5000;

/** A job of a worker that is silent for so long is given to another one. */
const LOCK_MILLISECONDS = 60_000;

const REDIS = /^rediss?:\/\//i;
const POSTGRES = /^postgres(ql)?:\/\//i;

/** The ledger counts what a file may cost, and not the queue. A PostgreSQL backend takes 32 bits. */
const MAX_STALLS = 1_000_000;

/** Priorities of BullMQ: a small number goes first. */
const FIRST = 1;
const LATER = 2;

/**
 * Connects to the queue. Throws EDI_BAD_PARAMETER without an address and a name that can be used, EDI_QUEUE_UNAVAILABLE where nothing answers within five seconds. `onError` hears
 * of connections that break: they are opened again.
 */
export async function openQueue(
  { CLEARLOOP_QUEUE_URL: url, CLEARLOOP_QUEUE_NAME: name }: QueueSettings,
  onError: () => void = () => undefined,
): Promise<BatchQueue> {
  const isRedis = REDIS.test(url ?? '');
  if (!url || !URL.canParse(url) || (!isRedis && !POSTGRES.test(url)))
    throw new EdiError('EDI_BAD_PARAMETER', 'The setting CLEARLOOP_QUEUE_URL must be an address such as redis://host:6379 or postgres://user@host:5432/name.');
  if (name && !QUEUE_NAME.test(name)) throw new EdiError('EDI_BAD_PARAMETER', `The setting CLEARLOOP_QUEUE_NAME must be ${QUEUE_NAME_RULE}.`);
  const open = new BullConnections(asClasses(bullMq), { url, isRedis, name: name || DEFAULT_NAME, onError });
  const queue = await open.queue();
  return {
    addFiles: async (files) => {
      const taken = countFiles(await ask(url, () => queue.getJobs(['active'])));
      const jobId = ({ id, attempts }: QueuedFile): string => `file-${id}-${attempts}-${taken.get(id) ?? 0}`;
      await ask(url, () => queue.addBulk(files.map((file) => ({ name: 'file', data: { fileId: file.id }, opts: { jobId: jobId(file), priority: LATER } }))));
    },
    askToLook: async () => {
      await ask(url, () => queue.add('look', {}, { priority: FIRST }));
    },
    depth: async () => {
      const { waiting = 0, prioritized = 0, active = 0 } = await ask(url, () => queue.getJobCounts('waiting', 'prioritized', 'active'));
      return { waiting: waiting + prioritized, active };
    },
    consume: (slots, handler) => open.worker(slots, handler),
    close: () => queue.close(),
  };
}

interface Connection {
  readonly url: string;
  readonly isRedis: boolean;
  readonly name: string;
  readonly onError: () => void;
}

/** The members of a BullMQ queue that Clearloop uses. */
interface BullQueue {
  on(event: 'error', listener: () => void): unknown;
  waitUntilReady(): Promise<unknown>;
  add(name: string, data: object, options: object): Promise<unknown>;
  addBulk(jobs: readonly object[]): Promise<unknown>;
  getJobs(types: readonly string[]): Promise<readonly (BullJob | undefined)[]>;
  getJobCounts(...types: readonly string[]): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}

/** The members of a BullMQ worker that Clearloop uses. */
interface BullWorker {
  on(event: 'error', listener: () => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

interface BullJob {
  readonly name: string;
  readonly data: unknown;
}

type Processor = (job: BullJob) => Promise<void>;

/** The part of BullMQ that Clearloop uses. Its own types tie a queue to the backend of Redis. */
interface Bull {
  readonly Queue: new (name: string, options: object, backend: unknown) => BullQueue;
  readonly Worker: new (name: string, processor: Processor, options: object, backend: unknown) => BullWorker;
  readonly createPostgresBackend: unknown;
}

function asClasses(bull: unknown): Bull {
  return bull as Bull;
}

class BullConnections {
  constructor(
    private readonly bull: Bull,
    private readonly connection: Connection,
  ) {}

  async queue(): Promise<BullQueue> {
    const { url, onError } = this.connection;
    const defaultJobOptions = { removeOnComplete: true, removeOnFail: true };
    const queue = new this.bull.Queue(this.connection.name, { ...this.options(), defaultJobOptions }, this.backend());
    queue.on('error', onError);
    try {
      await withinTime(queue.waitUntilReady());
      return queue;
    } catch (cause) {
      // It would go on to connect.
      void queue.close().catch(() => undefined);
      throw unavailable(url, cause);
    }
  }

  async worker(slots: number, handler: (job: BatchJob) => Promise<void>): Promise<QueueConsumer> {
    const { name, onError } = this.connection;
    const settings = { concurrency: slots, lockDuration: LOCK_MILLISECONDS, maxStalledCount: MAX_STALLS };
    const dropped = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } };
    const worker = new this.bull.Worker(name, (job) => handler(readJob(job)), { ...this.options(), ...settings, ...dropped }, this.backend());
    worker.on('error', onError);
    await worker.waitUntilReady();
    return { close: () => worker.close() };
  }

  private options(): object {
    const { url, isRedis } = this.connection;
    // Without an end of its own, a command waits for a server that comes back.
    return { connection: isRedis ? { url, maxRetriesPerRequest: null, connectTimeout: CONNECT_MILLISECONDS } : { ...postgresConnection(url), migrate: true } };
  }

  private backend(): unknown {
    return this.connection.isRedis ? undefined : this.bull.createPostgresBackend;
  }
}

/** BullMQ adds the schema of its tables to `options`; those of an address would replace it. */
function postgresConnection(url: string): object {
  const address = new URL(url);
  const options = address.searchParams.get('options');
  if (options === null) return { connectionString: url };
  address.searchParams.delete('options');
  return { connectionString: address.href, options };
}

/** Counts the jobs of each file. */
function countFiles(jobs: readonly (BullJob | undefined)[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const job of jobs) {
    // A job may end while the broker lists it.
    const read = job === undefined ? undefined : readJob(job);
    if (read?.kind === 'file') counts.set(read.fileId, (counts.get(read.fileId) ?? 0) + 1);
  }
  return counts;
}

function readJob({ name, data }: BullJob): BatchJob {
  const fileId: unknown = typeof data === 'object' && data !== null && 'fileId' in data ? data.fileId : undefined;
  return name === 'file' && typeof fileId === 'number' ? { kind: 'file', fileId } : { kind: 'look' };
}

async function ask<T>(url: string, question: () => Promise<T>): Promise<T> {
  try {
    return await withinTime(question());
  } catch (cause) {
    throw unavailable(url, cause);
  }
}

/** A client of Redis waits for ever, and so does its caller. */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CONNECT_MILLISECONDS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The address may hold a password; its host does not. */
function unavailable(url: string, cause: unknown): EdiError {
  const { host, protocol } = new URL(url);
  return new EdiError(
    'EDI_QUEUE_UNAVAILABLE',
    `The queue at ${protocol}//${host} cannot be reached. Does its server run? CLEARLOOP_QUEUE_URL says where it is.`,
    { cause },
  );
}

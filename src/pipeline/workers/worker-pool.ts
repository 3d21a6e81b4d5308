import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { EdiError } from '../../common/edi-error';
import { loadPart } from '../../common/optional-part';
import type { CodeDirectory, DescriptionsByList } from '../../mapping/code-descriptions';
import type { ConversionTask } from './conversion-task';
import type { PartOutput } from './part-output';
import type { CodeAnswer, CodeQuestion, PartResult, PartTask, PlainOptions, TaskResult, ThreadEngine } from './part-task';

/** What became of one file of a task: undefined if it has to be converted in this thread. */
export type PartOutcome = { readonly result: PartResult | undefined } | { readonly error: EdiError };

/** Converts parts of files, and small files. */
export interface PartRunner {
  /** Input of a part: its output is held in memory, several times as large, until it is its turn. */
  readonly partBytes: number;
  /**
   * Runs a task in one of so many threads; gives an outcome for each of its files. A task whose thread ended is tried once more, each file by
   * itself: EDI_WORKER_DIED for those that end a thread again. Throws the reason of an aborted signal, which ends the thread.
   */
  run(workers: number, task: AskedTask, signal: AbortSignal | undefined): Promise<readonly PartOutcome[]>;
  /** Runs a whole conversion in one of so many threads, until it is closed. Throws EDI_WORKER_DIED. */
  converse(workers: number, task: Omit<ConversionTask, keyof ThreadEngine>): Promise<void>;
  /** Says that an output was taken: its memory is used again. */
  release(output: PartOutput): void;
  /** Says that a conversion has ended: memory is kept only for others. */
  rest(): void;
}

/** A task without what the runner adds. */
export type AskedTask = Omit<PartTask, keyof ThreadEngine | 'blocks'>;

/** With 1.5 MB each thread takes 2 to 3 MB more, with 1 MB no less. */
const PART_BYTES = 1_250_000;

/** Worker threads of an engine, started when they are needed. They end by themselves, and keep no process alive. */
export class WorkerPool implements PartRunner {
  readonly partBytes = PART_BYTES;
  private readonly pools = new Map<number, Promise<Piscina>>();
  private readonly engine: Omit<ThreadEngine, 'codes'>;
  /** Memory of outputs that were taken, a list for each. */
  private readonly free: (readonly SharedArrayBuffer[])[] = [];
  private running = 0;

  constructor(
    packages: readonly string[],
    private readonly codes: CodeDirectory | undefined,
  ) {
    this.engine = { packages, hasCodes: codes !== undefined };
  }

  async run(workers: number, task: AskedTask, signal: AbortSignal | undefined): Promise<readonly PartOutcome[]> {
    const pool = await this.open(workers);
    const first = await this.attempt(pool, task, signal);
    if (!('died' in first)) return first.results.map((result) => ({ result }));
    const again = await Promise.all(task.sources.map((source) => this.attempt(pool, { ...task, sources: [source] }, signal)));
    return again.map((one) => ('died' in one ? { error: threadDied(one.died) } : { result: one.results[0] }));
  }

  /** Runs a task once. Throws the reason of an aborted signal. */
  private async attempt(
    pool: Piscina,
    task: AskedTask,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly results: TaskResult } | { readonly died: unknown }> {
    signal?.throwIfAborted();
    const answers = this.answersFor(task.options);
    try {
      this.running++;
      const given: PartTask = { codes: answers?.port, blocks: this.free.pop() ?? [], ...task, ...this.engine };
      return { results: asResult(await pool.run(given, { transferList: answers ? [answers.port] : [], ...(signal ? { signal } : {}) })) };
    } catch (cause) {
      signal?.throwIfAborted();
      return { died: cause };
    } finally {
      this.running--;
      answers?.close();
    }
  }

  async converse(workers: number, task: Omit<ConversionTask, keyof ThreadEngine>): Promise<void> {
    const pool = await this.open(workers);
    const answers = this.answersFor(task.options);
    const given: ConversionTask = { ...task, ...this.engine, codes: answers?.port };
    try {
      await pool.run(given, { name: 'converse', transferList: [task.port, ...(answers ? [answers.port] : [])] });
    } catch (cause) {
      throw new EdiError('EDI_WORKER_DIED', 'A worker thread ended in the middle of a conversion; the rest of the input is not converted.', { cause });
    } finally {
      answers?.close();
    }
  }

  release({ blocks }: PartOutput): void {
    this.free.push(blocks);
  }

  rest(): void {
    if (this.running === 0) this.free.length = 0;
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map(async (pool) => (await pool).destroy()));
  }

  /** Only for a task that may ask, to describe codes or to validate them: a port for each part costs both threads time. */
  private answersFor({ descriptions, validate }: PlainOptions): ReturnType<typeof answerFrom> | undefined {
    return this.codes && (descriptions !== false || validate === true) ? answerFrom(this.codes) : undefined;
  }

  private open(workers: number): Promise<Piscina> {
    let pool = this.pools.get(workers);
    if (pool === undefined)
      this.pools.set(workers, (pool = loadPart('Conversion in threads', () => import('./start-pool.js')).then(({ startPool }) => startPool(workers))));
    return pool;
  }
}

function threadDied(cause: unknown): EdiError {
  const message = 'A worker thread ended without an answer, twice, on the same part of the file; the rest of the file is not converted.';
  return new EdiError('EDI_WORKER_DIED', message, { cause });
}

/** Both ends are of one version. */
function asResult(value: unknown): TaskResult {
  return value as TaskResult;
}

/** A port whose other end answers questions about codes. */
function answerFrom(codes: CodeDirectory): { readonly port: MessagePort; readonly close: () => void } {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', ({ id, codes: asked }: CodeQuestion) => {
    // The other thread waits for an answer, whatever happens.
    const described = codes.describe(asked).catch((): DescriptionsByList => new Map());
    void described.then((descriptions) => port1.postMessage({ id, descriptions } satisfies CodeAnswer));
  });
  port1.unref();
  return { port: port2, close: () => port1.close() };
}

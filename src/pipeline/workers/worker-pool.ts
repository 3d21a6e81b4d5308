import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { EdiError } from '../../common/edi-error';
import { loadPart } from '../../common/optional-part';
import type { CodeDirectory, DescriptionsByList } from '../../mapping/code-descriptions';
import type { ConversionTask } from './conversion-task';
import type { PartOutput } from './part-output';
import type { CodeAnswer, CodeQuestion, PartResult, PartTask } from './part-task';

/** A part that ended its thread is tried once more. */
const ATTEMPTS = 2;

/** Converts parts of files. */
export interface PartRunner {
  /** Input of a part: its output is held in memory, several times as large, until it is its turn. */
  readonly partBytes: number;
  /**
   * Converts a part in one of so many threads; undefined if that has to be done in this thread. Throws EDI_WORKER_DIED when the thread ended
   * twice, and the reason of an aborted signal, which ends the thread.
   */
  run(workers: number, task: AskedTask, signal: AbortSignal | undefined): Promise<PartResult | undefined>;
  /** Runs a whole conversion in one of so many threads, until it is closed. Throws EDI_WORKER_DIED. */
  converse(workers: number, task: Omit<ConversionTask, 'packages' | 'codes'>): Promise<void>;
  /** Says that an output was taken: its memory is used again. */
  release(output: PartOutput): void;
}

/** A task without what the runner adds. */
export type AskedTask = Omit<PartTask, 'packages' | 'codes' | 'memory'>;

const PART_BYTES = 500_000;

/** Worker threads of an engine, started when they are needed. They end by themselves, and keep no process alive. */
export class WorkerPool implements PartRunner {
  readonly partBytes = PART_BYTES;
  private readonly pools = new Map<number, Promise<Piscina>>();
  private readonly free: ArrayBuffer[] = [];
  private running = 0;

  constructor(
    private readonly packages: readonly string[],
    private readonly codes: CodeDirectory | undefined,
  ) {}

  async run(workers: number, task: AskedTask, signal: AbortSignal | undefined): Promise<PartResult | undefined> {
    const pool = await this.open(workers);
    let cause: unknown;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      signal?.throwIfAborted();
      const answers = this.codes && answerFrom(this.codes);
      try {
        this.running++;
        const memory = this.free.pop();
        const given: PartTask = { ...task, packages: this.packages, codes: answers?.port, memory };
        const transferList = [answers?.port, memory].filter((one) => one !== undefined);
        return asResult(await pool.run(given, { transferList, ...(signal ? { signal } : {}) }));
      } catch (error) {
        cause = error;
      } finally {
        this.running--;
        answers?.close();
      }
    }
    signal?.throwIfAborted();
    const message = 'A worker thread ended without an answer, twice, on the same part of the file; the rest of the file is not converted.';
    throw new EdiError('EDI_WORKER_DIED', message, { cause });
  }

  async converse(workers: number, task: Omit<ConversionTask, 'packages' | 'codes'>): Promise<void> {
    const pool = await this.open(workers);
    const answers = this.codes && answerFrom(this.codes);
    const given: ConversionTask = { ...task, packages: this.packages, codes: answers?.port };
    try {
      await pool.run(given, { name: 'converse', transferList: [task.port, ...(answers ? [answers.port] : [])] });
    } catch (cause) {
      throw new EdiError('EDI_WORKER_DIED', 'A worker thread ended in the middle of a conversion; the rest of the input is not converted.', { cause });
    } finally {
      answers?.close();
    }
  }

  release({ memory }: PartOutput): void {
    if (this.running > 0) this.free.push(memory);
    else this.free.length = 0;
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map(async (pool) => (await pool).destroy()));
  }

  private open(workers: number): Promise<Piscina> {
    let pool = this.pools.get(workers);
    if (pool === undefined)
      this.pools.set(workers, (pool = loadPart('Conversion in threads', () => import('./start-pool.js')).then(({ startPool }) => startPool(workers))));
    return pool;
  }
}

/** Both ends are of one version. */
function asResult(value: unknown): PartResult | undefined {
  return value as PartResult | undefined;
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

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { DamagedInput } from '../common/damaged-input';
import { EdiError, toEdiError } from '../common/edi-error';
import { ERROR_CATALOGUE, type ErrorCode } from '../common/error-catalogue';
import { packageRoot } from '../common/package-root';
import type { OutputFile } from '../io/output-set';
import {
  type BatchOptions,
  type ConversionHooks,
  ConverterDied,
  type FileConverter,
  type FileFailure,
  type FileResult,
  NotPublished,
  type PartResult,
} from './batch.types';
import type { FilePart } from '../pipeline/workers/file-part';
import { CONVERSION_PROCESS, type ConversionWork, type FromProcess, type ToProcess } from './process-messages';

/** Which program converts. */
export interface ProcessSettings {
  /** Files at a time: one process each. */
  readonly slots: number;
  readonly environment: NodeJS.ProcessEnv;
  /** Script of the command line; default that of this package. */
  readonly script?: string;
}

/**
 * Converts in processes of their own, one for each slot: all cores work, and a file that ends its process (out of memory, a fault of the engine) ends no other. Credentials reach them
 * by the environment, never by a message.
 */
export function processConverter({ slots, environment, script = join(packageRoot(), 'dist/bundle/cli.js') }: ProcessSettings): FileConverter {
  const free: ConversionChild[] = [];
  const all = new Set<ConversionChild>();
  const start = (): ConversionChild => {
    const child = new ConversionChild(fork(script, [CONVERSION_PROCESS], { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] }));
    all.add(child);
    return child;
  };
  const ask = async (work: ConversionWork, options: BatchOptions, hooks: ConversionHooks): Promise<unknown> => {
    hooks.signal.throwIfAborted();
    const child = free.pop() ?? start();
    try {
      return await child.ask(work, options, hooks);
    } finally {
      if (child.isAlive) free.push(child);
      else all.delete(child);
    }
  };
  const hooksOf = (signal: AbortSignal): ConversionHooks => ({ signal, mayPublish: async () => false });
  return {
    slots,
    convertFile: async (reference, options, hooks) => asResult(await ask({ kind: 'file', reference }, options, hooks)),
    parts: {
      divide: async (reference, partBytes, options, signal) => asParts(await ask({ kind: 'divide', reference, partBytes }, options, hooksOf(signal))),
      convert: async (reference, options, signal) => asPartResult(await ask({ kind: 'part', reference }, options, hooksOf(signal))),
      join: async (reference, parts, options, hooks) => {
        const result = await ask({ kind: 'join', reference, parts }, options, hooks);
        return result === undefined ? undefined : asResult(result);
      },
    },
    close: async () => {
      await Promise.all([...all].map((child) => child.end()));
    },
  };
}

/** One process, and the file that it has. */
class ConversionChild {
  isAlive = true;
  private readonly ended: Promise<void>;
  private onMessage: ((message: FromProcess) => void) | undefined;
  private onDeath: (() => void) | undefined;

  constructor(private readonly process: ChildProcess) {
    process.on('message', (message) => this.onMessage?.(asMessage(message)));
    process.on('error', () => this.die());
    this.ended = new Promise((resolve) => process.on('exit', () => resolve()));
    void this.ended.then(() => this.die());
  }

  ask(work: ConversionWork, options: BatchOptions, hooks: ConversionHooks): Promise<unknown> {
    const abort = (): void => this.send({ kind: 'abort' });
    hooks.signal.addEventListener('abort', abort);
    let refusal: Error = new NotPublished('The file was taken away.');
    return new Promise<unknown>((resolve, reject) => {
      if (!this.isAlive) reject(new ConverterDied());
      this.onDeath = () => reject(new ConverterDied());
      this.onMessage = (message) => {
        if (message.kind === 'bytes') hooks.onBytes?.(message.count);
        else if (message.kind === 'may-publish')
          void this.answer(hooks, message.outputs).catch((error: unknown) => {
            // The process still owes an answer to the refusal, which the next file must not get.
            refusal = toEdiError(error);
          });
        else if (message.kind === 'done') resolve(message.result);
        else if (message.kind === 'failed') reject(message.isDamaged ? new DamagedInput(message.failure.message) : errorOf(message.failure));
        else if (message.kind === 'not-published') reject(refusal);
      };
      this.send({ kind: 'work', work, options });
    }).finally(() => {
      hooks.signal.removeEventListener('abort', abort);
      this.onMessage = undefined;
      this.onDeath = undefined;
    });
  }

  /** Lets the process discard what it has, and end. */
  async end(): Promise<void> {
    if (this.process.connected) this.process.disconnect();
    await this.ended;
  }

  private async answer({ mayPublish }: ConversionHooks, outputs: readonly OutputFile[]): Promise<void> {
    let isAllowed = false;
    try {
      isAllowed = await mayPublish(outputs);
    } finally {
      this.send({ kind: 'may-publish', isAllowed });
    }
  }

  /** A process that died is noticed by its exit. */
  private send(message: ToProcess): void {
    if (this.process.connected) this.process.send(message, () => undefined);
  }

  private die(): void {
    this.isAlive = false;
    this.onDeath?.();
  }
}

/** Both ends are of one version. */
function asMessage(message: unknown): FromProcess {
  return message as FromProcess;
}

function asResult(result: unknown): FileResult {
  return result as FileResult;
}

function asParts(result: unknown): readonly FilePart[] | undefined {
  return result as readonly FilePart[] | undefined;
}

function asPartResult(result: unknown): PartResult {
  return result as PartResult;
}

function errorOf({ code, message }: FileFailure): EdiError {
  return isErrorCode(code) ? new EdiError(code, message) : toEdiError(new Error(code));
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CATALOGUE, code);

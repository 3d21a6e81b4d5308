import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { EdiError, toEdiError } from '../common/edi-error';
import { ERROR_CATALOGUE, type ErrorCode } from '../common/error-catalogue';
import { packageRoot } from '../common/package-root';
import {
  type BatchOptions,
  type ConversionHooks,
  ConverterDied,
  type FileConverter,
  type FileFailure,
  type FileReference,
  type FileResult,
  NotPublished,
} from './batch.types';
import { CONVERSION_PROCESS, type FromProcess, type ToProcess } from './process-messages';

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
  return {
    slots,
    convertFile: async (reference, options, hooks) => {
      hooks.signal.throwIfAborted();
      const child = free.pop() ?? start();
      try {
        return await child.convert(reference, options, hooks);
      } finally {
        if (child.isAlive) free.push(child);
        else all.delete(child);
      }
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

  convert(reference: FileReference, options: BatchOptions, hooks: ConversionHooks): Promise<FileResult> {
    const abort = (): void => this.send({ kind: 'abort' });
    hooks.signal.addEventListener('abort', abort);
    return new Promise<FileResult>((resolve, reject) => {
      if (!this.isAlive) reject(new ConverterDied());
      this.onDeath = () => reject(new ConverterDied());
      this.onMessage = (message) => {
        if (message.kind === 'bytes') hooks.onBytes?.(message.count);
        else if (message.kind === 'may-publish') void this.answer(hooks).catch(reject);
        else if (message.kind === 'done') resolve(message.result);
        else if (message.kind === 'failed') reject(errorOf(message.failure));
        else if (message.kind === 'not-published') reject(new NotPublished('The file was taken away.'));
      };
      this.send({ kind: 'convert', reference, options });
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

  private async answer({ mayPublish }: ConversionHooks): Promise<void> {
    let isAllowed = false;
    try {
      isAllowed = await mayPublish();
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

function errorOf({ code, message }: FileFailure): EdiError {
  return isErrorCode(code) ? new EdiError(code, message) : toEdiError(new Error(code));
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CATALOGUE, code);

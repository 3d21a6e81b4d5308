import type { MessagePort } from 'node:worker_threads';
import { EdiError } from '../../common/edi-error';
import type { ErrorCode } from '../../common/error-catalogue';
import { type ErrorOrigin, originOf, withOrigin } from '../../common/error-origin';

/** The functions that the other thread may call, by name. An answer with `bytes` hands their memory over. */
export type Answers = Readonly<Record<string, (given: never) => unknown>>;

interface Call {
  /** 0 for a call without an answer. */
  readonly id: number;
  readonly call: string;
  readonly given: unknown;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: PlainError;
}

/** An error on its way to another thread. */
interface PlainError {
  readonly code: ErrorCode | undefined;
  readonly name: string;
  readonly message: string;
  /** Number of an error that this thread has met first: it gets its own object back. */
  readonly origin: number | undefined;
  /** Where its cause comes from; undefined for none. */
  readonly cause: ErrorOrigin | undefined;
}

/** Calls of functions between two threads, over a port. Both threads have one. */
export class PortCalls {
  private last = 0;
  private readonly waiting = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }>();
  /** Why calls reject, once they do. */
  private failure: { readonly error: unknown } | undefined;
  private readonly thrown: unknown[] = [];
  private readonly origins = new WeakMap<object, number>();

  constructor(
    private readonly port: MessagePort,
    private readonly answers: Answers,
  ) {
    port.on('message', (message: Call | Answer) => this.receive(message));
  }

  /** Calls a function of the other thread; rejects with its error, or at once after `fail`. */
  async call(name: string, given?: unknown): Promise<unknown> {
    if (this.failure !== undefined) throw this.failure.error;
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.port.postMessage({ id, call: name, given } satisfies Call);
    });
  }

  /** Calls a function without an answer; its error ends the calls that wait there. */
  notify(name: string, given?: unknown): void {
    this.port.postMessage({ id: 0, call: name, given } satisfies Call);
  }

  /** Ends the calls that wait, and those that follow: nobody would answer them. The first error counts. */
  fail(error: unknown): void {
    this.failure ??= { error };
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  close(): void {
    this.port.close();
  }

  private receive(message: Call | Answer): void {
    if ('call' in message) void this.answer(message);
    else this.settle(message);
  }

  private async answer({ id, call, given }: Call): Promise<void> {
    try {
      const value = await this.answers[call]?.(asGiven(given));
      if (id > 0) this.port.postMessage({ id, value } satisfies Answer, memoryOf(value));
    } catch (error) {
      if (id === 0) this.fail(error);
      else this.port.postMessage({ id, error: this.toPlain(error) } satisfies Answer);
    }
  }

  private settle({ id, value, error }: Answer): void {
    const call = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(this.fromPlain(error));
  }

  private toPlain(error: unknown): PlainError {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    const known = typeof error === 'object' && error !== null ? this.origins.get(error) : undefined;
    const origin = known ?? -this.thrown.push(error);
    return {
      code: error instanceof EdiError ? error.code : undefined,
      name,
      message,
      origin,
      cause: error instanceof Error ? originOf(error.cause) : undefined,
    };
  }

  /** Errors that this thread has sent are numbered below zero there, and above here. */
  private fromPlain({ code, name, message, cause, origin = 0 }: PlainError): unknown {
    if (origin > 0) return this.thrown[origin - 1];
    const error = code === undefined ? Object.assign(new Error(message), { name }) : new EdiError(code, message, withOrigin(cause));
    this.origins.set(error, -origin);
    return error;
  }
}

/** Both ends are of one version. */
function asGiven(given: unknown): never {
  return given as never;
}

const memoryOf = (value: unknown): ArrayBuffer[] =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array && value.bytes.buffer instanceof ArrayBuffer
    ? [value.bytes.buffer]
    : [];

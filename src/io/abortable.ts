/**
 * Passes a source on until the signal is aborted, then throws its reason at once, also while the source waits. The source is then closed without waiting for
 * it.
 */
export async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T, void, undefined> {
  if (signal === undefined) {
    yield* source;
    return;
  }
  const iterator = source[Symbol.asyncIterator]();
  const waiting = new AbortableWait(signal);
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await waiting.for(iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    waiting.end();
    const closing = iterator.return?.();
    // A source that waits for bytes may never answer; an abort does not wait for it either.
    if (signal.aborted) void closing?.catch(() => undefined);
    else await closing;
  }
}

/** Waits for one promise after the other, or for the abort. One listener for all: a race against a long-lived promise would hold every awaited value. */
class AbortableWait {
  private reject: ((reason: unknown) => void) | undefined;
  private readonly onAbort = (): void => this.reject?.(this.signal.reason);

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', this.onAbort);
  }

  for<R>(promise: Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      this.reject = reject;
      promise.then(resolve, reject);
    });
  }

  end(): void {
    this.signal.removeEventListener('abort', this.onAbort);
    this.reject = undefined;
  }
}

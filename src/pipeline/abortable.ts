/**
 * Passes a source on until the signal is aborted, then throws its reason at once, also while the source has nothing to
 * give. The source is closed then without waiting for it.
 */
export async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T, void, undefined> {
  if (signal === undefined) {
    yield* source;
    return;
  }
  const iterator = source[Symbol.asyncIterator]();
  let abort: (() => void) | undefined;
  const aborted = new Promise<'aborted'>((resolve) => signal.addEventListener('abort', (abort = () => resolve('aborted'))));
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted]);
      if (next === 'aborted') continue;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
    const closing = iterator.return?.();
    // A source that waits for bytes may never answer; whoever aborts does not wait for it either.
    if (signal.aborted) void closing?.catch(() => undefined);
    else await closing;
  }
}

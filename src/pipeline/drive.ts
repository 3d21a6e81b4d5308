import { type OperatorFunction, Subject } from 'rxjs';

/**
 * Runs an RxJS operator over a source that is pulled: one input is in flight, the next one is asked for when everything
 * that came out of it was taken. RxJS itself has no back-pressure; this gives it, and closes the source on every way out.
 *
 * The operator must work synchronously. An error of the operator or the source is thrown to the one who pulls, after
 * what had come out before it.
 */
export async function* drive<I, O>(source: AsyncIterable<I>, operator: OperatorFunction<I, O>, pace: Pace): AsyncGenerator<O, void, undefined> {
  const input = new Subject<I>();
  const ready: O[] = [];
  let failure: { readonly error: unknown } | undefined;
  const subscription = input.pipe(operator).subscribe({
    next: (value) => void ready.push(value),
    error: (error: unknown) => (failure = { error }),
  });
  const iterator = source[Symbol.asyncIterator]();
  let isOpen = true;
  try {
    while (isOpen && failure === undefined) {
      const wait = pace.beforeInput();
      if (wait !== undefined) await wait;
      const outcome = await nextOf(iterator);
      isOpen = outcome.kind === 'value';
      if (outcome.kind === 'value') pace.work(() => input.next(outcome.value));
      else if (outcome.kind === 'error') input.error(outcome.error);
      else input.complete();
      for (const value of ready.splice(0)) {
        const turn = pace.beforeOutput();
        if (turn !== undefined) await turn;
        yield value;
      }
    }
    if (failure !== undefined) throw failure.error;
  } finally {
    subscription.unsubscribe();
    if (isOpen) await iterator.return?.();
  }
}

/** Decides when work goes on. A promise is waited for; undefined means at once. */
export interface Pace {
  /** Called before each input is pulled: by then everything that came of the last one was taken. */
  beforeInput(): Promise<void> | undefined;
  /** Does the work on one input. */
  work(take: () => void): void;
  /** Called before each output is given. */
  beforeOutput(): Promise<void> | undefined;
}

type Outcome<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'end' } | { readonly kind: 'error'; readonly error: unknown };

/** A failure of the source is passed to the operator, so that it can give what it still holds. */
async function nextOf<T>(iterator: AsyncIterator<T, unknown>): Promise<Outcome<T>> {
  try {
    const next = await iterator.next();
    return next.done === true ? { kind: 'end' } : { kind: 'value', value: next.value };
  } catch (error) {
    return { kind: 'error', error };
  }
}

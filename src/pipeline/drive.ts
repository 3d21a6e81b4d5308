import { type OperatorFunction, Subject } from 'rxjs';

/**
 * Runs RxJS operators over a source that is pulled, and yields what they emit: one input is in flight, and the next is pulled when everything
 * that came of it was taken. RxJS has no backpressure; this adds it, and closes the source on every exit.
 *
 * The operators must be synchronous. They emit iterables, which are started one after the other as the caller pulls: work that waits, or that
 * must not run ahead of the caller, belongs there. An error of the operators or the source is thrown after what was emitted before it.
 */
export async function* drive<I, O>(
  source: AsyncIterable<I>,
  operators: OperatorFunction<I, Iterable<O> | AsyncIterable<O>>,
  pace: Pace,
): AsyncGenerator<O, void, undefined> {
  const input = new Subject<I>();
  const ready: (Iterable<O> | AsyncIterable<O>)[] = [];
  let failure: { readonly error: unknown } | undefined;
  const subscription = input.pipe(operators).subscribe({
    next: (values) => void ready.push(values),
    error: (error: unknown) => (failure = { error }),
  });
  const iterator = source[Symbol.asyncIterator]();
  let isOpen = true;
  /** By itself, since V8 takes long to optimise what stands around a `yield*`. */
  const takeInput = async (): Promise<void> => {
    await pace.beforeInput();
    const outcome = await nextOf(iterator);
    isOpen = outcome.kind === 'value';
    if (outcome.kind === 'value') pace.work(() => input.next(outcome.value));
    else if (outcome.kind === 'error') input.error(outcome.error);
    else input.complete();
  };
  try {
    while (isOpen && failure === undefined) {
      await takeInput();
      for (const values of ready.splice(0)) {
        const turn = pace.beforeOutput();
        if (turn !== undefined) await turn;
        yield* values;
      }
    }
    if (failure !== undefined) throw failure.error;
  } finally {
    subscription.unsubscribe();
    if (isOpen) await iterator.return?.();
  }
}

/** Decides when work continues: when the promise resolves, or at once for undefined. */
export interface Pace {
  /** Called before each input is pulled, after all output of the last one was taken. */
  beforeInput(): Promise<void> | undefined;
  /** Runs the operators on one input. */
  work(take: () => void): void;
  /** Called before each iterable is started. */
  beforeOutput(): Promise<void> | undefined;
}

type Outcome<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'end' } | { readonly kind: 'error'; readonly error: unknown };

/** Returns an error of the source as an outcome: operators receive it, and emit what they hold. */
async function nextOf<T>(iterator: AsyncIterator<T, unknown>): Promise<Outcome<T>> {
  try {
    const next = await iterator.next();
    return next.done === true ? { kind: 'end' } : { kind: 'value', value: next.value };
  } catch (error) {
    return { kind: 'error', error };
  }
}

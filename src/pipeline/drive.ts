import { type OperatorFunction, Subject } from 'rxjs';

/**
 * Runs an RxJS operator over a source that is pulled: one input is in flight, the next one is asked for when everything
 * that came out of it was taken. RxJS itself has no back-pressure; this gives it, and closes the source on every way out.
 *
 * The operator must work synchronously. An error of the operator or the source is thrown to the one who pulls, after
 * what had come out before it.
 */
export async function* drive<I, O>(source: AsyncIterable<I>, operator: OperatorFunction<I, O>): AsyncGenerator<O, void, undefined> {
  const input = new Subject<I>();
  const ready: O[] = [];
  let failure: { readonly error: unknown } | undefined;
  const subscription = input.pipe(operator).subscribe({
    next: (value) => void ready.push(value),
    error: (error: unknown) => (failure = { error }),
  });
  try {
    for await (const value of source) {
      input.next(value);
      yield* ready.splice(0);
      if (failure) throw failure.error;
      if (subscription.closed) return;
    }
    input.complete();
    yield* ready.splice(0);
    if (failure) throw failure.error;
  } finally {
    subscription.unsubscribe();
  }
}

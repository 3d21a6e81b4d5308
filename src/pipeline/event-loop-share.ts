import { setImmediate } from 'node:timers';

/** Work of all readings together between two looks at sockets, timers and signals. */
const SLICE_MILLISECONDS = 15;

/** A share of the event loop, for one piece of work. */
export interface Share {
  /** Gives milliseconds. */
  readonly clock: () => number;
  /** Undefined while the caller may go on; else a promise to wait for. Throws the reason of an aborted signal. */
  pause(): Promise<void> | undefined;
  /** True when the signal of the work is aborted. */
  isOver(): boolean;
}

/** Yields values within a share of the event loop: work on a long list pauses between them. */
export async function* inTurns<T>(values: Iterable<T>, share: Share): AsyncGenerator<T, void, undefined> {
  for (const value of values) {
    const turn = share.pause();
    if (turn !== undefined) await turn;
    yield value;
  }
}

/**
 * Divides the event loop among everything that one thread works on. Work asks before each step whether it may go on; once the steps of
 * an iteration of the loop have taken their slice, those that ask wait, and one of them goes on in each iteration that follows.
 */
export class EventLoopShare implements Share {
  private readonly waiting: (() => void)[] = [];
  private sliceStart = 0;
  private isTurning = false;

  /** `clock` gives milliseconds. */
  constructor(readonly clock: () => number = () => performance.now()) {}

  /** Undefined while the caller may go on; else a promise to wait for. */
  pause(): Promise<void> | undefined {
    if (!this.isTurning) this.beginSlice();
    if (this.waiting.length === 0 && this.clock() - this.sliceStart < SLICE_MILLISECONDS) return undefined;
    return new Promise((resolve) => void this.waiting.push(resolve));
  }

  /** This share for work that ends with a signal, in the middle of a long list too. */
  until(signal: AbortSignal | undefined): Share {
    if (signal === undefined) return this;
    const pause = (): Promise<void> | undefined => {
      signal.throwIfAborted();
      return this.pause();
    };
    return { clock: this.clock, pause, isOver: () => signal.aborted };
  }

  isOver(): boolean {
    return false;
  }

  private beginSlice(): void {
    this.sliceStart = this.clock();
    this.isTurning = true;
    setImmediate(this.turn);
  }

  /** Runs once in an iteration of the loop, after sockets were looked at. */
  private readonly turn = (): void => {
    const next = this.waiting.shift();
    this.isTurning = false;
    if (next === undefined) return;
    this.beginSlice();
    next();
  };
}

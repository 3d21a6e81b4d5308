import { setImmediate } from 'node:timers';

/** Work of all readings together per iteration of the event loop, between sockets, timers and signals. */
const SLICE_MILLISECONDS = 15;

/** A share of the event loop, for one piece of work. */
export interface Share {
  /** Returns milliseconds. */
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

/** One of this many turns goes to the work that has waited longest, so that long work never stops. */
const TURNS_FOR_ONE_IN_ORDER = 4;

/**
 * Divides the event loop among everything that one thread works on. Work asks before each step whether it may go on; once the steps of
 * an iteration of the loop have taken their slice, those that ask wait, and one of them goes on in each iteration that follows: the one that
 * has had the least, so that a small request is not behind all the slices of large ones.
 */
export class EventLoopShare {
  private readonly waiting: Work[] = [];
  /** The work whose turn this iteration is. */
  private current: Work | undefined;
  private sliceStart = 0;
  private isTurning = false;
  private turns = 0;

  /** `clock` returns milliseconds. */
  constructor(readonly clock: () => number = () => performance.now()) {}

  /** A share for one piece of work, which ends with a signal, in the middle of a long list too. */
  until(signal: AbortSignal | undefined): Share {
    const work: Work = { used: 0, since: this.clock(), goOn: () => undefined };
    const pause = (): Promise<void> | undefined => {
      signal?.throwIfAborted();
      return this.pause(work);
    };
    return { clock: this.clock, pause, isOver: () => signal?.aborted === true };
  }

  /** Pauses one piece of work: see `Share.pause`. */
  pause(work: Work): Promise<void> | undefined {
    if (!this.isTurning) this.beginSlice();
    const now = this.clock();
    // Time in which it waited for its input is not its own: more than a slice is not counted.
    work.used += Math.min(now - work.since, SLICE_MILLISECONDS);
    work.since = now;
    if ((this.waiting.length === 0 || work === this.current) && now - this.sliceStart < SLICE_MILLISECONDS) return undefined;
    return new Promise((resolve) => {
      work.goOn = resolve;
      this.waiting.push(work);
    });
  }

  private beginSlice(): void {
    this.sliceStart = this.clock();
    this.isTurning = true;
    setImmediate(this.turn);
  }

  /** Runs once in an iteration of the loop, after sockets. */
  private readonly turn = (): void => {
    this.isTurning = false;
    this.current = this.takeNext();
    if (this.current === undefined) return;
    this.beginSlice();
    this.current.since = this.sliceStart;
    this.current.goOn();
  };

  private takeNext(): Work | undefined {
    let next = 0;
    if (++this.turns % TURNS_FOR_ONE_IN_ORDER !== 0) {
      this.waiting.forEach(({ used }, i) => {
        if (used < (this.waiting[next]?.used ?? 0)) next = i;
      });
    }
    return this.waiting.splice(next, 1)[0];
  }
}

/** One piece of work, as the event loop is divided. */
interface Work {
  /** Milliseconds of the event loop that it has had. */
  used: number;
  /** When it was last counted. */
  since: number;
  /** Ends its pause. */
  goOn: () => void;
}

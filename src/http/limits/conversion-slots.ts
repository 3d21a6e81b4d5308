/** Limits of concurrent work. */
export interface SlotLimits {
  /** Conversions that run. */
  readonly running: number;
  /** Of those that run, the ones that hold their input whole in memory. */
  readonly holding: number;
  /** Requests that wait for one of them to end. */
  readonly waiting: number;
  /** How long one waits before it is refused. */
  readonly waitMilliseconds: number;
}

/** Why a request got no slot: too many wait, it waited too long, the service stops, or its client went away. */
export type SlotRefusalReason = 'full' | 'waited' | 'stopping' | 'gone';

/** Thrown to a request that gets no slot. */
export class SlotRefusal extends Error {
  override readonly name = 'SlotRefusal';

  /** `retryAfterSeconds` is a guess, from the time that slots were held lately. */
  constructor(
    readonly reason: SlotRefusalReason,
    readonly retryAfterSeconds: number,
  ) {
    super(`no slot: ${reason}`);
  }
}

/** Returns a slot back; calling it again does nothing. */
export type ReleaseSlot = () => void;

interface Waiting {
  readonly holdsInput: boolean;
  readonly take: (release: ReleaseSlot) => void;
  readonly refuse: (reason: SlotRefusalReason) => void;
}

const MAX_RETRY_SECONDS = 60;

/** Weight of the newest time in the moving average. */
const LATEST_WEIGHT = 0.2;

/**
 * The slots of conversions that run at the same time, and their queue: first come, first served, except that no request waits behind those that only wait
 * because too many others hold their input completely.
 */
export class ConversionSlots {
  private readonly queue = new Set<Waiting>();
  private held = 0;
  private heldWithInput = 0;
  private isClosed = false;
  private averageMilliseconds = 0;

  constructor(
    readonly limits: SlotLimits,
    private readonly clock: () => number,
  ) {}

  get running(): number {
    return this.held;
  }

  get waiting(): number {
    return this.queue.size;
  }

  /** True when the service stops. */
  get isStopping(): boolean {
    return this.isClosed;
  }

  /** Waits for a slot; `holdsInput`: for work that holds its input whole. Throws SlotRefusal; an aborted signal leaves the queue at once. */
  async acquire(signal: AbortSignal, holdsInput = false): Promise<ReleaseSlot> {
    if (signal.aborted) throw this.refusal('gone', holdsInput);
    if (this.isClosed) throw this.refusal('stopping', holdsInput);
    if (this.mayRun(holdsInput)) return this.hold(holdsInput);
    if (this.queue.size >= this.limits.waiting) throw this.refusal('full', holdsInput);
    return this.wait(signal, holdsInput);
  }

  /** Refuses those who wait and those who come. What runs goes on. */
  close(): void {
    this.isClosed = true;
    for (const waiting of this.queue) waiting.refuse('stopping');
  }

  private mayRun(holdsInput: boolean): boolean {
    const { running, holding } = this.limits;
    return this.held < running && (!holdsInput || this.heldWithInput < holding);
  }

  private async wait(signal: AbortSignal, holdsInput: boolean): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.queue.delete(waiting);
      };
      const waiting: Waiting = {
        holdsInput,
        take: (release) => {
          leave();
          resolve(release);
        },
        refuse: (reason) => {
          const refusal = this.refusal(reason, holdsInput);
          leave();
          reject(refusal);
        },
      };
      const onAbort = (): void => waiting.refuse('gone');
      const timer = setTimeout(() => waiting.refuse('waited'), this.limits.waitMilliseconds);
      signal.addEventListener('abort', onAbort);
      this.queue.add(waiting);
    });
  }

  private hold(holdsInput: boolean): ReleaseSlot {
    this.count(holdsInput, 1);
    const start = this.clock();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.count(holdsInput, -1);
      this.averageMilliseconds += LATEST_WEIGHT * (this.clock() - start - this.averageMilliseconds);
      this.takeNext();
    };
  }

  private count(holdsInput: boolean, by: 1 | -1): void {
    this.held += by;
    if (holdsInput) this.heldWithInput += by;
  }

  /** One slot became free, so at most one waiting request may run. */
  private takeNext(): void {
    for (const waiting of this.queue) {
      if (this.mayRun(waiting.holdsInput)) return waiting.take(this.hold(waiting.holdsInput));
    }
  }

  private refusal(reason: SlotRefusalReason, holdsInput: boolean): SlotRefusal {
    const { running, holding } = this.limits;
    const untilFree = (this.averageMilliseconds * (this.queue.size + 1)) / (holdsInput ? Math.min(running, holding) : running);
    return new SlotRefusal(reason, Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(untilFree / 1000))));
  }
}

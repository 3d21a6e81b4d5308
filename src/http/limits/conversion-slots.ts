import { type CanActivate, type CustomDecorator, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { RequestNotes } from '../logging/request-notes';

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

const REFUSALS: Readonly<Record<SlotRefusalReason, (seconds: number) => EdiError>> = {
  full: (seconds) => new EdiError('EDI_SERVICE_BUSY', `The service has as much work as it takes. Try again in ${seconds} s.`),
  waited: (seconds) => new EdiError('EDI_SERVICE_BUSY', `No slot became free while the request waited for its turn. Try again in ${seconds} s.`),
  stopping: () => new EdiError('EDI_SERVICE_STOPPING', 'The service is being stopped and takes no more work. Send the request again.'),
  gone: () => new EdiError('EDI_INPUT_ENDED', 'The client went away while the request waited for its turn.'),
};

/** Lets a request run when there is a slot for it, which it holds until its connection is done with it. Runs after the guard of API keys. */
@Injectable()
export class ConversionSlotGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly slots: ConversionSlots,
    private readonly notes: RequestNotes,
    @Inject(MONOTONIC_CLOCK) private readonly clock: MonotonicClock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!bringsWork(request)) return true;
    const holdsInput = this.reflector.getAllAndOverride<boolean | undefined>(HOLDS_INPUT, [context.getHandler(), context.getClass()]) === true;
    const start = this.clock();
    try {
      await this.acquire(http.getResponse<FastifyReply>(), holdsInput);
    } finally {
      this.notes.of(request).waitedMilliseconds = this.clock() - start;
    }
    return true;
  }

  private async acquire(reply: FastifyReply, holdsInput: boolean): Promise<void> {
    const gone = new AbortController();
    const { signal } = gone;
    reply.raw.once('close', () => gone.abort());
    if (reply.raw.destroyed) gone.abort();
    const release = await this.slots.acquire(signal, holdsInput).catch((error: unknown) => refuse(reply, error));
    if (signal.aborted) {
      release();
      throw REFUSALS.gone(0);
    }
    signal.addEventListener('abort', release, { once: true });
  }
}

function refuse(reply: FastifyReply, thrown: unknown): never {
  if (!(thrown instanceof SlotRefusal)) throw thrown;
  void reply.header('retry-after', String(thrown.retryAfterSeconds));
  throw REFUSALS[thrown.reason](thrown.retryAfterSeconds);
}

/** Methods whose requests send something to work on. */
const WORKING_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** True for a request that sends input, whatever its path, so that no operation can be forgotten: it takes a slot and is in the audit log. */
export function bringsWork({ method }: { readonly method: string }): boolean {
  return WORKING_METHODS.has(method);
}

/** Metadata of controllers and operations that hold their input whole in memory. */
export const HOLDS_INPUT = Symbol('holds its input');

/** Declares that an operation holds its input completely in memory: fewer of those run at the same time (CLEARLOOP_MAX_PARSES). */
export function HoldsInput(): CustomDecorator<symbol> {
  return SetMetadata(HOLDS_INPUT, true);
}

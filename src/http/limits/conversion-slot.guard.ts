import { type CanActivate, type ExecutionContext, Inject, Injectable, type CustomDecorator, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { RequestNotes } from '../logging/request-notes';
import { ConversionSlots, SlotRefusal, type SlotRefusalReason } from './conversion-slots';

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

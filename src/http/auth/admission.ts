import { normalizeIp, type ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import type { RequestNotes } from '../logging/request-notes';
import { API_KEY_HEADER, type ApiKeyState } from './api-key';
import { isLoopback } from './exposure';
import type { KeyStore } from './key-store';

const CHALLENGE = 'ApiKey realm="Clearloop"';

const REFUSALS: Readonly<Record<Exclude<ApiKeyState, 'active'>, string>> = {
  expired: 'The API key has expired. Ask the operator of the service for a new one.',
  revoked: 'The API key was revoked. Ask the operator of the service for a new one.',
};

/**
 * Decides who gets in. With keys a request needs an active one and is counted under it; without keys everybody gets in and is
 * counted under the client address, except this machine, whose requests may be those of a proxy.
 */
export class Admission {
  private readonly admitted = new WeakSet<FastifyRequest>();

  /** Without `keys` no request needs one. */
  constructor(
    private readonly keys: KeyStore | undefined,
    private readonly rateLimit: RateLimit,
    private readonly notes: RequestNotes,
  ) {}

  /** Number of active keys; undefined when no request needs one. */
  get activeKeys(): number | undefined {
    return this.keys?.activeCount;
  }

  /** Admits a request, once however often it is called. Throws EDI_UNAUTHORIZED and EDI_TOO_MANY_REQUESTS, whose headers it sets. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (this.admitted.has(request)) return;
    const keyId = this.keys === undefined ? undefined : this.authenticate(this.keys, request, reply);
    if (keyId !== undefined) await this.count(`key ${keyId}`, 'The API key', reply);
    else if (!isLoopback(request.ip)) await this.count(`address ${normalizeIp(request.ip)}`, 'This address', reply);
    this.admitted.add(request);
  }

  private authenticate(keys: KeyStore, request: FastifyRequest, reply: FastifyReply): string {
    const sent = request.headers[API_KEY_HEADER.toLowerCase()];
    if (typeof sent !== 'string' || sent === '') throw refusal(reply, `An API key is needed. Send it in the header ${API_KEY_HEADER}.`);
    const known = keys.identify(sent);
    if (known === undefined) throw refusal(reply, `The API key in the header ${API_KEY_HEADER} is not known. Is it complete?`);
    this.notes.of(request).keyId = known.id;
    if (known.state !== 'active') throw refusal(reply, REFUSALS[known.state]);
    return known.id;
  }

  private async count(caller: string, callerName: string, reply: FastifyReply): Promise<void> {
    const seconds = await this.rateLimit.count(caller);
    if (seconds === undefined) return;
    void reply.header('retry-after', String(seconds));
    const message = `${callerName} has used up its ${this.rateLimit.perMinute} requests a minute. Wait ${seconds} s before the next one.`;
    throw new EdiError('EDI_TOO_MANY_REQUESTS', message);
  }
}

function refusal(reply: FastifyReply, message: string): EdiError {
  void reply.header('www-authenticate', CHALLENGE);
  return new EdiError('EDI_UNAUTHORIZED', message);
}

const MINUTE = 60_000;

/** The storage counts several limits side by side under their names; there is one. */
const LIMIT_NAME = 'requests';

/** A storage with the limit 0 refuses until the oldest request is a minute old, and not for a minute from the first refusal on. */
const NO_BLOCK = 0;

/**
 * Counts the requests of each caller over the last minute. Only the counter of `@nestjs/throttler` is used: its guard sees the
 * operations of Nest and neither the pages of the OpenAPI document nor paths that do not exist, and knows no `ErrorBody`.
 */
export class RateLimit {
  /** `perMinute` 0 means no limit. */
  constructor(
    private readonly storage: ThrottlerStorage,
    readonly perMinute: number,
  ) {}

  /** Counts a request. Returns undefined if it is within the limit, otherwise the whole seconds until the caller may try again. */
  async count(caller: string): Promise<number | undefined> {
    if (this.perMinute === 0) return undefined;
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(caller, MINUTE, this.perMinute, NO_BLOCK, LIMIT_NAME);
    return isBlocked ? Math.max(1, timeToBlockExpire) : undefined;
  }
}

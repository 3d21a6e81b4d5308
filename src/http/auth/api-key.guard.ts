import { BlockList, isIP } from 'node:net';
import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiSecurity } from '@nestjs/swagger';
import { normalizeIp, type ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import type { RequestNotes } from '../logging/request-notes';
import type { ServiceLog } from '../logging/service-log';
import { ServiceSettings } from '../settings/service-settings';
import { API_KEY_HEADER, type ApiKeyState } from './api-key';
import type { KeyStore } from './key-file';

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

/** The guard of all operations: it stops at those with `@RequiresApiKey()`, or at every one but the open routes when the scope is `all`. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly open: ReadonlySet<string>;
  private readonly isNeededEverywhere: boolean;

  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
    settings: ServiceSettings,
  ) {
    this.open = openRoutes(settings);
    this.isNeededEverywhere = needsKeyEverywhere(settings);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (this.open.has(request.routeOptions.url ?? '')) return true;
    const isMarked = this.reflector.getAllAndOverride<boolean | undefined>(REQUIRES_API_KEY, [context.getHandler(), context.getClass()]) === true;
    if (isMarked || this.isNeededEverywhere) await this.admission.admit(request, http.getResponse<FastifyReply>());
    return true;
  }
}

/** Name of the security scheme in the OpenAPI document. */
export const API_KEY_SCHEME = 'ApiKeyAuth';

/** Metadata of controllers and operations that need a key whatever the scope. */
export const REQUIRES_API_KEY = Symbol('requires an API key');

/** Guards a controller or an operation with API keys, when the service has keys, and documents the answers 401 and 429. */
export function RequiresApiKey(): ClassDecorator & MethodDecorator {
  return applyDecorators(SetMetadata(REQUIRES_API_KEY, true), ApiSecurity(API_KEY_SCHEME));
}

/** The page of the viewer: a browser that opens it sends no key. The page has no data; what it asks for needs a key. */
const PAGE_ROUTES = ['/view', '/view/:file'];

/** Returns the routes that are open whatever the scope: probes of load balancers carry no key, nor do some scrapers of metrics, nor a browser that opens a page. */
export function openRoutes({ CLEARLOOP_METRICS: metrics, CLEARLOOP_VIEWER: hasViewer }: ServiceSettings): ReadonlySet<string> {
  return new Set(['/health', ...(metrics === 'open' ? ['/metrics'] : []), ...(hasViewer ? PAGE_ROUTES : [])]);
}

/** True when the scope is `all`. A path that does not exist needs a key as well. */
export function needsKeyEverywhere({ CLEARLOOP_API_KEYS_SCOPE: scope }: ServiceSettings): boolean {
  return scope === 'all';
}

/**
 * Warns about open access. With the scope `all`, checks the key before the body is read; this also covers what guards of operations do not see: the pages of
 * the OpenAPI document and paths that do not exist. CORS preflights, which cannot carry a key, are answered earlier. Call it after `configureServer`: hooks run
 * in order of registration, and a refusal needs the headers of CORS and security too.
 */
export function guardRequests(app: NestFastifyApplication, settings: ServiceSettings, log: ServiceLog): void {
  const admission = app.get(Admission);
  for (const warning of accessWarnings(settings, admission.activeKeys)) log.warn(warning);
  if (!needsKeyEverywhere(settings)) return;
  const open = openRoutes(settings);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', async (request, reply) => {
    if (!open.has(request.routeOptions.url ?? '')) await admission.admit(request, reply);
  });
}

/** Something about the access to the service that its operator should know. */
export interface AccessWarning {
  readonly event: string;
  readonly note: string;
}

/**
 * Refuses settings that would open the service by accident: an address beyond this machine without API keys, unless that is
 * allowed expressly, and a scope without keys. Throws EDI_BAD_PARAMETER, without the values.
 */
export function refuseExposure(settings: ServiceSettings): void {
  if (settings.CLEARLOOP_API_KEYS_FILE !== undefined) return;
  if (settings.CLEARLOOP_API_KEYS_SCOPE === 'all') {
    const message = 'The setting CLEARLOOP_API_KEYS_SCOPE is all, but there are no keys. Name their file in CLEARLOOP_API_KEYS_FILE.';
    throw new EdiError('EDI_BAD_PARAMETER', message);
  }
  if (isLoopback(settings.HOST) || settings.CLEARLOOP_ALLOW_ANONYMOUS) return;
  throw new EdiError(
    'EDI_BAD_PARAMETER',
    'The setting HOST opens the service to other machines, and no API keys are configured. ' +
      'Either name a file of keys in CLEARLOOP_API_KEYS_FILE ("clearloop keys create" makes it), or leave HOST at 127.0.0.1, ' +
      'or set CLEARLOOP_ALLOW_ANONYMOUS=true because something else guards the service.',
  );
}

/** Returns what is open or closed, perhaps unintentionally. `activeKeys` is undefined without a file of keys. */
export function accessWarnings(settings: ServiceSettings, activeKeys: number | undefined): readonly AccessWarning[] {
  const isExposed = !isLoopback(settings.HOST);
  const warnings: AccessWarning[] = [];
  if (activeKeys === undefined && isExposed) {
    const note = 'CLEARLOOP_ALLOW_ANONYMOUS is true: anyone who reaches HOST may use every operation without a key.';
    warnings.push({ event: 'anonymous-access', note });
  }
  if (activeKeys === 0) {
    const note = 'The file of API keys has no active key, so nobody gets in where one is needed. "clearloop keys create" makes one.';
    warnings.push({ event: 'no-active-keys', note });
  }
  if (activeKeys !== undefined && isExposed && settings.CLEARLOOP_API_KEYS_SCOPE === 'codes') {
    const note =
      'API keys guard code look-up only: anyone who reaches HOST may convert, validate and generate EDI without one. CLEARLOOP_API_KEYS_SCOPE=all guards everything but /health and the page of the viewer.';
    warnings.push({ event: 'open-operations', note });
  }
  return warnings;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for a loopback address: 127.0.0.0/8, ::1, and the name localhost. Other names are not resolved; a client that has disconnected has no address. */
export function isLoopback(host: string | undefined): boolean {
  if (host === undefined) return false;
  const version = isIP(host);
  if (version === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

import { type CanActivate, type ExecutionContext, Injectable, applyDecorators, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceLog } from '../logging/service-log';
import { ServiceSettings } from '../settings/service-settings';
import { Admission } from './admission';
import { accessWarnings } from './exposure';

/** The guard of all operations: it stops at those with `@RequiresApiKey()`, or at every one but the health check when the scope is `all`. */
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

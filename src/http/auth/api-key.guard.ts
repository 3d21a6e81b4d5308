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

/**
 * Guards a controller or an operation with API keys, when the service has keys. It says so in the OpenAPI document too, with the
 * answers 401 and 429.
 */
export function RequiresApiKey(): ClassDecorator & MethodDecorator {
  return applyDecorators(SetMetadata(REQUIRES_API_KEY, true), ApiSecurity(API_KEY_SCHEME));
}

/** Gives the routes that are open whatever the scope: probes of load balancers carry no key, nor do some scrapers of metrics. */
export function openRoutes({ CLEARLOOP_METRICS: metrics }: ServiceSettings): ReadonlySet<string> {
  return new Set(metrics === 'open' ? ['/health', '/metrics'] : ['/health']);
}

/** True when the scope is `all`. A path that does not exist needs a key as well. */
export function needsKeyEverywhere({ CLEARLOOP_API_KEYS_SCOPE: scope }: ServiceSettings): boolean {
  return scope === 'all';
}

/**
 * Warns of what is open and, with the scope `all`, asks for a key before anything is read of a body. What the guard of the operations does not see, the pages
 * of the OpenAPI document and paths that do not exist, is covered by this. CORS preflights, which cannot carry a key, are answered before.
 * Call it after `configureServer`: hooks run in their order, and a refusal has the headers of CORS and security too.
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

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { ServiceLog } from '../logging/service-log';
import type { ServiceSettings } from '../settings/service-settings';
import { Admission } from './admission';
import { accessWarnings } from './exposure';

/** Route that is open whatever the scope: probes of load balancers carry no key. */
const HEALTH_ROUTE = '/health';

/** True when the scope is `all` and the request is not for the health check. A path that does not exist needs a key as well. */
export function needsKeyEverywhere(request: FastifyRequest, { CLEARLOOP_API_KEYS_SCOPE: scope }: ServiceSettings): boolean {
  return scope === 'all' && request.routeOptions.url !== HEALTH_ROUTE;
}

/**
 * Warns of what is open and, with the scope `all`, asks for a key before anything is read of a body. What the guard of the operations does not see, the pages
 * of the OpenAPI document and paths that do not exist, is covered by this. CORS preflights, which cannot carry a key, are answered before.
 * Call it after `dressServer`: hooks run in their order, and a refusal has the headers of CORS and security too.
 */
export function guardRequests(app: NestFastifyApplication, settings: ServiceSettings, log: ServiceLog): void {
  const admission = app.get(Admission);
  for (const warning of accessWarnings(settings, admission.activeKeys)) log.warn(warning);
  if (settings.CLEARLOOP_API_KEYS_SCOPE !== 'all') return;
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', async (request, reply) => {
    if (needsKeyEverywhere(request, settings)) await admission.admit(request, reply);
  });
}

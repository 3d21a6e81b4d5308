import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceLog } from '../logging/service-log';
import type { ServiceSettings } from '../settings/service-settings';
import { Admission } from './admission';
import { accessWarnings } from './exposure';

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
 * Call it after `dressServer`: hooks run in their order, and a refusal has the headers of CORS and security too.
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

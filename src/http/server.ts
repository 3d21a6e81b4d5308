import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { discardRestOfBody } from './body/discard-rest';
import { errorBody } from './errors/error-body';
import { toRequestError } from './errors/request-error';
import { createClientErrorHandler } from './limits/client-errors';
import { shedLoad } from './limits/shed-load';
import { noteAnswers } from './limits/open-answers';
import { RequestWatch } from './logging/request-watch';
import type { ServiceLog } from './logging/service-log';
import { IGNORED_HEADER } from './query/ignored-parameters.interceptor';
import type { ServiceSettings } from './settings/service-settings';

/** Request header and response header with the id under which a request stands in the log. */
export const REQUEST_ID_HEADER = 'x-request-id';

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** How long a client may go on sending after it was answered. */
const DISCARD_MILLISECONDS = 10_000;

const KEEP_ALIVE_PROBE_MILLISECONDS = 60_000;

/** How often connections are looked at whose headers do not come, at least. */
const MOST_CHECK_MILLISECONDS = 5_000;

/** Makes the HTTP server. Bodies stay streams: no content type has a parser, the operations read the request themselves. */
export function createAdapter({ CLEARLOOP_CLIENT_SECONDS: clientSeconds }: ServiceSettings, log: ServiceLog): FastifyAdapter {
  const headersTimeout = clientSeconds * 1000;
  const adapter = new FastifyAdapter({
    logger: false,
    genReqId: requestId,
    // Finds clients that are gone without a word, so that their conversions end.
    http: {
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_PROBE_MILLISECONDS,
      headersTimeout,
      connectionsCheckingInterval: Math.min(MOST_CHECK_MILLISECONDS, headersTimeout / 2),
    },
    clientErrorHandler: createClientErrorHandler(({ code }) => log.warn({ event: 'request-unreadable', errorCode: code })),
    // While the service drains, open connections are served and then closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error: Error, _request: FastifyRequest, reply: FastifyReply) => {
      const known = toRequestError(error);
      void reply
        .code(known.status)
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(errorBody(known)));
    },
  });
  const fastify = adapter.getInstance();
  noteAnswers(fastify.server);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  return adapter;
}

/** Adds what stands around every request: its id, its log line, security headers, and CORS when origins are named. */
export async function dressServer(app: NestFastifyApplication, settings: ServiceSettings): Promise<void> {
  const requests = app.get(RequestWatch);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    requests.watch(request, reply);
    discardRestOfBody(request.raw, reply.raw, DISCARD_MILLISECONDS);
    done();
  });
  // The page of the OpenAPI document styles itself inline; plain http must stay plain, and
  // only the proxy that holds a certificate may promise https for its domain.
  const directives = { 'style-src': ["'self'", "'unsafe-inline'"], 'upgrade-insecure-requests': null };
  await app.register(helmet, { contentSecurityPolicy: { directives }, strictTransportSecurity: false });
  await shedLoad(app, settings);
  const origins = settings.CLEARLOOP_CORS_ORIGINS;
  if (origins.length > 0)
    app.enableCors({ origin: [...origins], methods: ['GET', 'POST'], exposedHeaders: [IGNORED_HEADER, REQUEST_ID_HEADER, 'Retry-After'] });
}

/** Takes the id that a caller gives, when it is fit for logs and headers, or makes one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

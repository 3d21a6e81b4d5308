import type { IncomingMessage, ServerResponse } from 'node:http';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../common/edi-error';
import { discardRestOfBody, deferContinue } from './body/request-bytes';
import { errorBody, toRequestError } from './errors/errors';
import { PathMethods } from './errors/errors';
import { REQUEST_ID_HEADER, requestIdOf, setSecurityHeaders } from './headers';
import { createClientErrorHandler, noteAnswers } from './limits/client-watch';
import { shedLoad } from './limits/limits.module';
import { RequestWatch } from './logging/request-log';
import type { ServiceLog } from './logging/service-log';
import type { ServiceSettings } from './settings/service-settings';
import { IGNORED_HEADER } from './validation/ignored-parameters.interceptor';

/** Limit of what a client may send after it was answered. */
const DISCARD_LIMITS = { milliseconds: 10_000, bytes: 64_000_000 };

const KEEP_ALIVE_PROBE_MILLISECONDS = 60_000;

/** Upper bound of the interval between checks for late headers. */
const MAX_CHECK_MILLISECONDS = 5_000;

/** Makes the HTTP server. Bodies stay streams: no content type has a parser, the operations read the request themselves. */
export function createAdapter({ CLEARLOOP_CLIENT_SECONDS: clientSeconds }: ServiceSettings, log: ServiceLog): FastifyAdapter {
  const headersTimeout = clientSeconds * 1000;
  const adapter = new FastifyAdapter({
    logger: false,
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '/' }) => completePath(url),
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      // Of a repeated parameter the last one counts.
      querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)),
    },
    // Finds clients that disappeared without closing the connection.
    http: {
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_PROBE_MILLISECONDS,
      headersTimeout,
      // Node would refuse such requests without the headers of the service; see `refuseAmbiguousHost`.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(MAX_CHECK_MILLISECONDS, headersTimeout / 2),
    },
    clientErrorHandler: createClientErrorHandler(({ code }, requestId) => log.warn({ event: 'request-unreadable', requestId, errorCode: code })),
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
  deferContinue(fastify.server);
  // Runs before anything else sees a request, so that every answer has the headers.
  fastify.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    setSecurityHeaders(request, response);
    response.setHeader(REQUEST_ID_HEADER, requestIdOf(request));
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  return adapter;
}

/** Adds what surrounds every request: its log line, the check of its host, and CORS when origins are named. */
export async function configureServer(app: NestFastifyApplication, settings: ServiceSettings): Promise<void> {
  const requests = app.get(RequestWatch);
  const methods = app.get(PathMethods);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => methods.add(route));
  fastify.addHook('onRequest', (request, reply, done) => {
    requests.watch(request, reply);
    discardRestOfBody(request.raw, reply.raw, DISCARD_LIMITS);
    done(refuseAmbiguousHost(request.raw, reply));
  });
  await shedLoad(app, settings);
  const origins = settings.CLEARLOOP_CORS_ORIGINS;
  if (origins.length > 0)
    app.enableCors({ origin: [...origins], methods: ['GET', 'POST', 'DELETE'], exposedHeaders: [IGNORED_HEADER, REQUEST_ID_HEADER, 'Retry-After'] });
}

/** Two hosts let a proxy and the service see different ones (RFC 9112, 3.2). The connection ends too: later bytes cannot be trusted. */
function refuseAmbiguousHost({ rawHeaders, httpVersion }: IncomingMessage, reply: FastifyReply): EdiError | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  void reply.header('connection', 'close');
  return new EdiError('EDI_BAD_PARAMETER', `The request has ${hosts} Host headers; it must have one. Let the HTTP library write it.`);
}

/** Paths at the root: those that monitoring expects there, and the page of the viewer. */
const ROOT_PATHS = '(?:health|metrics|view)';

const OF_ROOT = new RegExp(`^/+api(/+${ROOT_PATHS}/*(?:[?#].*)?)$`, 's');
const COMPLETE = new RegExp(`^/+(?:(?:api|${ROOT_PATHS})(?:[/?#]|$)|[?#]|$)`);

/**
 * Completes the path of a request: clients may have a base address with or without `/api`.
 *
 *     /edi/json?ndjson=true  ->  /api/edi/json?ndjson=true
 *     /api/health            ->  /health
 */
export function completePath(url: string): string {
  const root = OF_ROOT.exec(url)?.[1];
  if (root !== undefined) return root;
  return !url.startsWith('/') || COMPLETE.test(url) ? url : `/api${url}`;
}

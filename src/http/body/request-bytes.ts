import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { EdiError } from '../../common/edi-error';
import { noteIgnored } from '../validation/ignored-parameters.interceptor';
import { validatedNames } from '../validation/validation.pipe';

/** Bytes of a body that are received while others are worked on. */
const AHEAD_BYTES = 1 << 20;

const ahead = new WeakMap<IncomingMessage, PassThrough>();

/**
 * Yields the bytes of a request, and receives more of them meanwhile. The system reports a disconnected client after everything that the client sent, so work
 * would continue for nobody if nothing more were received. Stopping early leaves the connection open.
 */
export async function* readAhead(request: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  const received = new PassThrough({ readableHighWaterMark: AHEAD_BYTES });
  const fail = (error: Error): void => void received.destroy(error);
  const onClose = (): void => {
    if (!request.readableEnded) fail(new Error('The connection was closed.'));
  };
  ahead.set(request, received);
  try {
    request.on('error', fail).on('close', onClose);
    if (request.destroyed) onClose();
    yield* request.pipe(received);
  } finally {
    request.unpipe(received).off('close', onClose).off('error', fail);
  }
}

/** Bytes of a request that were received and are not worked on yet. */
export function receivedBytes(request: IncomingMessage): number {
  const received = ahead.get(request);
  return request.readableLength + (received === undefined ? 0 : received.readableLength + received.writableLength);
}

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Makes clients that send `Expect: 100-continue` wait until their body is read, so that a refused request (no key, too large, busy) sends none. The connection
 * is closed, because the body may or may not follow.
 */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    response.setHeader('connection', 'close');
    server.emit('request', request, response);
  });
  // Unknown expectations are ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** True while the client waits for the invitation to send its body. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Invites a waiting client to send its body. */
export function inviteBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  waiting.delete(request);
  if (response === undefined || response.headersSent) return;
  response.removeHeader('connection');
  response.writeContinue();
}

/** Limit of what a client may send after it was answered. */
export interface DiscardLimits {
  readonly milliseconds: number;
  readonly bytes: number;
}

const LOOK_MILLISECONDS = 100;

/**
 * After the answer, receives and discards the rest of the request, so that a client that sends everything before it reads gets the answer, and the connection
 * can serve its next request. Closes the connection when a limit is reached.
 */
export function discardRestOfBody(request: IncomingMessage, response: ServerResponse, { milliseconds, bytes }: DiscardLimits): void {
  response.once('finish', () => {
    if (request.readableEnded || request.destroyed) return;
    const deadline = performance.now() + milliseconds;
    const maxBytesRead = request.socket.bytesRead + bytes;
    // Counts bytes of the connection: the parser discards a body that was never read, and the request does not see it.
    const timer = setInterval(() => {
      if (performance.now() > deadline || request.socket.bytesRead > maxBytesRead) request.destroy();
    }, LOOK_MILLISECONDS);
    timer.unref();
    for (const end of ['end', 'close']) request.once(end, () => clearInterval(timer));
    request.on('error', () => undefined); // The client is free to go now.
    // A piped body would stop the flow when its reader is closed, which may be later.
    request.unpipe();
    // Continues the flow when the reader removes its listener later.
    request.on('data', () => undefined);
    request.resume();
  });
}

/** A request that is a list of names, and no data. */
const MAX_JSON_BYTES = 1_000_000;

const MAX_SHOWN_LENGTH = 40;

const JSON_TYPE = /^application\/(json|[a-z.+-]+\+json)\s*(;|$)/i;

/**
 * Makes the interceptor that reads the body of a small request as a JSON object, so that `@Body()` gets it and the pipe of all operations checks it by its class. Bodies are
 * streams everywhere else. It throws EDI_UNSUPPORTED_MEDIA_TYPE, EDI_BODY_TOO_LARGE and EDI_BAD_PARAMETER, also for properties that the class does not have: a misspelt one
 * would be ignored.
 */
export function jsonBodyOf(bodyClass: new () => object): new () => NestInterceptor {
  @Injectable()
  class JsonBodyInterceptor implements NestInterceptor {
    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const request = http.getRequest<FastifyRequest>();
      if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
        throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', 'The content type of the request cannot be read. Send JSON as application/json.');
      noteIgnored(http.getResponse<FastifyReply>(), Object.keys(asObject(request.query)));
      const body = parseObject(await textOf(request));
      refuseUnknown(body, validatedNames(bodyClass));
      request.body = withoutNulls(body);
      return next.handle();
    }
  }
  return JsonBodyInterceptor;
}

/** null is treated as absent, so that defaults apply. */
function withoutNulls(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function refuseUnknown(body: object, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const shown = unknown.slice(0, MAX_SHOWN_LENGTH);
  throw new EdiError('EDI_BAD_PARAMETER', `The body has the property "${shown}", which the operation does not know. Allowed: ${known.join(', ')}.`);
}

const asObject = (query: unknown): object => (typeof query === 'object' && query !== null ? query : {});

async function textOf({ raw, headers }: FastifyRequest): Promise<string> {
  if (headers['content-encoding'] !== undefined) throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', 'Send this request without a content encoding.');
  inviteBody(raw);
  const chunks: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of readAhead(raw)) {
    count += chunk.length;
    if (count > MAX_JSON_BYTES)
      throw new EdiError('EDI_BODY_TOO_LARGE', `The request has more than ${MAX_JSON_BYTES} bytes. Name folders or patterns instead of files.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new EdiError('EDI_BAD_PARAMETER', 'The body is no JSON.', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new EdiError('EDI_BAD_PARAMETER', 'The body must be one JSON object.');
  return value;
}

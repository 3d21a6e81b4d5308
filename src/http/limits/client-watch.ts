import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { systemErrorCode } from '../../io/system-error';
import { awaitsContinue, receivedBytes } from '../body/request-bytes';
import { errorAnswer, errorBody } from '../errors/errors';
import { REQUEST_ID_HEADER, SECURITY_HEADERS } from '../headers';
import type { ClientDuty, RequestNotes } from '../logging/request-notes';
import type { ServiceLog } from '../logging/service-log';

/**
 * Knows which connections serve a request, so that the others can be closed when the service stops. Node's `closeIdleConnections` leaves connections open that
 * have not sent anything yet, and browsers and clients hold such connections in reserve.
 */
export class OpenConnections {
  private readonly open = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /** Closes the connections that serve no request. */
  closeIdle(): void {
    for (const socket of this.open) if (openAnswers(socket).length === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.open) socket.destroy();
  }
}

const answers = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Remembers the unfinished answers of each connection, and closes them with it. Node closes only the current one. The others wait behind it, because the client
 * sent several requests at once; they would never learn that the client has disconnected, and would hold their resources for ever.
 */
export function noteAnswers(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const open = new Set<ServerResponse>();
    answers.set(socket, open);
    socket.once('close', () => {
      // The youngest first, so that a released resource is not taken by another answer that is about to be closed.
      for (const response of [...open].reverse()) if (response.socket === null) closeUnsent(response);
    });
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = answers.get(socket);
    open?.add(response);
    response.once('close', () => open?.delete(response));
  });
}

/** The answers of a connection that are not over, the oldest first. */
export function openAnswers(socket: Socket): readonly ServerResponse[] {
  return [...(answers.get(socket) ?? [])];
}

/** As Node closes the answer that has the connection. */
function closeUnsent(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}

/** Requests that the HTTP parser refuses, in the words of the service; nothing of the request is repeated. */
function refusalOf(error: Error): EdiError {
  const code = systemErrorCode(error);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new EdiError('EDI_CLIENT_TOO_SLOW', 'The headers of the request came too slowly. Send it again.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new EdiError('EDI_HEADERS_TOO_LARGE', 'The address and headers of the request are larger than the service reads. Shorten them.');
  return new EdiError('EDI_BAD_PARAMETER', 'The request is not HTTP that can be read. Let the HTTP library write it.', { cause: error });
}

/** Returns the handler of connections whose bytes are no HTTP, or come too slowly. Nothing else handles them, because they have no request yet. */
export function createClientErrorHandler(onRefusal: (error: EdiError, requestId: string) => void): (error: Error, socket: Socket) => void {
  return (error, socket) => {
    if (socket.destroyed || systemErrorCode(error) === 'ECONNRESET') return;
    const refusal = refusalOf(error);
    const requestId = randomUUID();
    onRefusal(refusal, requestId);
    if (socket.writable && mayAnswer(socket)) socket.write(rawAnswer(refusal, requestId));
    socket.destroySoon();
  };
}

/** False when these bytes would become a part of an answer, or be taken for that of a request before. */
function mayAnswer(socket: Socket): boolean {
  return openAnswers(socket).every(({ headersSent, req }) => !headersSent && !req.complete);
}

function rawAnswer(error: EdiError, requestId: string): string {
  const body = JSON.stringify(errorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

/** How slow a client may be while the service waits for it. */
export interface ClientPace {
  /** Seconds of waiting after which received or sent bytes are compared with the minimum rate. */
  readonly seconds: number;
  /** Fewer bytes a second than this are too slow; with 0 one byte is enough. */
  readonly bytesPerSecond: number;
}

/** Looks in a window: often enough to end one in time, seldom enough to cost nothing. */
const CHECKS_PER_WINDOW = 20;

const MAX_CHECK_MILLISECONDS = 1_000;

/** Activity of a client while the service waited for it. */
interface Window {
  waitedMilliseconds: number;
  /** Count of bytes when the window began. */
  start: number;
}

interface Watched {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly windows: Partial<Record<ClientDuty, Window>>;
}

/**
 * Ends requests whose clients keep the service waiting. Only time in which the service waits for the client counts: neither the queue nor its own work. It
 * watches connections, so that it applies to every operation.
 */
export class ClientWatch {
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;
  private readonly lookMilliseconds: number;

  constructor(
    private readonly pace: ClientPace,
    private readonly notes: RequestNotes,
    private readonly log: ServiceLog,
  ) {
    this.lookMilliseconds = Math.min(MAX_CHECK_MILLISECONDS, (pace.seconds * 1000) / CHECKS_PER_WINDOW);
  }

  /** Call once for each request, before it is answered. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    const watched: Watched = { request, reply, windows: {} };
    this.watched.add(watched);
    this.timer ??= setInterval(() => this.look(), this.lookMilliseconds).unref();
    reply.raw.once('close', () => {
      this.watched.delete(watched);
      if (this.watched.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    });
  }

  private look(): void {
    for (const watched of this.watched) {
      const duty = dutyOf(watched.request.raw, watched.reply.raw);
      if (duty !== undefined) this.wait(watched, duty);
    }
  }

  private wait(watched: Watched, duty: ClientDuty): void {
    const moved = bytesMoved(watched.request.raw, duty);
    const window = (watched.windows[duty] ??= { waitedMilliseconds: 0, start: moved });
    // The time between two looks, not that of the clock: the client is not to blame when the service was busy in between.
    window.waitedMilliseconds += this.lookMilliseconds;
    const { seconds, bytesPerSecond } = this.pace;
    if (window.waitedMilliseconds < seconds * 1000) return;
    const bytes = moved - window.start;
    if (bytes < Math.max(1, seconds * bytesPerSecond)) this.end(watched, duty, bytes);
    else watched.windows[duty] = { waitedMilliseconds: 0, start: moved };
  }

  private end(watched: Watched, duty: ClientDuty, bytes: number): void {
    const { request, reply } = watched;
    const { seconds } = this.pace;
    this.watched.delete(watched);
    const note = this.notes.of(request);
    note.slowAt = duty;
    note.errorCode = 'EDI_CLIENT_TOO_SLOW';
    this.log.warn({ event: 'client-too-slow', requestId: request.id, route: request.routeOptions.url ?? '(none)', duty, seconds, bytes });
    if (duty === 'reading' || reply.sent || reply.raw.headersSent) {
      request.raw.socket.destroy();
      return;
    }
    const message = `The body came too slowly: ${bytes} bytes in ${seconds} s of waiting. Send it again, over a better connection.`;
    const error = new EdiError('EDI_CLIENT_TOO_SLOW', message);
    const { contentType, body } = errorAnswer(request, error, note.fileName);
    void reply.code(error.status).headers({ 'content-type': contentType, connection: 'close' }).send(body);
  }
}

/** Whom the service waits for; undefined when it is its own turn. */
function dutyOf(request: IncomingMessage, response: ServerResponse): ClientDuty | undefined {
  if (response.writableNeedDrain || (response.writableEnded && !response.writableFinished)) return 'reading';
  // All that came of the body was taken, and it is not complete.
  if (!awaitsContinue(request) && !request.complete && receivedBytes(request) === 0) return 'sending';
  return undefined;
}

function bytesMoved({ socket }: IncomingMessage, duty: ClientDuty): number {
  return duty === 'sending' ? socket.bytesRead : socket.bytesWritten - socket.writableLength;
}

import { randomUUID } from 'node:crypto';
import { type Server, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { EdiError } from '../../common/edi-error';
import { systemErrorCode } from '../../io/system-error';
import { errorBody } from '../errors/error-answer';
import { REQUEST_ID_HEADER, SECURITY_HEADERS } from '../headers';

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

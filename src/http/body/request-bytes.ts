import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';

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

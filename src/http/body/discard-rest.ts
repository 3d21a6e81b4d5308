import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much a client may send after it was answered. */
export interface DiscardLimits {
  readonly milliseconds: number;
  readonly bytes: number;
}

const LOOK_MILLISECONDS = 100;

/**
 * Once the answer is out, receives what the client still sends and drops it, so that a client that sends everything before it
 * reads gets the answer, and the connection can serve its next request. The connection is closed when a limit is reached.
 */
export function discardRestOfBody(request: IncomingMessage, response: ServerResponse, { milliseconds, bytes }: DiscardLimits): void {
  response.once('finish', () => {
    if (request.readableEnded || request.destroyed) return;
    const deadline = performance.now() + milliseconds;
    const mostRead = request.socket.bytesRead + bytes;
    // The connection counts: a body that nobody began to read is dropped by the parser, and the request does not see it.
    const timer = setInterval(() => {
      if (performance.now() > deadline || request.socket.bytesRead > mostRead) request.destroy();
    }, LOOK_MILLISECONDS);
    timer.unref();
    for (const end of ['end', 'close']) request.once(end, () => clearInterval(timer));
    request.on('error', () => undefined); // The client is free to go now.
    // What was piped would stop the flow when its reader is closed, which may be later.
    request.unpipe();
    // Keeps the stream flowing when the reader takes its listener away later.
    request.on('data', () => undefined);
    request.resume();
  });
}

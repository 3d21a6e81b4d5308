import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Once the answer is out, receives what the client still sends and drops it, so that the client, which may send all before it
 * reads, gets to the answer. After `milliseconds` the connection is cut.
 */
export function discardRestOfBody(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  response.once('finish', () => {
    if (request.readableEnded || request.destroyed) return;
    const deadline = setTimeout(() => request.destroy(), milliseconds);
    deadline.unref();
    request.once('close', () => clearTimeout(deadline));
    request.on('error', () => undefined); // The client is free to go now.
    request.resume();
  });
}

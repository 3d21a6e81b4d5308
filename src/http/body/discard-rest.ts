import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much a client may send after it was answered. */
export interface DiscardLimits {
  readonly milliseconds: number;
  readonly bytes: number;
}

/**
 * Once the answer is out, receives what the client still sends and drops it, so that a client that sends everything before it
 * reads gets the answer, and the connection can serve its next request. The connection is closed when a limit is reached.
 */
export function discardRestOfBody(request: IncomingMessage, response: ServerResponse, { milliseconds, bytes }: DiscardLimits): void {
  response.once('finish', () => {
    if (request.readableEnded || request.destroyed) return;
    const deadline = setTimeout(() => request.destroy(), milliseconds);
    deadline.unref();
    for (const end of ['end', 'close']) request.once(end, () => clearTimeout(deadline));
    request.on('error', () => undefined); // The client is free to go now.
    // A reader that stopped while it waited for bytes still listens, and a stream with such a listener does not flow.
    request.removeAllListeners('readable');
    let left = bytes;
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) request.destroy();
    });
    request.resume();
  });
}

import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';

/** Bytes of a body that are received while others are worked on. */
const AHEAD_BYTES = 1 << 20;

const ahead = new WeakMap<IncomingMessage, PassThrough>();

/**
 * Yields the bytes of a request, and receives more of them meanwhile: the system reports that a client has left behind what the client sent, so
 * that work on a body of which nothing more is received would go on for nobody. Stopping early leaves the connection open.
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

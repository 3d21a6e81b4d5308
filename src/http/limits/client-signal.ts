import type { ServerResponse } from 'node:http';

/** Returns a signal that is aborted when the client goes away before the whole answer was sent. */
export function abortOnClose(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // A client that has already left causes no further event.
  if (response.destroyed && !response.writableFinished) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

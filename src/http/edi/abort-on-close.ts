import type { ServerResponse } from 'node:http';

/** Gives a signal that is aborted when the client goes away before the whole answer was sent. */
export function abortOnClose(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

import type { ServerResponse } from 'node:http';

/** Gives a signal that is aborted when the client goes away before the whole answer was sent. */
export function abortOnClose(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // It may be gone already: then nothing tells it any more.
  if (response.destroyed && !response.writableFinished) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Makes clients that send `Expect: 100-continue` wait until their body is read, so that a request that is refused before
 * that (no key, too large, busy) sends none. Such a connection is closed: nobody knows whether the body follows.
 */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    response.setHeader('connection', 'close');
    server.emit('request', request, response);
  });
  // An expectation that nobody knows is ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** True while the client waits for the invitation to send its body. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Invites the client to send its body, where it waits for that. */
export function inviteBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  waiting.delete(request);
  if (response === undefined || response.headersSent) return;
  response.removeHeader('connection');
  response.writeContinue();
}

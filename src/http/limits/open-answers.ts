import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const answers = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Remembers the answers that are not over, by connection, and closes all of them with it. Node closes the one whose turn it is; those that wait
 * behind it, because the client sent several requests at once, would never hear that their client is gone, and keep what they hold for ever.
 */
export function noteAnswers(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const open = new Set<ServerResponse>();
    answers.set(socket, open);
    socket.once('close', () => {
      // The youngest first, so that what one gives back is not taken by another that is about to be closed.
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

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { openAnswers } from './limits/open-answers';

/**
 * Knows which connections serve a request, so that the others can be closed when the service stops. Node's own
 * `closeIdleConnections` leaves those open that have not sent anything yet, and browsers and clients keep such in store.
 */
export class OpenConnections {
  private readonly open = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /** Closes the connections that serve no request. */
  closeIdle(): void {
    for (const socket of this.open) if (openAnswers(socket).length === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.open) socket.destroy();
  }
}

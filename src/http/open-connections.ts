import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Knows which connections serve a request, so that the others can be closed when the service stops. Node's own
 * `closeIdleConnections` leaves those open that have not sent anything yet, and browsers and clients keep such in store.
 */
export class OpenConnections {
  private readonly running = new Map<Socket, number>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.running.set(socket, 0);
      socket.once('close', () => this.running.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.count(socket, 1);
      response.once('close', () => this.count(socket, -1));
    });
  }

  /** Closes the connections that serve no request. */
  closeIdle(): void {
    for (const [socket, requests] of this.running) if (requests === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.running.keys()) socket.destroy();
  }

  private count(socket: Socket, change: number): void {
    const requests = this.running.get(socket);
    if (requests !== undefined) this.running.set(socket, requests + change);
  }
}

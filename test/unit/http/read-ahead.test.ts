import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readAhead, receivedBytes } from '../../../src/http/body/request-bytes';

const MEGABYTE = 1_000_000;

type Handler = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

describe('the bytes of a request that are received ahead', () => {
  let server: Server;
  let handled: Promise<void>;
  let handle: Handler;

  beforeEach(async () => {
    server = createServer((incoming, response) => {
      handled = handle(incoming, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** Sends a body; the answer is of no interest. */
  function send(bytes: number): ReturnType<typeof request> {
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': bytes } }).on('error', () => undefined);
    outgoing.end(Buffer.alloc(bytes, 'x'));
    return outgoing;
  }

  it('are those that were sent', async () => {
    let received = 0;
    handle = async (incoming, response) => {
      for await (const chunk of readAhead(incoming)) received += chunk.length;
      response.end();
    };
    const [answer] = (await once(send(3 * MEGABYTE), 'response')) as [IncomingMessage];
    answer.resume();
    await handled;
    expect(received).toBe(3 * MEGABYTE);
  });

  it('let the end of the connection be seen while the first of them are worked on', async () => {
    const client: { outgoing?: ReturnType<typeof request> } = {};
    let hasSeen = false;
    handle = async (incoming, response) => {
      const closed = once(response, 'close');
      const bytes = readAhead(incoming);
      await bytes.next();
      // The work on the first bytes lasts until the client is seen to have left.
      client.outgoing?.destroy();
      await closed;
      hasSeen = true;
      await bytes.return();
    };
    const arrived = once(server, 'request');
    client.outgoing = send(MEGABYTE / 2);
    await arrived;
    await handled;
    expect(hasSeen).toBe(true);
  }, 60_000);

  it('are bounded while nobody takes them, and counted', async () => {
    let counted = 0;
    let read = 0;
    handle = async (incoming) => {
      const bytes = readAhead(incoming);
      await bytes.next();
      // Received on and on, were there no bound.
      while (receivedBytes(incoming) < MEGABYTE && !incoming.destroyed) await new Promise((resolve) => setTimeout(resolve, 5));
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
      counted = receivedBytes(incoming);
      read = incoming.socket.bytesRead;
      await bytes.return();
    };
    const arrived = once(server, 'request');
    const outgoing = send(20 * MEGABYTE);
    await arrived;
    await handled;
    outgoing.destroy();
    expect(counted).toBeGreaterThanOrEqual(MEGABYTE);
    expect(read).toBeLessThan(3 * MEGABYTE);
  }, 60_000);
});

import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { RunningService } from '../../../src/main';
import { textOf } from '../../unit/io/collect';
import { remittance } from '../edi-835';
import { sharedService } from '../test-service';

/** Bytes that do not compress, the same in every run. */
function noise(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let state = 1, i = 0; i < count; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = state >>> 16;
  }
  return bytes;
}

const MAX_BYTES = 1_000_000;

const NOISE = noise(MAX_BYTES + 1);

describe('connections', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService({ CLEARLOOP_MAX_BODY_BYTES: String(MAX_BYTES) });
  });

  const open = (): Socket => connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);

  /** Sends bytes as they are and gives all that is answered. */
  const raw = async (bytes: string): Promise<string> => {
    const client = open();
    client.write(bytes);
    return textOf(client).catch(String);
  };

  describe('that are kept alive', () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    afterAll(() => agent.destroy());

    interface Answered {
      readonly answer: IncomingMessage;
      readonly socket: Socket | null;
    }

    const send = async (path: string, body?: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
      new Promise((resolve, reject) => {
        let socket: Socket | null = null;
        const client = request(`${service.url}${path}`, { agent, method: body === undefined ? 'GET' : 'POST', headers });
        client
          .once('socket', (used) => (socket = used))
          .once('error', reject)
          .once('response', (answer: IncomingMessage) => answer.on('end', () => resolve({ answer, socket })).resume());
        if (body === undefined) client.end();
        else {
          client.setHeader('content-length', body.length);
          client.write(body.subarray(0, body.length / 2));
          // The rest follows when the answer is under way already.
          setTimeout(() => client.end(body.subarray(body.length / 2)), 100);
        }
      });

    it.each([
      ['gzip data that is no EDI', gzipSync(NOISE.subarray(0, 400_000)), 'gzip'],
      ['gzip data that is damaged', Buffer.concat([gzipSync(NOISE.subarray(0, 2_000)).subarray(0, 1_000), NOISE.subarray(0, 400_000)]), 'gzip'],
      ['no brotli data', NOISE.subarray(0, 400_000), 'br'],
      ['text that is no EDI', NOISE.subarray(0, 400_000), 'identity'],
      ['a form without a file', Buffer.from(`--B\r\nContent-Disposition: form-data; x=1\r\n\r\n${'x'.repeat(400_000)}\r\n--B--\r\n`), 'form'],
    ])('serve a second request after %s was refused early', async (_what, body, encoding) => {
      const headers =
        encoding === 'form' ? { 'content-type': 'multipart/form-data; boundary=B' } : { 'content-type': 'text/plain', 'content-encoding': encoding };
      const first = await send('/api/edi/json', body, headers);
      const second = await send('/health');
      expect([first.answer.statusCode, second.answer.statusCode]).toEqual([400, 200]);
      expect(second.socket === first.socket).toBe(first.answer.headers.connection !== 'close');
    });

    it('serve a second request after a body that is too large was refused', async () => {
      expect((await send('/api/edi/json', NOISE, { 'content-type': 'text/plain' })).answer.statusCode).toBe(413);
      expect((await send('/health')).answer.statusCode).toBe(200);
    });
  });

  it('are closed by a client that goes on sending for ever', async () => {
    const client = open();
    client.write(`POST /api/edi/json HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 1000000000000\r\n\r\n`);
    const piece = Buffer.alloc(1_000_000);
    let sent = 0;
    const push = (): void => {
      while (!client.destroyed && sent < 1_000 && client.write(piece)) sent++;
    };
    client.on('drain', push).resume();
    push();
    await new Promise((resolve) => client.once('close', resolve));
    expect(sent).toBeLessThan(1_000);
  });

  describe('with Expect: 100-continue', () => {
    const head = (more: string): string => `POST /api/edi/json HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${more}\r\n`;

    it.each([
      ['is too large', `Content-Length: ${MAX_BYTES + 1}\r\n`, 413],
      ['is of a wrong type', 'Content-Type: image/png\r\nContent-Length: 5\r\n', 415],
    ])('get no invitation for a body that %s', async (_what, headers, status) => {
      const answer = await raw(head(headers));
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    });

    it('get one when the body is read', async () => {
      const body = remittance(1);
      const client = open();
      client.write(head(`Connection: close\r\nContent-Length: ${body.length}\r\n`));
      client.once('data', () => client.write(body));
      const answer = await textOf(client);
      expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
      expect(answer).toContain('"objectType":"PAYMENT"');
    });
  });

  it.each([
    ['two hosts', 'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['the same host twice', 'GET /health HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n', 400],
    ['no host in HTTP/1.0', 'GET /health HTTP/1.0\r\n\r\n', 200],
  ])('are told the host once: %s', async (_what, bytes, status) => {
    expect(await raw(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['two hosts', 'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['a path that cannot be read', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['an unknown path', 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
    ['a large body', `POST /api/edi/json HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${MAX_BYTES + 1}\r\n\r\n`, 413],
    ['large headers', `GET /health HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['an unknown expectation', 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: fish\r\n\r\n', 200],
  ])('carry security headers and a request id with the answer to %s', async (_what, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const header of ['content-security-policy: ', 'x-content-type-options: nosniff', 'x-frame-options: ', 'referrer-policy: ', 'x-request-id: '])
      expect(answer.toLowerCase()).toContain(`\r\n${header}`);
    expect(answer.match(/\r\nx-request-id: [0-9a-f-]{36}\r\n/gi)).toHaveLength(1);
  });
});

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningService } from '../../../src/main';
import { until } from '../../support/until';
import { textOf } from '../../unit/io/collect';
import { remittance } from '../edi-835';
import { conversionOf, postEdi, startFakeService, startRealService } from '../test-service';

const LINE = Buffer.from(`{"filler":"${'x'.repeat(65_000)}"}\n`);

describe('streaming through the service', () => {
  let service: RunningService;
  afterEach(async () => service.stop());

  it('pulls no further ahead than a slow reader takes', async () => {
    let pulled = 0;
    service = await startFakeService(() =>
      conversionOf(async function* () {
        for (;;) {
          pulled++;
          yield LINE;
        }
      }),
    );
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.pause();
    client.write('POST /api/edi/json HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx');
    await until(() => pulled > 10);
    // What the sockets hold is pulled, then nothing: an endless source would never stand still.
    await until(async () => {
      const before = pulled;
      await pause(300);
      return pulled === before;
    });
    client.destroy();
  });

  it('closes the conversion and aborts its signal when the client goes away', async () => {
    let isClosed = false;
    let signal: AbortSignal | undefined;
    service = await startFakeService((_sources, options) => {
      signal = options?.signal;
      return conversionOf(async function* () {
        try {
          for (;;) yield LINE;
        } finally {
          isClosed = true;
        }
      });
    });
    const abort = new AbortController();
    const response = await fetch(`${service.url}/api/edi/json`, { method: 'POST', body: 'x', signal: abort.signal });
    await response.body?.getReader().read();
    expect(isClosed).toBe(false);
    abort.abort();
    await until(() => isClosed);
    expect(signal?.aborted).toBe(true);
  });

  it('logs no failure when the client goes away before there is an answer', async () => {
    let hasBegun = false;
    const lines: string[] = [];
    for (const stream of [process.stdout, process.stderr]) jest.spyOn(stream, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    service = await startFakeService(
      (_sources, options) =>
        conversionOf(async function* () {
          hasBegun = true;
          await new Promise<void>((resolve) => options?.signal?.addEventListener('abort', () => resolve()));
          options?.signal?.throwIfAborted();
          yield LINE;
        }),
      { CLEARLOOP_LOG_LEVEL: 'info' },
    );
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.write('POST /api/edi/json HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx');
    await until(() => hasBegun);
    client.destroy();
    await until(() => lines.some((line) => line.includes('"aborted":true')));
    await pause(100);
    jest.restoreAllMocks();
    expect(lines.filter((line) => line.includes('"failure"'))).toEqual([]);
  });

  it('ends the work when the client goes away in the middle of its upload', async () => {
    let hasBegun = false;
    let failure: unknown;
    service = await startFakeService((sources) =>
      conversionOf(async function* () {
        try {
          hasBegun = true;
          for await (const source of sources) await textOf(source.open());
        } catch (error) {
          failure = error;
        }
        yield LINE;
      }),
    );
    const upload = request(`${service.url}/api/edi/json`, { method: 'POST', headers: { 'content-type': 'text/plain', 'content-length': 1000 } });
    upload.on('error', () => undefined);
    upload.write('ISA*');
    await until(() => hasBegun);
    upload.destroy();
    await until(() => failure !== undefined);
    expect(failure).toMatchObject({ code: 'EDI_INPUT_ENDED' });
  });

  it('sends the first records while the rest is still being uploaded', async () => {
    service = await startRealService();
    const text = remittance(2000);
    const upload = request(`${service.url}/api/edi/json?ndjson=true`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'content-length': text.length },
    });
    upload.write(text.slice(0, -100));
    const [response] = await once(upload, 'response');
    const [first] = await once(response, 'data');
    expect(String(first)).toContain('"PCN1"');
    upload.end(text.slice(-100));
    response.resume();
    await once(response, 'end');
  });

  it('answers an early failure to a client that reads only when all is sent, and serves its next request', async () => {
    service = await startRealService();
    const body = `Dear Sir, ${'bla '.repeat(5_000_000)}`;
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.pause();
    await new Promise((resolve) => client.write(`POST /api/edi/json HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`, resolve));
    client.end('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const answers = await textOf(client);
    expect(answers).toMatch(/^HTTP\/1\.1 400 [\s\S]*EDI_NOT_EDI[\s\S]*HTTP\/1\.1 200 [\s\S]*"status":"ok"/);
  });

  it('cuts the connection when the service itself fails after the first byte', async () => {
    service = await startFakeService(
      () =>
        conversionOf(async function* () {
          yield LINE;
          throw new Error('broken');
        }),
      { CLEARLOOP_LOG_LEVEL: 'error' },
    );
    const log = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const response = await postEdi(service, 'x');
    await expect(response.text()).rejects.toThrow();
    await until(() => log.mock.calls.some(([line]) => String(line).includes('"event":"failure"')));
    expect(log.mock.calls.map(([line]) => String(line)).join('')).not.toContain('broken');
    log.mockRestore();
  });
});

describe('stopping the service', () => {
  const chunks = (count: number, milliseconds: number) =>
    async function* (): AsyncGenerator<Buffer> {
      for (let i = 0; i < count; i++) {
        yield Buffer.from(`{"line":${i}}\n`);
        await pause(milliseconds);
      }
    };

  it('lets a running answer end and takes no new connection', async () => {
    const service = await startFakeService(() => conversionOf(chunks(5, 100)));
    const response = await postEdi(service, 'x');
    const stopped = service.stop();
    await until(async () =>
      fetch(`${service.url}/health`, { headers: { connection: 'close' } }).then(
        () => false,
        () => true,
      ),
    );
    expect((await response.text()).match(/\n/g)).toHaveLength(5);
    await stopped;
  });

  it('cuts answers that run past the deadline', async () => {
    const service = await startFakeService(() => conversionOf(chunks(1000, 100)), { CLEARLOOP_SHUTDOWN_SECONDS: '1' });
    const response = await postEdi(service, 'x');
    const cut = expect(response.text()).rejects.toThrow();
    await service.stop();
    await cut;
  });
});

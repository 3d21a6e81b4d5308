import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningService } from '../../../src/main';
import { until } from '../../support/until';
import { textOf } from '../../unit/io/collect';
import { remittance } from '../edi-835';
import { conversionOf, postEdi, startFakeService, startRealService } from '../test-service';
import { itLong } from '../../support/fuzz';

const SHORT = { CLEARLOOP_CLIENT_SECONDS: '1', CLEARLOOP_CLIENT_BYTES_PER_SECOND: '100', CLEARLOOP_MAX_CONVERSIONS: '1', CLEARLOOP_LOG_LEVEL: 'warn' };

/** So long that a busy machine does not make a slow client of a steady one. */
const LONGER = { ...SHORT, CLEARLOOP_CLIENT_SECONDS: '4' };

const HEAD = 'POST /api/edi/json?ndjson=true HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n';

describe('slow clients', () => {
  let service: RunningService;
  let client: Socket;
  let lines: string[];
  beforeEach(() => {
    lines = [];
    for (const stream of [process.stdout, process.stderr]) jest.spyOn(stream, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  });
  afterEach(async () => {
    client.destroy();
    await service.stop();
    jest.restoreAllMocks();
  });

  const dial = (): Socket => {
    client = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.on('error', () => undefined);
    return client;
  };
  const complaints = (): readonly unknown[] => lines.map((line) => JSON.parse(line).message).filter(({ event }) => event === 'client-too-slow');
  const isFree = async (): Promise<boolean> => (await (await fetch(`${service.url}/metrics`)).text()).includes('\nclearloop_conversions_running 0\n');

  it('that trickle their body get 408, a line in the log, and lose their slot', async () => {
    service = await startRealService(SHORT);
    dial().write(`${HEAD}Content-Length: 100000\r\n\r\n${remittance(1).slice(0, 200)}`);
    const trickle = setInterval(() => client.write('*'), 100);
    const answer = await textOf(client);
    clearInterval(trickle);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"EDI_CLIENT_TOO_SLOW"/);
    expect(complaints()).toEqual([expect.objectContaining({ duty: 'sending', route: '/api/edi/json', seconds: 1 })]);
    await until(isFree);
    expect((await postEdi(service, remittance(1))).status).toBe(200);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('clearloop_slow_clients_total{duty="sending"} 1');
  });

  it('that stop in the middle of their body, after the answer has begun, are cut off', async () => {
    service = await startRealService(SHORT);
    dial().write(`${HEAD}Content-Length: 10000000\r\n\r\n${remittance(2000)}`);
    const answer = await textOf(client).catch(String);
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(complaints()).toHaveLength(1);
    await until(isFree);
  });

  it('that do not read their answer are cut off, and the conversion is closed', async () => {
    let isClosed = false;
    service = await startFakeService(
      () =>
        conversionOf(async function* () {
          try {
            for (;;) yield Buffer.alloc(65_536, 'x');
          } finally {
            isClosed = true;
          }
        }),
      SHORT,
    );
    dial().pause();
    client.write(`${HEAD}Content-Length: 1\r\n\r\nx`);
    await until(() => isClosed);
    expect(complaints()).toEqual([expect.objectContaining({ duty: 'reading' })]);
    await until(isFree);
  });

  it('that send no whole head of a request get 408', async () => {
    service = await startRealService(SHORT);
    dial().write('POST /api/edi/json HTTP/1.1\r\nHost: x\r\nX-Patient: DOE');
    expect(await textOf(client)).toMatch(/^HTTP\/1\.1 408 [\s\S]*EDI_CLIENT_TOO_SLOW/);
    expect(lines.join('')).toContain('"request-unreadable"');
    expect(lines.join('')).not.toContain('DOE');
  });

  itLong('are not those that wait for the service, or send and read steadily', async () => {
    service = await startFakeService(
      (sources) =>
        conversionOf(async function* () {
          let bytes = 0;
          for await (const source of sources) bytes += (await textOf(source.open())).length;
          // Longer than any client may take.
          await pause(5_000);
          yield Buffer.from(`{"bytes":${bytes}}\n`);
        }),
      LONGER,
    );
    dial().write(`${HEAD}Connection: close\r\nContent-Length: 1000\r\n\r\n`);
    const answer = textOf(client);
    for (let sent = 0; sent < 1000; sent += 50) {
      client.write('x'.repeat(50));
      await pause(100);
    }
    expect(await answer).toContain('{"bytes":1000}');
    expect(complaints()).toEqual([]);
  });

  itLong('are not those that wait for their turn', async () => {
    service = await startFakeService(
      () =>
        conversionOf(async function* () {
          await pause(5_000);
          yield Buffer.from('{}\n');
        }),
      LONGER,
    );
    const first = postEdi(service, 'x');
    dial().write(`${HEAD}Connection: close\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`);
    await once(client, 'connect');
    expect(await textOf(client)).toMatch(/^HTTP\/1\.1 200/);
    await first;
    expect(complaints()).toEqual([]);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as timers from 'node:timers/promises';
import { Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppModule } from '../../../src/app.module';
import { makeApiKey } from '../../../src/http/auth/api-key';
import { updateKeyFile } from '../../../src/http/auth/key-file';
import { readSettings } from '../../../src/http/settings/settings.module';
import { type RunningService, startService } from '../../../src/main';
import { until } from '../../support/until';
import { textOf } from '../../unit/io/collect';
import { remittance } from '../edi-835';
import { conversionOf, postEdi, QUIET, startFakeService, startRealService } from '../test-service';

/** The value of a metric, labels included in its name. */
async function metric(service: RunningService, name: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1) ?? 0,
  );
}

const running = async (service: RunningService): Promise<number> => metric(service, 'clearloop_conversions_running');
const waiting = async (service: RunningService): Promise<number> => metric(service, 'clearloop_conversions_waiting');

const TEXT = { 'content-type': 'text/plain' };

/** Posts to /api/edi/parse a body that ends when `end` is called. */
function openParse({ url }: RunningService): { readonly end: () => void; readonly answer: Promise<IncomingMessage> } {
  const client = request(`${url}/api/edi/parse`, { method: 'POST', headers: TEXT });
  client.write(remittance(1));
  return {
    end: () => client.end(),
    answer: new Promise((resolve, reject) => client.on('error', reject).once('response', (answer) => resolve(answer.resume()))),
  };
}

describe('slots for conversions', () => {
  let service: RunningService;
  let finish: () => void;
  let begun = 0;

  /** A service whose conversions end when `finish` is called. */
  const startWaiting = async (environment: Readonly<Record<string, string>>): Promise<void> => {
    begun = 0;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    service = await startFakeService(
      () =>
        conversionOf(async function* () {
          begun++;
          await finished;
          yield Buffer.from('{}\n');
        }),
      environment,
    );
  };
  afterEach(async () => {
    finish();
    await service.stop();
  });

  it('let a request wait for its turn, and refuse one that finds the queue full', async () => {
    await startWaiting({ CLEARLOOP_MAX_CONVERSIONS: '2', CLEARLOOP_MAX_WAITING: '1' });
    const answers = [postEdi(service, 'x'), postEdi(service, 'x')];
    await until(async () => (await running(service)) === 2);
    answers.push(postEdi(service, 'x'));
    await until(async () => (await waiting(service)) === 1);
    const refused = await postEdi(service, 'x');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1]);
    expect(await refused.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_SERVICE_BUSY' });
    expect(begun).toBe(2);
    finish();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await until(async () => (await running(service)) === 0);
  });

  it('refuse one that waits too long, in the form of its operation', async () => {
    await startWaiting({ CLEARLOOP_MAX_CONVERSIONS: '1', CLEARLOOP_WAIT_SECONDS: '0' });
    const first = postEdi(service, 'x');
    await until(async () => (await running(service)) === 1);
    const refused = await fetch(`${service.url}/api/edi/csv`, { method: 'POST', body: 'x' });
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringMatching(/^ERROR: No slot became free .* Try again in \d+ s\.$/)]);
    finish();
    expect((await first).status).toBe(200);
  });

  it('leave the queue with their client, and are given back when a client goes away in the middle', async () => {
    await startWaiting({ CLEARLOOP_MAX_CONVERSIONS: '1' });
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [fetch(`${service.url}/api/edi/json`, { method: 'POST', body: 'x', signal: first.signal }).catch(() => undefined)];
    await until(async () => (await running(service)) === 1);
    answers.push(fetch(`${service.url}/api/edi/json`, { method: 'POST', body: 'x', signal: second.signal }).catch(() => undefined));
    await until(async () => (await waiting(service)) === 1);
    second.abort();
    await until(async () => (await waiting(service)) === 0);
    first.abort();
    await until(async () => (await running(service)) === 0);
    await Promise.all(answers);
    expect(begun).toBe(1);
  });

  it('are given back, and the queue is left, by requests behind another one when their connection is cut', async () => {
    await startWaiting({ CLEARLOOP_MAX_CONVERSIONS: '2', CLEARLOOP_LOG_LEVEL: 'error' });
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.write('POST /api/edi/json HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx'.repeat(5));
    await until(async () => (await running(service)) === 2 && (await waiting(service)) === 3);
    client.destroy();
    await until(async () => (await running(service)) === 0 && (await waiting(service)) === 0);
    expect(await metric(service, 'clearloop_aborted_requests_total{route="/api/edi/json"}')).toBe(5);
    expect(begun).toBe(2);
  });

  it('are given back by a request that is followed by what is no HTTP, which is not answered in its place', async () => {
    await startWaiting({ CLEARLOOP_MAX_CONVERSIONS: '1' });
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.write('POST /api/edi/json HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx');
    await until(async () => (await running(service)) === 1);
    client.write('no HTTP\r\n\r\n');
    expect(await textOf(client)).toBe('');
    await until(async () => (await running(service)) === 0);
  });

  it('are few for requests that hold their input, which keep no other from working', async () => {
    finish = () => undefined;
    service = await startRealService({ CLEARLOOP_MAX_PARSES: '1', CLEARLOOP_MAX_CONVERSIONS: '2', CLEARLOOP_MAX_WAITING: '1' });
    const [first, second] = [openParse(service), openParse(service)];
    await until(async () => (await running(service)) === 1 && (await waiting(service)) === 1);
    const refused = await fetch(`${service.url}/api/edi/parse`, { method: 'POST', headers: TEXT, body: remittance(1) });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({ code: 'EDI_SERVICE_BUSY' });
    expect((await postEdi(service, remittance(1))).status).toBe(200);
    await until(async () => (await running(service)) === 1 && (await waiting(service)) === 1);
    first.end();
    expect((await first.answer).statusCode).toBe(200);
    await until(async () => (await running(service)) === 1 && (await waiting(service)) === 0);
    second.end();
    expect((await second.answer).statusCode).toBe(200);
    await until(async () => (await running(service)) === 0);
  });

  it('are not needed by what brings no input', async () => {
    await startWaiting({ CLEARLOOP_MAX_CONVERSIONS: '1', CLEARLOOP_MAX_WAITING: '0' });
    const first = postEdi(service, 'x');
    await until(async () => (await running(service)) === 1);
    for (const path of ['/health', '/metrics', '/api/about', '/api/docs']) expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 200]);
    finish();
    await first;
  });

  it('are taken by operations of modules that know nothing of them', async () => {
    finish = () => undefined;
    let answer: (() => void) | undefined;
    @Controller('api/other')
    class OtherController {
      @Post()
      async work(@Res() reply: FastifyReply): Promise<void> {
        await new Promise<void>((resolve) => (answer = resolve));
        await reply.send('done');
      }
    }
    class OtherModule {}
    const settings = readSettings({ ...QUIET, CLEARLOOP_MAX_CONVERSIONS: '1', CLEARLOOP_MAX_WAITING: '0' });
    service = await startService(settings, { module: OtherModule, imports: [AppModule.forRoot(settings)], controllers: [OtherController] });
    const first = fetch(`${service.url}/api/other`, { method: 'POST' });
    await until(() => answer !== undefined);
    expect((await postEdi(service, remittance(1))).status).toBe(429);
    answer?.();
    await first;
    await until(async () => (await running(service)) === 0);
    expect((await postEdi(service, remittance(1))).status).toBe(200);
  });

  it('are not given to a request without its key', async () => {
    finish = () => undefined;
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-keys-'));
    const { key, record } = makeApiKey('one', new Date(), undefined);
    updateKeyFile(join(folder, 'keys.json'), () => [record]);
    const keys = { CLEARLOOP_API_KEYS_FILE: join(folder, 'keys.json'), CLEARLOOP_API_KEYS_SCOPE: 'all', CLEARLOOP_METRICS: 'open' };
    service = await startRealService({ ...keys, CLEARLOOP_MAX_CONVERSIONS: '1' });
    expect((await postEdi(service, remittance(1))).status).toBe(401);
    expect(await metric(service, 'clearloop_request_wait_seconds_count{route="/api/edi/json"}')).toBe(0);
    expect((await postEdi(service, remittance(1), '', { 'x-api-key': key })).status).toBe(200);
    await until(async () => (await metric(service, 'clearloop_request_wait_seconds_count{route="/api/edi/json"}')) === 1);
    rmSync(folder, { recursive: true });
  });

  it('are free again after every kind of failure', async () => {
    finish = () => undefined;
    service = await startRealService({ CLEARLOOP_MAX_CONVERSIONS: '1', CLEARLOOP_MAX_WAITING: '0', CLEARLOOP_MAX_BODY_BYTES: '5000' });
    const broken: readonly (readonly [string, RequestInit])[] = [
      ['/api/edi/json', { body: 'no EDI' }],
      ['/api/edi/json?ndjson=perhaps', { body: remittance(1) }],
      ['/api/edi/csv?schemaName=none', { body: remittance(1) }],
      ['/api/edi/validate', { body: '' }],
      ['/api/edi/gen/837', { body: '[{', headers: { 'content-type': 'application/json' } }],
      ['/api/edi/json', { body: remittance(100) }],
      ['/api/edi/json', { body: 'x', headers: { 'content-type': 'image/png' } }],
      ['/api/edi/json', { body: 'x', headers: { 'content-encoding': 'gzip' } }],
      ['/api/edi/json', { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
      ['/api/nothing', { body: 'x' }],
    ];
    for (const [path, init] of broken) {
      const response = await fetch(`${service.url}${path}`, { method: 'POST', ...init });
      await response.text();
      expect([400, 404, 413, 415]).toContain(response.status);
      await until(async () => (await running(service)) === 0);
    }
    expect((await postEdi(service, remittance(1))).status).toBe(200);
  });
});

describe('stopping', () => {
  it('answers that it is not ready, takes no work and lets work end, while it still listens', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const service = await startFakeService(
      () =>
        conversionOf(async function* () {
          await finished;
          yield Buffer.from('{}\n');
        }),
      { CLEARLOOP_DRAIN_SECONDS: '300', CLEARLOOP_MAX_CONVERSIONS: '1' },
    );
    const first = postEdi(service, 'x');
    await until(async () => (await running(service)) === 1);
    const queued = postEdi(service, 'x');
    await until(async () => (await waiting(service)) === 1);
    // Five minutes that are over when the test says so.
    let drain: () => void = () => undefined;
    const drained = new Promise<void>((resolve) => (drain = resolve));
    jest.mocked(timers.setTimeout).mockReturnValueOnce(drained);
    const stopped = service.stop();
    expect(timers.setTimeout).toHaveBeenLastCalledWith(300_000);
    const health = await fetch(`${service.url}/health`);
    expect([health.status, await health.json(), health.headers.get('retry-after')]).toEqual([503, { status: 'stopping' }, '1']);
    for (const response of [await queued, await postEdi(service, 'x')]) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await response.json()).toMatchObject({ code: 'EDI_SERVICE_STOPPING', message: expect.stringContaining('Send the request again') });
    }
    finish();
    expect(await (await first).text()).toBe('{}\n');
    drain();
    await stopped;
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
  });
});

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, Query } from '@nestjs/common';
import { AppModule } from '../../../src/app.module';
import { makeApiKey } from '../../../src/http/auth/api-key';
import { updateKeyFile } from '../../../src/http/auth/key-file';
import { RequiresApiKey } from '../../../src/http/auth/api-key.guard';
import { readSettings } from '../../../src/http/settings/settings.module';
import { type RunningService, startService } from '../../../src/main';
import { remittance } from '../edi-835';
import { postEdi, QUIET } from '../test-service';
import { until } from '../../support/until';

/** A guarded controller of a module that knows nothing of keys. */
@RequiresApiKey()
@Controller('api/guarded')
class GuardedController {
  @Get()
  answer(@Query('fail') fail?: string): string {
    if (fail !== undefined) throw new Error('reached');
    return 'reached';
  }
}

/** A guarded operation beside one that is not. */
@Controller('api/mixed')
class MixedController {
  @Get('guarded')
  @RequiresApiKey()
  guarded(): string {
    return 'reached';
  }

  @Get('open')
  open(): string {
    return 'reached';
  }
}

async function start(environment: Readonly<Record<string, string>>): Promise<RunningService> {
  class TestModule {}
  const settings = readSettings({ ...QUIET, ...environment });
  return startService(settings, { module: TestModule, imports: [AppModule.forRoot(settings)], controllers: [GuardedController, MixedController] });
}

const NOW = new Date();
const active = makeApiKey('active', NOW, undefined);
const other = makeApiKey('other', NOW, undefined);
const revoked = makeApiKey('revoked', NOW, undefined);
const expired = makeApiKey('expired', NOW, NOW);
const unknown = makeApiKey('unknown', NOW, undefined);

describe('API keys', () => {
  let folder: string;
  let file: string;
  let service: RunningService | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-keys-'));
    file = join(folder, 'keys.json');
    updateKeyFile(file, () => [active.record, other.record, { ...revoked.record, revokedAt: NOW.toISOString() }, expired.record]);
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  const serve = async (environment: Readonly<Record<string, string>> = {}): Promise<RunningService> => {
    service = await start({ CLEARLOOP_API_KEYS_FILE: file, ...environment });
    return service;
  };
  const get = async (path: string, key?: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${service?.url ?? ''}${path}`, { ...init, headers: { ...init.headers, ...(key === undefined ? {} : { 'X-Api-Key': key }) } });
  const statusOf = async (path: string, key?: string): Promise<number> => (await get(path, key)).status;

  it('open guarded operations to whoever has an active one', async () => {
    await serve();
    expect([await statusOf('/api/guarded', active.key), await statusOf('/api/mixed/guarded', other.key)]).toEqual([200, 200]);
  });

  const refused = [
    ['without a key', undefined, 'An API key is needed'],
    ['with an empty key', '', 'An API key is needed'],
    ['with an unknown key', unknown.key, 'is not known'],
    ['with the id of a key', active.record.id, 'is not known'],
    ['with the hash of a key', active.record.hash, 'is not known'],
    ['with two keys', `${active.key}, ${active.key}`, 'is not known'],
    ['with an expired key', expired.key, 'has expired'],
    ['with a revoked key', revoked.key, 'was revoked'],
  ] as const;

  it('answer 401 with an error body without a key and with one that is not active', async () => {
    await serve();
    for (const [how, key, message] of refused) {
      const response = await get('/api/guarded?fail=true', key);
      const { status, headers } = response;
      const shown = { how, status, authenticate: headers.get('www-authenticate'), type: headers.get('content-type') };
      expect(shown).toEqual({ how, status: 401, authenticate: 'ApiKey realm="Clearloop"', type: 'application/json; charset=utf-8' });
      const body = await response.json();
      expect(body).toEqual({ objectType: 'ERROR', code: 'EDI_UNAUTHORIZED', message: expect.stringContaining(message) });
      if (key !== undefined && key !== '') expect(JSON.stringify(body)).not.toContain(key);
      expect({ how, status: await statusOf('/api/mixed/guarded', key) }).toEqual({ how, status: 401 });
    }
  });

  it('guard code look-up', async () => {
    await serve();
    for (const path of ['/api/code/search?query=asthma', '/api/code/csv?query=asthma', '/api/code/11']) {
      expect({ path, status: await statusOf(path) }).toEqual({ path, status: 401 });
    }
  });

  it('leave everything else open with the scope codes', async () => {
    const running = await serve();
    expect((await postEdi(running, remittance(1))).status).toBe(200);
    for (const path of ['/health', '/api/about', '/api/docs', '/api/mixed/open']) expect(await statusOf(path)).toBe(200);
    expect(await statusOf('/api/about', unknown.key)).toBe(200);
  });

  it('guard everything but the health check and the page of the viewer with the scope all', async () => {
    const running = await serve({ CLEARLOOP_API_KEYS_SCOPE: 'all' });
    const answers = async (key?: string): Promise<number[]> => {
      const paths = [
        '/health',
        '/health?x=1',
        '/api/about',
        '/api/docs',
        '/api/docs/',
        '/api/docs/openapi.json',
        '/api/docs/openapi.yaml',
        '/api/docs/swagger-ui.css',
      ];
      return Promise.all(
        [...paths, '/api/guarded', '/api/mixed/open', '/api/nothing', '/health/nothing', '//api/about'].map(async (path) => statusOf(path, key)),
      );
    };
    expect(await answers()).toEqual([200, 200, ...Array.from({ length: 11 }, () => 401)]);
    expect(await answers(active.key)).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 404, 404, 200]);
    expect([await statusOf('/view'), await statusOf('/view/viewer.js'), await statusOf('/api/view/files/x')]).toEqual([200, 200, 401]);
    for (const [path, method] of [
      ['/api/edi/json', 'PUT'],
      ['/health', 'DELETE'],
    ] as const) {
      const answer = await get(path, undefined, { method });
      expect([answer.status, answer.headers.get('allow'), answer.headers.get('www-authenticate')]).toEqual([401, null, 'ApiKey realm="Clearloop"']);
      expect((await get(path, active.key, { method })).status).toBe(405);
    }
    expect((await postEdi(running, remittance(1))).status).toBe(401);
    expect((await postEdi(running, remittance(1), '', { 'X-Api-Key': active.key })).status).toBe(200);
  });

  it('refuse a large body without reading it, and the client gets to the answer', async () => {
    const running = await serve({ CLEARLOOP_API_KEYS_SCOPE: 'all' });
    const client = request(`${running.url}/api/edi/json`, { method: 'POST', headers: { 'content-type': 'text/plain', 'content-length': 1_000_000 } });
    client.flushHeaders();
    const [unread] = await once(client, 'response');
    expect(unread.statusCode).toBe(401);
    client.on('error', () => undefined).destroy();
    const response = await postEdi(running, remittance(50_000));
    expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ code: 'EDI_UNAUTHORIZED' })]);
  });

  it('let a page of a named origin ask before it sends a key, and read why it was refused', async () => {
    await serve({ CLEARLOOP_API_KEYS_SCOPE: 'all', CLEARLOOP_CORS_ORIGINS: 'https://claims.example.com' });
    const origin = 'https://claims.example.com';
    const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' } };
    const allowed = await get('/api/edi/json', undefined, preflight);
    expect([allowed.status, allowed.headers.get('access-control-allow-headers')]).toEqual([204, 'x-api-key']);
    const refused = await get('/api/about', undefined, { headers: { origin } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('can be revoked and added while the service runs', async () => {
    await serve();
    expect([await statusOf('/api/guarded', active.key), await statusOf('/api/guarded', unknown.key)]).toEqual([200, 401]);
    updateKeyFile(file, () => [{ ...active.record, revokedAt: NOW.toISOString() }, unknown.record]);
    await until(async () => (await statusOf('/api/guarded', active.key)) === 401);
    expect([await statusOf('/api/guarded', active.key), await statusOf('/api/guarded', unknown.key)]).toEqual([401, 200]);
  });

  it.each(['codes', 'all'])('have a rate limit each, over all their operations, with the scope %s', async (scope) => {
    await serve({ CLEARLOOP_API_KEYS_SCOPE: scope, CLEARLOOP_RATE_LIMIT: '2' });
    expect([await statusOf('/api/guarded', active.key), await statusOf('/api/mixed/guarded', active.key)]).toEqual([200, 200]);
    const response = await get('/api/guarded', active.key);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(await response.json()).toEqual({ objectType: 'ERROR', code: 'EDI_TOO_MANY_REQUESTS', message: expect.stringContaining('2 requests a minute') });
    expect([await statusOf('/api/guarded', other.key), await statusOf('/health', active.key), await statusOf('/api/guarded')]).toEqual([200, 200, 401]);
  });

  it('are not needed without a file of keys', async () => {
    service = await start({});
    expect(await statusOf('/api/guarded')).toBe(200);
  });

  it('are described by the OpenAPI document for the operations that they guard', async () => {
    await serve();
    const codes = JSON.parse(await (await get('/api/docs/openapi.json')).text());
    for (const path of ['/api/guarded', '/api/mixed/guarded']) {
      expect(codes.paths[path].get).toMatchObject({ security: [{ ApiKeyAuth: [] }], responses: { 401: { content: expect.anything() }, 429: {} } });
    }
    expect([codes.paths['/api/mixed/open'].get.security, codes.paths['/api/about'].get.security]).toEqual([undefined, undefined]);
    await service?.stop();
    await serve({ CLEARLOOP_API_KEYS_SCOPE: 'all' });
    const all = JSON.parse(await (await get('/api/docs/openapi.json', active.key)).text());
    expect(all.paths['/api/edi/json'].post).toMatchObject({ security: [{ ApiKeyAuth: [] }], responses: { 401: {} } });
    expect([all.paths['/health'].get.security, all.paths['/health'].get.responses[401]]).toEqual([undefined, undefined]);
  });
});

describe('the log of a service with API keys', () => {
  it('names the ids of keys and never a key, and warns of what is open or shut', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-keys-'));
    const file = join(folder, 'keys.json');
    updateKeyFile(file, () => [expired.record]);
    const lines: string[] = [];
    const outputs = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockImplementation((line) => lines.push(String(line)) > 0));
    const service = await start({ CLEARLOOP_LOG_LEVEL: 'info', CLEARLOOP_API_KEYS_FILE: file, HOST: '0.0.0.0' });
    for (const { key } of [expired, unknown]) await (await fetch(`${service.url}/guarded`, { headers: { 'x-api-key': key } })).text();
    await service.stop();
    for (const output of outputs) output.mockRestore();
    rmSync(folder, { recursive: true, force: true });
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries.filter(({ level }) => level === 'warn').map(({ message }) => message.event)).toEqual(['no-active-keys', 'open-operations']);
    const requests = entries.map(({ message }) => message).filter(({ event }) => event === 'request');
    expect(requests).toEqual([
      expect.objectContaining({ status: 401, errorCode: 'EDI_UNAUTHORIZED', keyId: expired.record.id }),
      expect.not.objectContaining({ keyId: expect.anything() }),
    ]);
    for (const { key, record } of [expired, unknown]) {
      expect(lines.join('')).not.toContain(key);
      expect(lines.join('')).not.toContain(record.hash);
    }
  });
});

import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OVERLOAD_RETRY_SECONDS } from '../../../src/http/errors/errors';
import type { RunningService } from '../../../src/main';
import { until } from '../../support/until';
import { outputOf } from '../built-process';
import { remittance } from '../edi-835';
import { postEdi, sharedService, startRealService } from '../test-service';

const ID = '0123456789abcdef0123456789abcdef';

/** A page of this origin reads why it was refused. */
const ORIGIN = 'https://claims.example.com';

const PAYMENTS = /"objectType":"PAYMENT"/g;

/** Every operation with input, and what it is sent. */
const OPERATIONS = ['/api/edi/json', '/api/edi/csv', '/api/edi/validate', '/api/edi/validate/text', '/api/edi/ack', '/api/edi/parse', '/api/ncpdp/parse'];

/** What is served whatever the load. */
const LIGHT = ['/health', '/metrics', '/api/about', '/api/docs', '/api/code/45?type=claim_adjustment_reason_code'];

const postTo = async ({ url }: RunningService, path: string, headers = {}): Promise<Response> =>
  fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'text/plain', ...headers }, body: remittance(1) });
const isRefused = async (service: RunningService): Promise<boolean> => {
  const response = await postEdi(service, remittance(1));
  await response.text();
  return response.status === 503;
};
const statusesOf = async ({ url }: RunningService, paths: readonly string[]): Promise<readonly unknown[]> =>
  Promise.all(paths.map(async (path) => [path, (await fetch(`${url}${path}`)).status]));
const metricsOf = async ({ url }: RunningService): Promise<string> => (await fetch(`${url}/metrics`)).text();
const bytesIn = async (service: RunningService): Promise<number> => Number(/\nclearloop_input_bytes_total (\d+)/.exec(await metricsOf(service))?.[1]);

describe('a process that is larger than CLEARLOOP_MAX_RSS_BYTES', () => {
  let folder: string;
  let service: RunningService;
  const auditLog = (): string => join(folder, 'audit.ndjson');
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-overload-'));
    service = await startRealService({ CLEARLOOP_MAX_RSS_BYTES: '1', CLEARLOOP_CORS_ORIGINS: ORIGIN, CLEARLOOP_AUDIT_LOG: auditLog() });
    await until(async () => isRefused(service));
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(OPERATIONS)('refuses input with 503 and Retry-After, in the form of the operation: %s', async (path) => {
    const response = await postTo(service, path, { origin: ORIGIN, 'x-request-id': ID });
    expect([response.status, response.headers.get('retry-after'), response.headers.get('x-request-id')]).toEqual([503, String(OVERLOAD_RETRY_SECONDS), ID]);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const body = await response.text();
    if (path === '/api/edi/csv') expect(body).toMatch(/^ERROR: The service has no memory or time .* \d+ s\.$/);
    else expect(JSON.parse(body)).toMatchObject({ objectType: 'ERROR', code: 'EDI_SERVICE_OVERLOADED' });
  });

  it('serves everything that brings no input', async () => {
    expect(await statusesOf(service, LIGHT)).toEqual(LIGHT.map((path) => [path, 200]));
    const preflight = { origin: ORIGIN, 'access-control-request-method': 'POST' };
    expect((await fetch(`${service.url}/api/edi/json`, { method: 'OPTIONS', headers: preflight })).status).toBe(204);
  });

  it('counts refused requests, gives them no slot, and has them in the audit log', async () => {
    const metrics = await metricsOf(service);
    expect(metrics).toMatch(/\nclearloop_errors_total\{code="EDI_SERVICE_OVERLOADED"\} [1-9]/);
    expect(metrics).toMatch(/\nclearloop_requests_total\{method="POST",route="\/api\/edi\/ack",status="503"\} 1\n/);
    expect(metrics).not.toContain('clearloop_request_wait_seconds_count{route="/api/edi/ack"}');
    await until(() => existsSync(auditLog()) && readFileSync(auditLog(), 'utf8').includes('EDI_SERVICE_OVERLOADED'));
    expect(readFileSync(auditLog(), 'utf8')).toMatch(/"operation":"POST \/api\/edi\/json","outcome":"refused","status":503/);
  });
});

describe('an event loop that is later than CLEARLOOP_MAX_EVENT_LOOP_DELAY', () => {
  it('refuses input, serves /health, and takes input again when it has time', async () => {
    const service = await startRealService({ CLEARLOOP_MAX_EVENT_LOOP_DELAY: '50' });
    const nobody = new Int32Array(new SharedArrayBuffer(4));
    const block = (milliseconds: number): unknown => Atomics.wait(nobody, 0, 0, milliseconds);
    await until(async () => {
      block(900);
      return isRefused(service);
    });
    block(900);
    expect(await statusesOf(service, ['/health', '/metrics'])).toEqual([
      ['/health', 200],
      ['/metrics', 200],
    ]);
    await until(async () => !(await isRefused(service)));
    await service.stop();
  });
});

/** A remittance whose second claim has 1.5 MB of references, and the place where the references begin and end. */
function withLargeRecord(): { readonly before: string; readonly notes: string; readonly after: string } {
  const text = remittance(3);
  const at = text.indexOf('SVC*', text.indexOf('CLP*PCN2'));
  const notes = `REF*F8*${'9'.repeat(900)}~\n`.repeat(1_600);
  return { before: text.slice(0, at), notes, after: text.slice(at) };
}

describe('large records', () => {
  /** Sends the file up to the middle of its large record. */
  const openLarge = ({ url }: RunningService): { readonly client: ClientRequest; readonly answer: Promise<IncomingMessage> } => {
    const client = request(`${url}/api/edi/json?ndjson=true`, { method: 'POST', headers: { 'content-type': 'text/plain' } });
    client.on('error', () => undefined);
    client.write(large.before + large.notes);
    return { client, answer: new Promise((resolve) => client.once('response', resolve)) };
  };
  const large = withLargeRecord();
  const whole = large.before + large.notes + large.after;

  it('share the memory of CLEARLOOP_MAX_LARGE_RECORDS: another one gets 503 and Retry-After when it waits too long, small ones go on', async () => {
    const service = await startRealService({ CLEARLOOP_MAX_LARGE_RECORDS: '1', CLEARLOOP_WAIT_SECONDS: '0' });
    const first = openLarge(service);
    await until(async () => (await bytesIn(service)) > 1_300_000);
    // Its only record is large, so nothing of the answer is out when it is refused.
    const alone = whole.replace(/CLP\*PCN1[^]*?(?=CLP\*PCN2)/, '');
    let refused: Response | undefined;
    await until(async () => {
      refused = await postEdi(service, alone);
      return refused.status === 503;
    });
    expect(refused?.headers.get('retry-after')).toBe(String(OVERLOAD_RETRY_SECONDS));
    expect(await refused?.json()).toMatchObject({ code: 'EDI_SERVICE_OVERLOADED' });
    expect((await (await postEdi(service, remittance(3), '?ndjson=true')).text()).match(PAYMENTS)).toHaveLength(3);
    first.client.end(large.after);
    const text = await outputOf(await first.answer);
    expect(text.match(PAYMENTS)).toHaveLength(3);
    expect(text).not.toContain('ERROR');
    await until(async () => (await postEdi(service, alone)).status === 200);
    await service.stop();
  });

  it('are waited for, and released with a client that goes away', async () => {
    const service = await startRealService({ CLEARLOOP_MAX_LARGE_RECORDS: '1' });
    const first = openLarge(service);
    await until(async () => (await bytesIn(service)) > 1_300_000);
    let isDone = false;
    const second = postEdi(service, whole, '?ndjson=true')
      .then(async (response) => response.text())
      .finally(() => (isDone = true));
    // The first 1.45 MB are those of the other request.
    await until(async () => (await bytesIn(service)) > 2_300_000);
    await pause(300);
    expect([isDone, (await bytesIn(service)) < 2_800_000]).toEqual([false, true]);
    first.client.destroy();
    expect((await second).match(PAYMENTS)).toHaveLength(3);
    await service.stop();
  });

  it.each([
    ['/api/edi/json?ndjson=true', /"PCN1"[^]*EDI_TRANSACTION_TOO_LARGE/],
    ['/api/edi/csv', /PCN1[^]*\n"?ERROR: [^]*100000 bytes/],
    ['/api/edi/validate?ndjson=true', /EDI_TRANSACTION_TOO_LARGE|100000 bytes/],
    ['/api/edi/validate/text', /100000 bytes/],
    ['/api/edi/parse', /"PCN1"[^]*100000 bytes/],
  ])('of more than CLEARLOOP_MAX_RECORD_BYTES are an error in the output of %s, after the records before', async (path, expected) => {
    const service = await sharedService({ CLEARLOOP_MAX_RECORD_BYTES: '100000' });
    const response = await fetch(`${service.url}${path}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: whole });
    const text = await response.text();
    expect(text).toMatch(expected);
    expect(text).not.toContain('PCN3');
  });
});

describe('an acknowledgment of a record that is too large', () => {
  it('is cut behind its first 64 KB, because EDI has no place for an error', async () => {
    const service = await sharedService({ CLEARLOOP_MAX_RECORD_BYTES: '100000' });
    const { before, notes, after } = withLargeRecord();
    // The 999 answers each transaction set: these make more than is held.
    const sets = 'ST*835*0001~\nSE*2*0001~\n'.repeat(3_000);
    const body = before.replace('ST*835', `${sets}ST*835`) + notes + after;
    const text = async (): Promise<string> => (await fetch(`${service.url}/api/edi/ack`, { method: 'POST', body })).text();
    await expect(text()).rejects.toThrow();
  });
});

describe('an answer of POST /api/edi/parse that is larger than CLEARLOOP_MAX_PARSE_ANSWER_BYTES', () => {
  it.each(['', '?asSegments=true', '?gen999=true'])('is 413, and a smaller one is given: %s', async (query) => {
    const service = await sharedService({ CLEARLOOP_MAX_PARSE_ANSWER_BYTES: '20000' });
    const parse = async (claims: number): Promise<Response> => fetch(`${service.url}/api/edi/parse${query}`, { method: 'POST', body: remittance(claims) });
    const [small, large] = [await parse(1), await parse(200)];
    expect([small.status, large.status]).toEqual([200, 413]);
    expect(await large.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_BODY_TOO_LARGE' });
    await until(async () => (await metricsOf(service)).includes('\nclearloop_conversions_running 0\n'));
    expect((await parse(1)).status).toBe(200);
  });
});

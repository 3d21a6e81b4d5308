import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RunningService } from '../../../src/main';
import { until } from '../../support/until';
import { textOf } from '../../unit/io/collect';
import { remittance } from '../edi-835';
import { formOf, postEdi, startRealService } from '../test-service';

const MAX_BYTES = 2_000_000;

/** 3 MB of EDI that are a few kilobytes when compressed. */
const BOMB = remittance(1) + `${'ZZZ*'.repeat(5)}~\n`.repeat(140_000);

describe('requests that mean no good', () => {
  let folder: string;
  let service: RunningService;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-abuse-'));
    mkdirSync(join(folder, 'schemas'));
    writeFileSync(join(folder, 'secret.yaml'), 'secret: TOP-SECRET');
    symlinkSync(join(folder, 'secret.yaml'), join(folder, 'schemas/link.yaml'));
    service = await startRealService({
      CLEARLOOP_MAX_BODY_BYTES: String(MAX_BYTES),
      CLEARLOOP_MAX_FILES: '20',
      CLEARLOOP_MAX_CONVERSIONS: '2',
      CLEARLOOP_CSV_SCHEMAS: join(folder, 'schemas'),
    });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });
  // Whatever came before, nothing is left of it, and the next request is served.
  afterEach(async () => {
    await until(async () => (await (await fetch(`${service.url}/metrics`)).text()).includes('\nclearloop_conversions_running 0\n'));
    expect((await postEdi(service, remittance(1))).status).toBe(200);
  });

  const post = async (body: string | Uint8Array | FormData, headers: Readonly<Record<string, string>> = {}, path = '/api/edi/json'): Promise<Response> =>
    fetch(`${service.url}${path}`, { method: 'POST', body, headers: body instanceof FormData ? headers : { 'content-type': 'text/plain', ...headers } });

  /** Sends bytes as they are and gives all that is answered. */
  const raw = async (bytes: string | Buffer): Promise<string> => {
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.on('error', () => undefined);
    client.write(bytes);
    return textOf(client).catch(String);
  };

  it.each([
    ['gzip', gzipSync(BOMB)],
    ['deflate', deflateSync(BOMB)],
    ['br', brotliCompressSync(BOMB)],
    ['gzip, gzip', gzipSync(gzipSync(BOMB))],
  ])('stops a body that inflates beyond the limit: %s', async (encoding, body) => {
    expect(body.length).toBeLessThan(100_000);
    for (const path of ['/api/edi/json?maxWarnings=-1', '/api/edi/csv?maxWarnings=-1', '/api/edi/validate', '/api/edi/validate/text']) {
      const response = await post(body, { 'content-encoding': encoding }, path);
      expect(await response.text()).toContain('The request has more than 2000000 bytes');
    }
    const generated = await post(body, { 'content-encoding': encoding, 'content-type': 'application/json' }, '/api/edi/gen/835');
    expect([400, 413]).toContain(generated.status);
  });

  it('stops files of a form that inflate beyond the limit together', async () => {
    const part = gzipSync(remittance(1) + `${'ZZZ*'.repeat(5)}~\n`.repeat(40_000));
    const form = formOf([1, 2, 3].map((number) => [`${number}.gz`, part] as const));
    expect(await (await post(form, {}, '/api/edi/json?ndjson=true&maxWarnings=-1')).text()).toContain('EDI_BODY_TOO_LARGE');
  });

  it.each([
    ['gzip, gzip, gzip', 415],
    [Array.from({ length: 500 }, () => 'gzip').join(','), 415],
    ['zstd', 415],
    ['gzip;q=1', 415],
    ['', 200],
    ['identity', 200],
  ])('answers a content encoding that is not read: %.30s', async (encoding, status) => {
    expect((await post(remittance(1), { 'content-encoding': encoding })).status).toBe(status);
  });

  it('answers a body that is not what its encoding says', async () => {
    const response = await post(remittance(1), { 'content-encoding': 'br' });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'EDI_SOURCE_UNREADABLE' })]);
  });

  it.each([
    ['application/zip', 415, 'EDI_UNSUPPORTED_MEDIA_TYPE'],
    ['application/octet-stream', 400, 'EDI_NOT_EDI'],
  ])('does not open archives: %s', async (type, status, code) => {
    const response = await post(Buffer.from('504b0304140000000800', 'hex'), { 'content-type': type });
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
  });

  it('refuses a form of thousands of parts', async () => {
    const files = formOf(Array.from({ length: 1000 }, (_, index) => [`${index}.edi`, remittance(1)] as const));
    expect(await (await post(files)).text()).toContain('more than 20 parts');
    const fields = new FormData();
    for (let index = 0; index < 3000; index++) fields.append('note', 'x');
    const response = await post(fields);
    expect([response.status, await response.json()]).toEqual([413, expect.objectContaining({ code: 'EDI_BODY_TOO_LARGE' })]);
  });

  it.each([
    ['a header of a megabyte', `--B\r\nContent-Disposition: form-data; name="files"; filename="${'x'.repeat(1_000_000)}"\r\n\r\nISA\r\n--B--\r\n`],
    ['ten thousand headers', `--B\r\n${'X-A: b\r\n'.repeat(10_000)}\r\nISA\r\n--B--\r\n`],
    ['headers that never end', `--B\r\n${'X-A: b\r\n'.repeat(10_000)}`],
    ['a boundary that never comes', 'x'.repeat(100_000)],
    ['boundaries alone', '--B\r\n'.repeat(10_000)],
    ['a closing boundary alone', '--B--\r\n'],
    [
      'a form in a form',
      '--B\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\n--C\r\n\r\nx\r\n--C--\r\n--B--\r\n',
    ],
  ])('answers a form with %s', async (_what, body) => {
    const response = await post(body, { 'content-type': 'multipart/form-data; boundary=B' });
    expect([400, 413]).toContain(response.status);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: expect.stringMatching(/^EDI_/) });
  });

  it.each([
    ['a long header', `GET /health HTTP/1.1\r\nHost: x\r\nX-Patient: ${'DOE'.repeat(20_000)}\r\n\r\n`, 431, 'EDI_HEADERS_TOO_LARGE'],
    ['a long address', `GET /health?name=${'DOE'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'EDI_HEADERS_TOO_LARGE'],
    ['many headers', `GET /health HTTP/1.1\r\nHost: x\r\n${'X-Patient: DOE\r\n'.repeat(5_000)}\r\n`, 431, 'EDI_HEADERS_TOO_LARGE'],
    ['no HTTP', 'DOE*JOHN~\r\n\r\n', 400, 'EDI_BAD_PARAMETER'],
    ['two lengths', 'POST /api/edi/json HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx', 400, 'EDI_BAD_PARAMETER'],
    [
      'a length and chunks',
      'POST /api/edi/json HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'EDI_BAD_PARAMETER',
    ],
    ['a length that is none', 'POST /api/edi/json HTTP/1.1\r\nHost: x\r\nContent-Length: DOE\r\n\r\n', 400, 'EDI_BAD_PARAMETER'],
    ['a line break in a header', 'GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\rSet-Cookie: DOE\r\n\r\n', 400, 'EDI_BAD_PARAMETER'],
    ['a request in a body', 'GET /health HTTP/1.1\r\nContent-Length: -5\r\nHost: x\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n', 400, 'EDI_BAD_PARAMETER'],
  ])('answers a request with %s by an error body that repeats nothing', async (_what, bytes, status, code) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(`"code":"${code}"`);
    expect(answer).not.toContain('DOE');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('ends a body in broken chunks without writing into an answer that has begun', async () => {
    const text = remittance(2000);
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.on('error', () => undefined);
    client.write(`POST /api/edi/json?ndjson=true HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n`);
    const [first] = await once(client, 'data');
    client.write('no chunk size\r\n');
    const rest = await textOf(client).catch(String);
    expect(String(first)).toMatch(/^HTTP\/1\.1 200/);
    expect(rest).not.toContain('HTTP/1.1 400');
  });

  it.each([
    '../secret.yaml',
    '..%2fsecret.yaml',
    '%2e%2e/secret.yaml',
    '..\\secret.yaml',
    'schemas/../../secret.yaml',
    '/etc/passwd',
    'C:\\secret.yaml',
    'secret.yaml%00.yaml',
    'secret.yaml\0',
    'link.yaml/../../secret.yaml',
    'file:///etc/passwd',
    '.',
    '..',
  ])('reads no file outside the folder of schemas: %j', async (name) => {
    for (const value of [encodeURIComponent(name), name.replaceAll('\0', '%00')]) {
      const response = await post(remittance(1), {}, `/api/edi/csv?schemaFileName=${value}`);
      expect(response.status).toBe(400);
      expect(await response.text()).not.toMatch(/TOP-SECRET|root:|clearloop-abuse/);
    }
  });

  it.each([
    '/api/docs/../../package.json',
    '/api/docs/..%2f..%2fpackage.json',
    '/api/docs/%2e%2e/%2e%2e/package.json',
    '/api/docs//etc/passwd',
    '/..%5cpackage.json',
  ])('serves no file of the disk: %s', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(answer).not.toMatch(/"dependencies"|root:/);
  });

  it('takes names of files for names, not for paths', async () => {
    const form = formOf([['../../../../tmp/x/../evil.edi', remittance(1)]]);
    const text = await (await post(form)).text();
    expect(text).toContain('"name":"evil.edi"');
    const zip = await post(remittance(1), { accept: 'application/zip' }, `/api/edi/csv?ediFileName=${encodeURIComponent('../../evil.edi')}`);
    expect(zip.headers.get('content-disposition')).toContain('filename="evil.zip"');
    expect(Buffer.from(await zip.arrayBuffer()).toString('latin1')).not.toContain('../');
  });

  it('sends security headers with every answer, errors among them', async () => {
    for (const response of [await post('no EDI'), await fetch(`${service.url}/api/nothing`), await fetch(`${service.url}/metrics`)]) {
      for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy', 'cross-origin-resource-policy'])
        expect(response.headers.get(name)).not.toBeNull();
      expect(response.headers.get('x-powered-by')).toBeNull();
      await response.text();
    }
  });
});

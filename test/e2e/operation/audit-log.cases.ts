import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeApiKey } from '../../../src/http/auth/api-key';
import { updateKeyFile } from '../../../src/http/auth/key-file';
import type { RunningService } from '../../../src/main';
import { until } from '../../support/until';
import { remittance } from '../edi-835';
import { conversionOf, formOf, postEdi, startFakeService, startRealService } from '../test-service';

type Line = Readonly<Record<string, unknown>>;

describe('the audit log', () => {
  let folder: string;
  let file: string;
  let service: RunningService;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-audit-'));
    file = join(folder, 'audit.ndjson');
  });
  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
    jest.restoreAllMocks();
  });

  const linesOf = (path = file): Line[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const linesWhenThereAre = async (count: number): Promise<Line[]> => {
    await until(() => existsSync(file) && linesOf().length === count);
    return linesOf();
  };

  it('tells who converted what: names, sizes and counts, and no content', async () => {
    const { key, record } = makeApiKey('one', new Date(), undefined);
    updateKeyFile(join(folder, 'keys.json'), () => [record]);
    service = await startRealService({
      CLEARLOOP_AUDIT_LOG: file,
      CLEARLOOP_API_KEYS_FILE: join(folder, 'keys.json'),
      CLEARLOOP_API_KEYS_SCOPE: 'all',
    });
    const form = formOf([
      ['a.835', remittance(2)],
      ['b.835.gz', gzipSync(remittance(1).replace('CAS*CO', 'ZZZ*CO'))],
    ]);
    await (await postEdi(service, form, '', { 'x-api-key': key, 'x-request-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3301' })).text();
    expect(await linesWhenThereAre(1)).toEqual([
      {
        event: 'audit',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        requestId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
        keyId: record.id,
        address: '127.0.0.1',
        operation: 'POST /api/edi/json',
        outcome: 'complete',
        status: 200,
        milliseconds: expect.any(Number),
        inputs: [
          { name: 'a.835', bytes: remittance(2).length },
          { name: 'b.835', bytes: remittance(1).length },
        ],
        bytesIn: remittance(2).length + remittance(1).length,
        files: 2,
        segments: 45,
        transactions: 2,
        skippedSegments: 1,
        unreadValues: 0,
        records: 3,
        issues: 1,
        errors: 0,
        issueCounts: { INVALID: 1 },
      },
    ]);
    expect(readFileSync(file, 'utf8')).not.toMatch(new RegExp(`${key}|SAMPLE|PCN|RUSHMORE`));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('tells of requests that are refused, with the code of the error', async () => {
    service = await startRealService({ CLEARLOOP_AUDIT_LOG: file });
    await (await postEdi(service, 'Dear Sir', '?ediFileName=letter.txt')).text();
    await (await postEdi(service, remittance(1), '?ndjson=perhaps')).text();
    await (await fetch(`${service.url}/api/edi/gen/837?fileName=claims.json`, { method: 'POST', body: '[{' })).text();
    expect(await linesWhenThereAre(3)).toEqual([
      expect.objectContaining({ outcome: 'refused', status: 400, errorCode: 'EDI_NOT_EDI', inputs: [{ name: 'letter.txt', bytes: 8 }] }),
      expect.objectContaining({ outcome: 'refused', status: 400, errorCode: 'EDI_BAD_PARAMETER', inputs: [] }),
      expect.objectContaining({
        outcome: 'refused',
        errorCode: 'EDI_REQUEST_INVALID',
        operation: 'POST /api/edi/gen/:set',
        inputs: [{ name: 'claims.json', bytes: 2 }],
      }),
    ]);
  });

  it('tells of conversions that are broken off, by the client or by the service', async () => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    let number = 0;
    service = await startFakeService(
      () => {
        const isFailing = ++number === 2;
        return conversionOf(async function* () {
          yield Buffer.alloc(100_000, 'x');
          if (isFailing) throw new Error('broken');
          for (;;) yield Buffer.alloc(100_000, 'x');
        });
      },
      { CLEARLOOP_AUDIT_LOG: file },
    );
    const abort = new AbortController();
    const response = await fetch(`${service.url}/api/edi/json`, { method: 'POST', body: 'x', signal: abort.signal });
    await response.body?.getReader().read();
    abort.abort();
    await linesWhenThereAre(1);
    await expect((await postEdi(service, 'x')).text()).rejects.toThrow();
    const lines = await linesWhenThereAre(2);
    expect(lines.map(({ outcome }) => outcome)).toEqual(['broken off', 'broken off']);
  });

  it('has nothing of requests that bring no input, or go to no operation', async () => {
    service = await startRealService({ CLEARLOOP_AUDIT_LOG: file });
    for (const path of ['/health', '/api/about', '/api/code/search?query=45', '/metrics']) await (await fetch(`${service.url}${path}`)).text();
    await (await fetch(`${service.url}/api/nothing/john-doe`, { method: 'POST', body: 'x' })).text();
    await (await postEdi(service, remittance(1))).text();
    expect((await linesWhenThereAre(1)).map(({ operation }) => operation)).toEqual(['POST /api/edi/json']);
  });

  it('goes on in a new file when the old one was renamed', async () => {
    service = await startRealService({ CLEARLOOP_AUDIT_LOG: file });
    await (await postEdi(service, remittance(1))).text();
    await linesWhenThereAre(1);
    renameSync(file, `${file}.1`);
    await (await postEdi(service, remittance(1))).text();
    await linesWhenThereAre(1);
    expect(linesOf(`${file}.1`)).toHaveLength(1);
  });

  it('goes to standard output when asked to, whatever the level of the log', async () => {
    const written: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0);
    service = await startRealService({ CLEARLOOP_AUDIT_LOG: 'stdout', CLEARLOOP_LOG_LEVEL: 'error' });
    await (await postEdi(service, remittance(1))).text();
    await until(() => written.length === 1);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ event: 'audit', records: 1 });
  });

  it('stops the start when it cannot be written, without its path', async () => {
    service = await startRealService();
    const start = startRealService({ CLEARLOOP_AUDIT_LOG: '/no/such/folder/audit' });
    await expect(start).rejects.toMatchObject({
      code: 'EDI_OUTPUT_FAILED',
      message: 'The audit log (setting CLEARLOOP_AUDIT_LOG) cannot be written (ENOENT).',
    });
  });

  it('does not stop conversions when it cannot be written any more, and the log tells it once', async () => {
    const errors: string[] = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => errors.push(String(line)) > 0);
    const inner = join(folder, 'inner');
    file = join(inner, 'audit.ndjson');
    mkdirSync(inner);
    service = await startRealService({ CLEARLOOP_AUDIT_LOG: file });
    rmSync(inner, { recursive: true });
    for (const _ of [1, 2]) expect((await postEdi(service, remittance(1))).status).toBe(200);
    await until(() => errors.length > 0);
    expect(errors.map((line) => JSON.parse(line).message)).toEqual([{ event: 'audit-unwritable', reason: 'ENOENT' }]);
  });
});

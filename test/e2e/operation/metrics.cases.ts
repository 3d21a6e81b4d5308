import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApiKey } from '../../../src/http/auth/api-key';
import { updateKeyFile } from '../../../src/http/auth/key-file';
import type { RunningService } from '../../../src/main';
import { until } from '../../support/until';
import { remittance } from '../edi-835';
import { conversionOf, formOf, postEdi, startFakeService, startRealService } from '../test-service';

describe('metrics', () => {
  let service: RunningService;
  afterEach(async () => service.stop());

  const text = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text();
  const until200 = async (line: string): Promise<void> => until(async () => (await text()).includes(`\n${line}\n`));

  it('count requests, work, issues, errors and times', async () => {
    service = await startRealService();
    await (await postEdi(service, remittance(3).replace('CAS*CO', 'ZZZ*CO'))).text();
    await (await postEdi(service, 'Dear Sir')).text();
    await until200('clearloop_requests_total{method="POST",route="/api/edi/json",status="400"} 1');
    const response = await fetch(`${service.url}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = (await response.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'clearloop_requests_total{method="POST",route="/api/edi/json",status="200"} 1',
        `clearloop_input_bytes_total ${remittance(3).length + 8}`,
        'clearloop_files_total 2',
        'clearloop_segments_total 30',
        'clearloop_transactions_total 1',
        'clearloop_records_total 3',
        'clearloop_issues_total{type="INVALID"} 1',
        'clearloop_errors_total{code="EDI_NOT_EDI"} 1',
        'clearloop_request_duration_seconds_count{route="/api/edi/json"} 2',
        'clearloop_request_wait_seconds_count{route="/api/edi/json"} 2',
        'clearloop_conversions_running 0',
        'clearloop_conversions_waiting 0',
        'clearloop_conversions_limit 32',
      ]),
    );
    expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true);
  });

  it('count a long conversion while it runs, and nothing twice', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    service = await startFakeService(() => {
      const summary = { files: 1, bytes: 0, segments: 0, transactions: 0, records: 0, issues: 0, errors: 0, skippedSegments: 0, unreadValues: 0 };
      return {
        ...conversionOf(async function* () {
          summary.segments = 100;
          yield Buffer.alloc(1, 'x');
          await finished;
          summary.segments = 150;
        }),
        summary,
      };
    });
    const answer = await postEdi(service, 'x');
    await until200('clearloop_segments_total 100');
    expect(await text()).toContain('\nclearloop_segments_total 100\n');
    finish();
    await answer.text();
    await until200('clearloop_segments_total 150');
  });

  it('do not grow with what clients send', async () => {
    service = await startRealService();
    const send = async (name: string): Promise<void> => {
      await (await postEdi(service, formOf([[`${name}.835`, remittance(1, name)]]), `?${name}=1`)).text();
      await (await postEdi(service, name, `?ediFileName=${name}`)).text();
      await (await fetch(`${service.url}/api/${name}`, { method: 'PROPFIND' })).text();
      await (await fetch(`${service.url}/api/edi/gen/${name}`, { method: 'POST', body: '[]' })).text();
      await (await fetch(`${service.url}/api/code/${name}`, { headers: { 'x-request-id': name } })).text();
    };
    await send('DOE0');
    await until200('clearloop_request_duration_seconds_count{route="/api/code/:code"} 1');
    const seriesOf = (metrics: string): string[] =>
      metrics
        .split('\n')
        .filter((line) => line.startsWith('clearloop_'))
        .map((line) => line.replace(/ \S+$/, ''));
    await text(); // the metrics of /metrics itself
    const before = seriesOf(await text());
    for (let number = 1; number < 10; number++) await send(`DOE${number}`);
    await until200('clearloop_request_duration_seconds_count{route="/api/code/:code"} 10');
    const after = await text();
    expect(seriesOf(after)).toEqual(before);
    expect(after).not.toContain('DOE');
  });
});

describe('access to metrics', () => {
  it('needs a key where there are keys, unless they are open; off takes them away', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-keys-'));
    const { key, record } = makeApiKey('one', new Date(), undefined);
    updateKeyFile(join(folder, 'keys.json'), () => [record]);
    const statuses: Record<string, readonly number[]> = {};
    for (const scope of ['codes', 'all']) {
      for (const access of ['keys', 'open', 'off']) {
        const guarded = await startRealService({
          CLEARLOOP_API_KEYS_FILE: join(folder, 'keys.json'),
          CLEARLOOP_API_KEYS_SCOPE: scope,
          CLEARLOOP_METRICS: access,
        });
        const [without, withKey] = [await fetch(`${guarded.url}/metrics`), await fetch(`${guarded.url}/metrics`, { headers: { 'x-api-key': key } })];
        statuses[`${scope} ${access}`] = [without.status, withKey.status];
        await guarded.stop();
      }
    }
    rmSync(folder, { recursive: true });
    expect(statuses).toEqual({
      'codes keys': [401, 200],
      'codes open': [200, 200],
      'codes off': [404, 404],
      'all keys': [401, 200],
      'all open': [200, 200],
      'all off': [401, 404],
    });
  });
});

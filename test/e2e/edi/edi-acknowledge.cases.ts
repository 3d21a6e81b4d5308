import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RunningService } from '../../../src/main';
import { formOf, sharedService } from '../test-service';

const SAMPLES = join(__dirname, '../../../samples');
const good = readFileSync(join(SAMPLES, '835.edi'));
const dirty = readFileSync(join(SAMPLES, '835-dirty.edi'));

const TEXT = { 'content-type': 'text/plain' };

describe('POST /api/edi/ack', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await sharedService();
  });

  const post = (body: NonNullable<RequestInit['body']>, query = '', headers: Record<string, string> = TEXT): Promise<Response> =>
    fetch(`${service.url}/api/edi/ack${query}`, { method: 'POST', headers, body });

  it('answers with a 999 that validation accepts', async () => {
    const response = await post(dirty);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const edi = await response.text();
    expect(edi).toContain('AK2*835*0001~\nIK3*UNK*14*2100*1~\nCTX*TRN02:600043~\nIK5*R*5*4~\nAK9*R*1*1*0~\n');
    const issues = await fetch(`${service.url}/api/edi/validate?levels=1-7`, { method: 'POST', headers: TEXT, body: edi });
    expect(await issues.json()).toEqual([]);
  });

  it('looks by the rules that are asked for', async () => {
    expect(await (await post(dirty, '?rules=-segment-unknown,-control-count')).text()).toContain('IK5*A~\nAK9*A*1*1*1~\n');
  });

  it('reads compressed bodies and forms of several files', async () => {
    expect(await (await post(gzipSync(good), '', { ...TEXT, 'content-encoding': 'gzip' })).text()).toContain('AK9*A*1*1*1~');
    const form = formOf([
      ['good.835', good],
      ['dirty.835', dirty],
    ]);
    const edi = await (await fetch(`${service.url}/api/edi/ack`, { method: 'POST', body: form })).text();
    expect(edi.match(/AK9\*[AR]/g)).toEqual(['AK9*A', 'AK9*R']);
  });

  it('answers acknowledgments with nothing', async () => {
    const response = await post(await (await post(good)).text());
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('answers with a status where a later transaction set cannot be read, and sends nothing of the acknowledgment', async () => {
    const lines = good
      .toString()
      .replaceAll('000000101', '000000102')
      .split(/(?<=~\s*)(?=PLB\*)/);
    const [head = '', tail = ''] = lines; // Another interchange: one with the same control number would be refused unread.
    const response = await post(good.toString() + head + 'REF*6R*1~'.repeat(20_001) + tail);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_TRANSACTION_TOO_LARGE' });
  });

  it('answers 400 for what is not EDI, and for a rule that does not exist', async () => {
    for (const response of [await post('Dear Sir'), await post(good, '?rules=no-such-rule')]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ objectType: 'ERROR' });
    }
  });
});

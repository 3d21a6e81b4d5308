import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RunningService } from '../../../src/main';
import { sharedService } from '../test-service';

const SAMPLES = join(__dirname, '../../../samples');
const good = readFileSync(join(SAMPLES, '835.edi'));
const dirty = readFileSync(join(SAMPLES, '835-dirty.edi'));

const TEXT = { 'content-type': 'text/plain' };

describe('POST /api/edi/parse', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await sharedService({ CLEARLOOP_MAX_PARSE_BYTES: String(good.length) });
  });

  const post = (body: Buffer | string, query = '', headers: Record<string, string> = TEXT): Promise<Response> =>
    fetch(`${service.url}/api/edi/parse${query}`, { method: 'POST', headers, body });

  it('answers with one object', async () => {
    const response = await post(good);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const parsed = await response.json();
    expect(parsed).toMatchObject({ claims: [], coverages: [], statuses: [], parsingIssues: [] });
    expect(parsed).toMatchObject({ payments: [{ objectType: 'PAYMENT', facilityCode: { desc: expect.any(String) } }, { objectType: 'PAYMENT' }] });
    expect(parsed).not.toHaveProperty('ackEdi');
    expect(parsed).not.toHaveProperty('segments');
  });

  it('acknowledges, and tells what is wrong beside the records', async () => {
    const parsed = await (await post(dirty, '?gen999=true')).json();
    expect(parsed).toMatchObject({
      ackEdi: expect.stringContaining('AK9*R*1*1*0~'),
      parsingIssues: [
        { severity: 'ERROR', message: expect.stringContaining('not EDI') },
        { severity: 'ERROR', loop: '0000', ediString: 'SE*18*0001~', lineNumber: 25, segmentNumber: 21 },
      ],
    });
  });

  it('answers with segments as they stand in each other', async () => {
    const parsed = await (await post(good, '?asSegments=true')).json();
    expect(parsed).toMatchObject({
      payments: [],
      segments: {
        interchange_control_header: [{ segment_id: 'ISA', functional_group_header: [{ segment_id: 'GS', transaction_set_header: [{ segment_id: 'ST' }] }] }],
      },
    });
  });

  it('reads a compressed body, and answers 413 for one that is larger than the setting once it is inflated', async () => {
    const compressed = { ...TEXT, 'content-encoding': 'gzip' };
    expect((await post(gzipSync(good), '', compressed)).status).toBe(200);
    const larger = Buffer.concat([good, good]);
    for (const response of [await post(larger), await post(gzipSync(larger), '', compressed)]) {
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: 'EDI_BODY_TOO_LARGE' });
    }
    expect((await fetch(`${service.url}/api/edi/json`, { method: 'POST', headers: TEXT, body: larger })).status).toBe(200);
  });

  it('answers 400 for what is not EDI', async () => {
    const response = await post('Dear Sir');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_NOT_EDI' });
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningService } from '../../../src/main';
import { formOf, sharedService } from '../test-service';

const claims = readFileSync(join(__dirname, '../../../samples/837p.edi'));

describe('POST /api/edi/scrub', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await sharedService();
  });

  const post = async (body: Buffer | FormData): Promise<Response> =>
    fetch(`${service.url}/api/edi/scrub`, {
      method: 'POST',
      body: body instanceof FormData ? body : new Uint8Array(body),
      ...(body instanceof FormData ? {} : { headers: { 'content-type': 'text/plain' } }),
    });

  it('answers with text of the same length without the names', async () => {
    const response = await post(claims);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await response.text();
    expect(text).toHaveLength(claims.length);
    const names = [...claims.toString().matchAll(/NM1\*(?:IL|QC)\*1\*([^*]+)\*([^*~]+)/g)].flatMap(([, last = '', first = '']) => [last, first]);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => text.includes(name))).toEqual([]);
  });

  it('uses another secret for each request where none is set', async () => {
    expect(await (await post(claims)).text()).not.toBe(await (await post(claims)).text());
  });

  it('joins the files of a form, and refuses what is not EDI', async () => {
    const form = formOf([
      ['a.837', claims],
      ['b.837', claims],
    ]);
    expect(await (await post(form)).text()).toHaveLength(2 * claims.length);
    const refused = await post(Buffer.from('no EDI at all'));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 'EDI_NOT_EDI' });
  });
});

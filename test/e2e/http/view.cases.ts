import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningService } from '../../../src/main';
import { sharedService, startRealService } from '../test-service';

const SAMPLES = join(__dirname, '../../../samples');
const EDI = readFileSync(join(SAMPLES, '837p.edi'));

/* eslint-disable @typescript-eslint/no-explicit-any -- answers are looked into as they are */
interface State {
  readonly id: string;
  readonly segments: number;
  readonly isUnderstood: boolean;
}

/** Files of a case, which is over when they are closed: a service takes a few at a time. */
const opened: string[] = [];

async function open(service: RunningService, content: Buffer = EDI, name = 'claims.edi'): Promise<State> {
  const state = (await (await fetch(`${service.url}/api/view/files?fileName=${name}`, { method: 'POST' })).json()) as State;
  opened.push(state.id);
  const sent = await fetch(`${service.url}/api/view/files/${state.id}/content`, {
    method: 'POST',
    body: content,
    headers: { 'content-type': 'application/octet-stream' },
  });
  return (await sent.json()) as State;
}

describe('the viewer', () => {
  let service: RunningService;
  const get = async (path: string): Promise<Omit<Response, 'json'> & { json(): Promise<any> }> => fetch(`${service.url}/api/view/files/${path}`);
  beforeAll(async () => {
    service = await sharedService();
  });
  afterEach(async () => {
    for (const id of opened.splice(0)) await fetch(`${service.url}/api/view/files/${id}`, { method: 'DELETE' });
  });

  it('serves its page without inline styles and scripts', async () => {
    const page = await fetch(`${service.url}/view`);
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    );
    expect(await page.text()).toContain('<clearloop-viewer>');
    expect((await fetch(`${service.url}/view/viewer.js`)).headers.get('content-type')).toContain('javascript');
    expect((await fetch(`${service.url}/view/../../package.json`)).status).toBe(404);
    expect((await fetch(`${service.url}/view/other.js`)).status).toBe(404);
    expect(new URL((await fetch(`${service.url}/view/`)).url).pathname).toBe('/view');
  });

  it('answers windows of a file that was sent', async () => {
    const { id, segments, isUnderstood } = await open(service);
    expect({ segments, isUnderstood }).toEqual({ segments: 65, isUnderstood: true });
    const window = await (await get(`${id}/segments?from=22&count=1`)).json();
    expect(window).toMatchObject({ total: 65, segments: [{ segmentNumber: 22, id: 'CLM', loop: '2300' }] });
    const details = await (await get(`${id}/segments/22`)).json();
    expect(details).toMatchObject({ path: ['i0', 'g0', 't0', 'u0'] });
    expect(details.elements.find(({ ref }: { ref: string }) => ref === 'CLM05-1')).toMatchObject({ name: 'Place of service code', meaning: 'Office' });
  });

  it('answers children of nodes that the outline has, and refuses other ids', async () => {
    const { id } = await open(service);
    const { nodes } = await (await get(`${id}/outline?node=g0`)).json();
    expect(nodes).toEqual([{ id: 't0', kind: 'transaction', label: expect.any(String), detail: '0001', first: 3, last: 63, records: 2 }]);
    for (const node of ['zz', 'i9', '__proto__']) {
      const refused = await get(`${id}/outline?node=${node}`);
      expect([refused.status, (await refused.json()).code]).toEqual([400, 'EDI_BAD_PARAMETER']);
    }
  });

  it('exports a record as EDI, JSON and CSV', async () => {
    const { id } = await open(service);
    const texts = await Promise.all(['edi', 'json', 'csv'].map(async (as) => (await get(`${id}/export?segment=30&as=${as}`)).text()));
    expect(texts[0]).toMatch(/^ISA\*[\s\S]*IEA\*1\*000000201~\n$/);
    expect(JSON.parse(texts[1] ?? '')).toHaveLength(1);
    expect(texts[2]?.trimEnd().split('\n').length).toBeGreaterThan(1);
  });

  it('searches by a request whose address names no value', async () => {
    const { id } = await open(service);
    const answer = await fetch(`${service.url}/api/view/files/${id}/search`, { method: 'POST', body: JSON.stringify({ query: 'JSC-1002', kind: 'record' }) });
    expect(await answer.json()).toMatchObject({ hits: [{ segmentNumber: 46 }] });
  });

  it('refuses more hits than an answer has, and names the maximum', async () => {
    const { id } = await open(service);
    const searched = async (count: number): Promise<readonly [status: number, text: string]> => {
      const body = JSON.stringify({ query: 'N3', kind: 'segment', count });
      const answer = await fetch(`${service.url}/api/view/files/${id}/search`, { method: 'POST', body });
      return [answer.status, await answer.text()];
    };
    expect(await searched(200)).toEqual([200, expect.stringContaining('hits')]);
    expect(await searched(201)).toEqual([400, expect.stringContaining('$.count: expected a whole number from 1 to 200.')]);
  });

  it('shows issues with filters and positions', async () => {
    const { id } = await open(service, readFileSync(join(SAMPLES, '835-dirty.edi')), 'dirty.edi');
    const all = await (await get(`${id}/issues`)).json();
    expect(all.counts.all).toBe(all.issues.length);
    const page = await (await get(`${id}/issues?levels=1&at=16&count=1&from=1`)).json();
    expect(page).toMatchObject({ position: 1, issues: [{ segmentNumber: 16, ruleId: 'segment-unknown' }] });
    expect(await (await get(`${id}/issues?levels=5`)).json()).toMatchObject({ total: 0, issues: [] });
  });

  it('previews the acknowledgment', async () => {
    const { id } = await open(service);
    expect(await (await get(`${id}/acknowledgment`)).text()).toContain('ST*999*');
  });

  it.each([
    ['segments?from=0', 400],
    ['segments?count=many', 400],
    ['segments?count=501', 400],
    ['outline?count=201', 400],
    ['issues?count=501', 400],
    ['segments/nine', 400],
    ['segments/0x1', 400],
    ['segments/1e0', 400],
    ['segments/%201', 400],
    ['segments/900', 400],
    ['issues?levels=x', 400],
    ['issues?types=NONE', 400],
    ['export?segment=1&as=pdf', 400],
    ['export?segment=65', 400],
  ])('refuses %s', async (path, status) => {
    const { id } = await open(service);
    expect((await get(`${id}/${path}`)).status).toBe(status);
  });

  it('forgets a file that is closed', async () => {
    const { id } = await open(service);
    expect((await fetch(`${service.url}/api/view/files/${id}`, { method: 'DELETE' })).status).toBe(204);
    const gone = await get(id);
    expect([gone.status, (await gone.json()).code]).toEqual([404, 'EDI_VIEW_NOT_FOUND']);
  });

  it('takes content once', async () => {
    const { id } = await open(service);
    const again = await fetch(`${service.url}/api/view/files/${id}/content`, {
      method: 'POST',
      body: EDI,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(again.status).toBe(400);
  });
});

describe('the viewer with other settings', () => {
  it('is not there when it is off', async () => {
    const service = await startRealService({ CLEARLOOP_VIEWER: 'false' });
    const statuses = await Promise.all(['view', 'view/viewer.js', 'api/view/files/x'].map(async (path) => (await fetch(`${service.url}/${path}`)).status));
    await service.stop();
    expect(statuses).toEqual([404, 404, 404]);
  });

  it('bounds the number of files and their size', async () => {
    const service = await startRealService({ CLEARLOOP_VIEWER_FILES: '1', CLEARLOOP_VIEWER_MAX_BYTES: '1000' });
    const { id } = (await (await fetch(`${service.url}/api/view/files`, { method: 'POST' })).json()) as State;
    const second = await fetch(`${service.url}/api/view/files`, { method: 'POST' });
    const sent = await fetch(`${service.url}/api/view/files/${id}/content`, {
      method: 'POST',
      body: EDI,
      headers: { 'content-type': 'application/octet-stream' },
    });
    await service.stop();
    expect([second.status, sent.status]).toEqual([429, 413]);
  });
});

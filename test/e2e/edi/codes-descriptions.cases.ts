import type { RunningService } from '../../../src/main';
import { remittance } from '../edi-835';
import { postEdi, sharedService, startRealService, valuesOf } from '../test-service';

const REASON = { subType: 'CARC', code: '45', desc: expect.stringMatching(/.+/) };

const BARE = { subType: 'CARC', code: '45' };

/** The reason of the first adjustment of every payment. */
async function reasonsOf(response: Response): Promise<readonly unknown[]> {
  expect(response.status).toBe(200);
  const adjustments = await valuesOf(response, 'adjustments');
  return adjustments.map((some) => (Array.isArray(some) ? some[0]?.reason : undefined));
}

describe.each([
  ['are on unless they are turned off', {}, true],
  ['are off when the setting says so', { EDI_DESCRIPTIONS: 'false' }, false],
])('descriptions in POST /api/edi/json %s', (_title, environment, isOn) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(environment);
  });

  it.each([
    ['', isOn],
    ['?descriptions=true', true],
    ['?descriptions=false', false],
    ['?ndjson=true', isOn],
    ['?ndjson=true&descriptions=false', false],
    ['?ndjson=true&descriptions=true&chunkSize=1', true],
  ])('with the query %j', async (query, isDescribed) => {
    expect(await reasonsOf(await postEdi(service, remittance(3), query))).toEqual(Array(3).fill(isDescribed ? REASON : BARE));
  });

  it('with the same text for every request', async () => {
    const texts = await Promise.all([1, 2, 3].map(async () => (await postEdi(service, remittance(100))).text()));
    expect(new Set(texts).size).toBe(1);
    expect((texts[0] ?? '').includes('"desc"')).toBe(isOn);
  });

  it('refuses another word than true and false', async () => {
    const response = await postEdi(service, remittance(1), '?descriptions=maybe');
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'EDI_BAD_PARAMETER' })]);
  });
});

describe('a service with codes', () => {
  it('stops when the requests that are running are answered', async () => {
    const service = await startRealService();
    const answers = await Promise.all([postEdi(service, remittance(2_000), '?ndjson=true'), fetch(`${service.url}/api/code/csv?type=ub_code`)]);
    const [[converted, exported]] = await Promise.all([Promise.all(answers.map(async (answer) => answer.text())), service.stop()]);
    expect(converted?.match(/"desc"/g)?.length).toBeGreaterThanOrEqual(2_000);
    expect(exported?.split('\n').length).toBeGreaterThan(2_000);
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
  });

  it('goes on describing codes when another service on the same database has stopped', async () => {
    const [first, second] = await Promise.all([1, 2].map(async () => startRealService()));
    await first?.stop();
    if (second === undefined) throw new Error('There is no second service.');
    expect(await reasonsOf(await postEdi(second, remittance(1)))).toEqual([REASON]);
    await second.stop();
  });
});

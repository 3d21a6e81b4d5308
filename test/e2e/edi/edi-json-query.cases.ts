import type { RunningService } from '../../../src/main';
import { remittance } from '../edi-835';
import { postEdi, sharedService, valuesOf } from '../test-service';

describe('query parameters of POST /api/edi/json', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService({ EDI_TRANSACTION_TOP_LEVEL: 'true' });
  });

  it.each([
    ['ndjson=maybe', 'ndjson is "maybe". Allowed: true or false.'],
    ['validate=2', 'validate is "2". Allowed: true or false.'],
    ['descriptions=', 'descriptions is "". Allowed: true or false.'],
    ['chunkSize=0', 'chunkSize is "0". Allowed: a whole number from 1 to 2147483647.'],
    ['chunkSize=1e3', 'chunkSize is "1e3". Allowed: a whole number from 1 to 2147483647.'],
    ['maxWarnings=-2', 'maxWarnings is "-2". Allowed: a whole number from -1 to 2147483647.'],
    ['splitTran=truely', 'splitTran is "truely". Allowed: true or false.'],
    ['splitTran=None', 'splitTran is "None". Allowed: true or false.'],
  ])('refuses %s', async (query, message) => {
    const response = await postEdi(service, remittance(1), `?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ objectType: 'ERROR', code: 'EDI_BAD_PARAMETER', message });
  });

  it('names every bad parameter in one answer', async () => {
    const response = await postEdi(service, remittance(1), '?chunkSize=x&ndjson=y');
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/ndjson.*chunkSize/) });
  });

  it('takes the last value of a repeated parameter', async () => {
    const response = await postEdi(service, remittance(1), '?ndjson=maybe&ndjson=true');
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
  });

  it('ignores unknown parameters and names them in a header', async () => {
    const response = await postEdi(service, remittance(1), '?colour=blue&ndjson=true&r%C3%A4der=4');
    expect(response.status).toBe(200);
    expect(response.headers.get('x-clearloop-ignored')).toBe('colour, r%C3%A4der');
  });

  it('names unknown parameters of a refused request too', async () => {
    const response = await postEdi(service, remittance(1), '?colour=blue&ndjson=maybe');
    expect(response.headers.get('x-clearloop-ignored')).toBe('colour');
  });

  it('takes the default of a parameter from the environment', async () => {
    expect(await valuesOf(await postEdi(service, remittance(1)), 'objectType')).toEqual(['TRANSACTION', 'PAYMENT']);
  });

  it('lets the query change a default of the environment', async () => {
    expect(await valuesOf(await postEdi(service, remittance(1), '?transactionTopLevel=false'), 'objectType')).toEqual(['PAYMENT']);
  });

  it.each(['convertToSegments=true', 'convertToSegments=yes', 'convertToSegments=1', 'convertToSegments=', 'convertToSegments'])(
    'gives segments with %s',
    async (query) => {
      const response = await postEdi(service, remittance(1), `?${query}`);
      expect(response.status).toBe(200);
      expect(await valuesOf(response, 'segment_id')).toEqual(['ISA', 'GS', 'ST', 'GE', 'IEA']);
    },
  );

  it.each([
    'convertToSegments=false',
    'convertToSegments=False',
    'convertToSegments=0',
    'convertToSegments=No',
    'convertToSegments=true&convertToSegments=false',
  ])('gives no segments with %s', async (query) => {
    expect(await valuesOf(await postEdi(service, remittance(1), `?${query}`), 'objectType')).toEqual(['TRANSACTION', 'PAYMENT']);
  });

  it('gives whole trees with splitTran=false', async () => {
    const response = await postEdi(service, remittance(2_000), '?convertToSegments=true&splitTran=false&ndjson=true');
    const lines = (await response.text()).trim().split('\n');
    expect(lines).toHaveLength(5);
    const cut = await postEdi(service, remittance(2_000), '?convertToSegments=true&ndjson=true');
    expect((await cut.text()).trim().split('\n').length).toBeGreaterThan(100);
  });

  it('strips folders from ediFileName', async () => {
    const [transaction] = await valuesOf(await postEdi(service, remittance(1), `?ediFileName=${encodeURIComponent('C:\\in\\../a.edi')}`), 'fileInfo');
    expect(transaction).toMatchObject({ name: 'a.edi' });
  });
});

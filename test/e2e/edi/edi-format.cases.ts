import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningService } from '../../../src/main';
import { filesBelow, sharedFolder } from '../../support/shared-data';
import { postEdi, sharedService, valuesOf } from '../test-service';

const sample = (name: string): Buffer => readFileSync(join(__dirname, '../../../samples', name));
const BATCH = sample('ncpdp-batch.txt');

describe('/api/ncpdp', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await sharedService();
  });

  const post = async (path: string, body: string | Buffer, contentType = 'text/plain'): Promise<Response> =>
    fetch(`${service.url}/api/${path}`, { method: 'POST', headers: { 'content-type': contentType }, body });

  it('parses into one object with transactions', async () => {
    const response = await post('ncpdp/parse', BATCH);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    const answer = JSON.parse(await response.text());
    expect(Object.keys(answer)).toEqual(['transactions']);
    expect(answer.transactions.map((one: { transaction_header: { transaction_code: string } }) => one.transaction_header.transaction_code)).toEqual([
      'B1',
      'B2',
      'E1',
    ]);
  });

  it('parses into lines, with what encloses the transactions where it is asked for', async () => {
    const response = await post('ncpdp/parse?ndjson=true&batch=true', BATCH);
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line))[0])).toEqual([
      'batch_header',
      'transaction_header',
      'transaction_header',
      'transaction_header',
      'batch_trailer',
    ]);
  });

  it('generates the text that was parsed', async () => {
    const parsed = await (await post('ncpdp/parse?batch=true', BATCH)).text();
    const response = await post('ncpdp/generate', parsed, 'application/json');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(BATCH.toString());
  });

  it('answers 417 with the issues, or 400 for a request that cannot be written', async () => {
    const parsed = (await (await post('ncpdp/parse', BATCH)).text()).replace('"ADA"', '"A NAME THAT IS TOO LONG"');
    const refused = await post('ncpdp/generate?failOnValidationErrors=true', parsed, 'application/json');
    expect(refused.status).toBe(417);
    expect(await refused.json()).toMatchObject([{ issueType: 'LENGTH_EXCEEDED', fieldName: 'patient_first_name', rejectCode: 'CA' }]);
    const wrong = await post('ncpdp/generate', '{"transactions":[{}]}', 'application/json');
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ code: 'EDI_REQUEST_INVALID' });
  });

  it('validates into issues', async () => {
    expect(await (await post('ncpdp/validate', BATCH)).json()).toEqual([]);
    const issues = await (await post('ncpdp/validate?fileName=in/a.txt', BATCH.toString().replace('0000000003END', '0000000009END'))).json();
    expect(issues).toMatchObject([{ objectType: 'VALIDATION', issueType: 'CONTROL', sourceLocation: { fileName: 'a.txt' }, segment: '99' }]);
  });

  it('leaves descriptions out, and shows issues, where that is asked for', async () => {
    const text = sample('ncpdp-claim.txt').toString().replace('\x1cDN01', '\x1cDN01\x1cQQ1');
    const { transactions } = JSON.parse(await (await post('ncpdp/parse?descriptions=false&validate=true', text)).text());
    expect(transactions[0].patient.patient_gender_code).toEqual({ code: 'F' });
    expect(transactions[0].validationIssues).toMatchObject([{ element: 'QQ' }]);
  });

  it('answers 400 for what is no Telecom text, and 404 for a format that nobody brings', async () => {
    const response = await post('ncpdp/parse', sample('835.edi'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_NOT_EDI', fileName: expect.stringMatching(/^edi-api\d+\.edi$/) });
    for (const path of ['telegram/parse', 'telegram/generate', 'telegram/validate', 'edi/generate']) expect((await post(path, BATCH)).status).toBe(404);
  });

  it('is recognised by /api/edi/json, beside X12', async () => {
    const form = new FormData();
    for (const name of ['ncpdp-claim.txt', '835.edi']) form.append('files', new Blob([new Uint8Array(sample(name))]), name);
    const response = await postEdi(service, form);
    expect(await valuesOf(response, 'objectType')).toEqual([undefined, undefined, 'PAYMENT', 'PAYMENT', 'PROVIDER_ADJUSTMENT']);
  });

  it('is CSV with a row for each transaction', async () => {
    const csv = await post('edi/csv', BATCH);
    const [header, ...rows] = (await csv.text()).trimEnd().split('\n');
    expect([csv.status, header?.startsWith('HeaderBinNumber,'), rows.length]).toEqual([200, true, 3]);
  });

  it('is no tree of segments and no annotated text, and says so', async () => {
    for (const path of ['edi/json?convertToSegments=true', 'edi/validate/text']) {
      const response = await post(path, BATCH);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'EDI_UNSUPPORTED_OUTPUT' });
    }
  });

  it('is parsed in memory into a list of its own, and not acknowledged', async () => {
    const parsed = JSON.parse(await (await post('edi/parse', BATCH)).text());
    expect(parsed.transactions).toHaveLength(3);
    expect(parsed).toMatchObject({ claims: [], parsingIssues: [] });
    const response = await post('edi/ack', BATCH);
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'EDI_UNSUPPORTED_OUTPUT' })]);
  });

  it('is in the OpenAPI document under its own name', async () => {
    const document = JSON.parse(await (await fetch(`${service.url}/api/docs/openapi.json`)).text());
    const paths = Object.keys(document.paths).filter((path) => path.includes('ncpdp') || path.includes('{format}'));
    expect(paths).toEqual(['/api/ncpdp/parse', '/api/ncpdp/validate', '/api/ncpdp/generate']);
    const schema = document.components.schemas.NcpdpTransaction.properties;
    expect(schema.claim.properties.quantity_dispensed).toEqual({ type: 'number', description: '442-E7' });
    expect(document.paths['/api/ncpdp/parse'].post.parameters.map(({ name }: { name: string }) => name)).not.toContain('format');
  });

  it('parses the published sample as published', async () => {
    const cases = sharedFolder('conformance/cases');
    const files = cases === undefined ? [] : filesBelow(cases);
    const find = (name: string): string | undefined =>
      files
        .find((file) => file.name.endsWith(name))
        ?.read()
        .toString();
    const [input, expected] = [find('ncpdp/b1_telco.dat'), find('ncpdp/b1_telco.json')];
    if (input === undefined || expected === undefined) return;
    expect(await (await post('ncpdp/parse', input)).json()).toEqual(JSON.parse(expected));
  });
});

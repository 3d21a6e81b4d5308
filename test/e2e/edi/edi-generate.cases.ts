import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import type { RunningService } from '../../../src/main';
import { envelope } from '../../support/generate';
import { until } from '../../support/until';
import { sharedService, startRealService } from '../test-service';

const payment = {
  patientControlNumber: 'A1',
  claimStatus: 'PRIMARY',
  chargeAmount: 100,
  paymentAmount: 80,
  claimFilingIndicatorCode: '12',
  payerControlNumber: 'ICN1',
  patient: { person: { lastNameOrOrgName: 'DOE', firstName: 'JANE', identifier: 'M1' } },
  serviceLines: [
    {
      chargeAmount: 100,
      paidAmount: 80,
      serviceDateFrom: '2026-01-05',
      procedure: { code: '99213' },
      adjustments: [{ group: 'CONTRACTUAL', reasonCode: '45', amount: 20 }],
    },
  ],
};

const transaction = {
  totalPaymentAmount: 80,
  paymentMethodType: 'CHECK',
  paymentDate: '2026-01-31',
  checkOrEftTraceNumber: 'C1',
  payerIdentifier: '1234567890',
  productionDate: '2026-01-31',
  sender: {
    lastNameOrOrgName: 'PLAN',
    address: { line: '1 MAIN ST', city: 'MIAMI', stateCode: 'FL', zipCode: '33111' },
    contacts: [{ functionCode: 'BL', name: 'EDI', contactNumbers: [{ type: 'PHONE', number: '5555551234' }] }],
  },
  receiver: { identifier: '1234567893', lastNameOrOrgName: 'CLINIC', address: { line: '2 MAIN ST', city: 'MIAMI', stateCode: 'FL', zipCode: '33111' } },
};

const requestOf = (...payments: readonly object[]) => ({ ...envelope('PAYMENT'), transaction, payments });

const spools = (): readonly string[] => readdirSync(tmpdir()).filter((name) => /^clearloop-.*\.spool$/.test(name));

/** Suites beside this one have files in the same folder, which lose their names at once; one that is left behind keeps its name. */
const noSpoolsBut = async (before: readonly string[]): Promise<void> => until(() => spools().every((name) => before.includes(name)));

describe('POST /api/edi/gen/835', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await sharedService();
  });

  const post = async (path: string, body: object | string, contentType = 'application/json'): Promise<Response> =>
    fetch(`${service.url}/api/edi/gen/${path}`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('answers with EDI', async () => {
    const response = await post('835', requestOf(payment));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('ST*835*0001*005010X221A1~\nBPR*I*80*C*CHK************20260131~\n');
    expect(text).toContain('CLP*A1*1*100*80**12*ICN1~\n');
    expect(text).toMatch(/SE\*\d+\*0001~\nGE\*1\*1~\nIEA\*1\*000000001~\n$/);
  });

  it('reads NDJSON of any size, and gzip data', async () => {
    const { payments: _none, ...head } = requestOf();
    const lines = [head, payment, payment].map((one) => JSON.stringify(one)).join('\n');
    const response = await post('835', lines, 'application/x-ndjson');
    const text = await response.text();
    expect(text.match(/^CLP\*/gm)).toHaveLength(2);
    const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
    const zipped = await fetch(`${service.url}/api/edi/gen/835`, { method: 'POST', headers, body: gzipSync(lines) });
    expect(await zipped.text()).toBe(text);
  });

  it('tells what validation finds, with JSON paths', async () => {
    const response = await post('835/validate?fileName=a/b.json', requestOf(payment, { ...payment, paymentAmount: 81 }));
    expect(response.status).toBe(200);
    const issues: unknown = await response.json();
    expect(issues).toEqual([
      expect.objectContaining({
        objectType: 'VALIDATION',
        issueType: 'BALANCE',
        issueObjectClass: 'Payment',
        jsonPath: '$.payments[1]',
        fieldName: 'paymentAmount',
        sourceLocation: expect.objectContaining({ fileName: 'b.json' }),
      }),
    ]);
  });

  it('answers [] when nothing is wrong', async () => {
    expect(await (await post('835/validate', requestOf(payment))).json()).toEqual([]);
  });

  it('answers 417 with the issues when it is to fail on them, and leaves no file behind', async () => {
    const before = spools();
    const refused = await post('835?failOnValidationErrors=true', requestOf({ ...payment, paymentAmount: 81 }));
    expect(refused.status).toBe(417);
    expect(await refused.json()).toContainEqual(expect.objectContaining({ issueType: 'BALANCE', jsonPath: '$.payments[0]' }));
    const accepted = await post('835?failOnValidationErrors=true', requestOf(payment));
    expect(accepted.status).toBe(200);
    expect(await accepted.text()).toBe(await (await post('835', requestOf(payment))).text());
    await noSpoolsBut(before);
  });

  it('answers 400 to a request with more issues than the service keeps, and leaves no file behind', async () => {
    const before = spools();
    const bounded = await startRealService({ CLEARLOOP_MAX_ISSUES: '1' });
    try {
      const wrong = { ...payment, paymentAmount: 81 };
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(requestOf(wrong, wrong)) };
      const response = await fetch(`${bounded.url}/api/edi/gen/835?failOnValidationErrors=true`, init);
      expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'EDI_TOO_MANY_WARNINGS' })]);
    } finally {
      await bounded.stop();
    }
    await noSpoolsBut(before);
  });

  it('writes provider adjustments after the payments', async () => {
    const adjustment = {
      providerIdentifier: 'P1',
      fiscalPeriodDate: '2026-12-31',
      adjustments: [{ reason: { code: 'WO' }, referenceIdentification: 'X', amount: -5 }],
    };
    const text = await (await post('835', { ...requestOf(payment), providerAdjustments: [adjustment] })).text();
    expect(text).toContain('\nPLB*P1*20261231*WO:X*-5~\nSE*');
  });

  it.each([
    [
      'an unknown property',
      requestOf({ ...payment, paymentAmout: 1 }),
      400,
      '$.payments[0].paymentAmout: unknown property of Payment, did you mean paymentAmount?',
    ],
    ['a wrong type', requestOf({ ...payment, paymentAmount: { amount: 1 } }), 400, '$.payments[0].paymentAmount: expected a number'],
    ['no envelope', { payments: [] }, 400, '$.interchangeControl: is missing'],
  ])('refuses %s', async (_what, body, status, message) => {
    const response = await post('835', body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_REQUEST_INVALID', message: expect.stringContaining(message) });
  });

  it('refuses other content types and other sets', async () => {
    expect((await post('835', '<a/>', 'application/xml')).status).toBe(415);
    expect(await (await post('997', requestOf())).json()).toMatchObject({ code: 'EDI_UNSUPPORTED_SET' });
  });

  it('cuts the connection when a record fails after EDI was sent', async () => {
    const { payments: _none, ...head } = requestOf();
    const request = httpRequest(`${service.url}/api/edi/gen/835`, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' } });
    const answered = once(request, 'response');
    request.write(`${JSON.stringify(head)}\n`);
    for (let i = 0; i < 1_200; i++) request.write(`${JSON.stringify(payment)}\n`);
    const [response] = await answered;
    request.on('error', () => undefined);
    request.end('{"nothing":1}\n');
    const chunks: Buffer[] = [];
    await expect(
      (async () => {
        for await (const chunk of response) chunks.push(chunk);
      })(),
    ).rejects.toThrow();
    expect(response.statusCode).toBe(200);
    expect(Buffer.concat(chunks).toString()).toMatch(/^ISA/);
    expect(Buffer.concat(chunks).toString()).not.toContain('IEA');
  });
});

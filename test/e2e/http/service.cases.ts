import type { RunningService } from '../../../src/main';
import { remittance } from '../edi-835';
import { conversionOf, postEdi, sharedService, startFakeService, startRealService } from '../test-service';

describe('the service around its operations', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService({ CLEARLOOP_CORS_ORIGINS: 'https://claims.example.com' });
  });

  it('reports version, build time and the open licence', async () => {
    const about = await (await fetch(`${service.url}/api/about`)).json();
    expect(about).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      buildDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      licenseInfo: { entitlements: ['EDI', 'UI', 'EDITS'], isSignatureValid: true, expired: false },
    });
  });

  it('answers health probes', async () => {
    expect(await (await fetch(`${service.url}/health`)).json()).toEqual({ status: 'ok' });
  });

  it.each([
    ['GET', '/api/nothing?name=DOE'],
    ['DELETE', '/api/nothing/more'],
    ['POST', '/nothing'],
  ])('answers 404 with an error body to %s %s', async (method, path) => {
    const response = await fetch(`${service.url}${path}`, { method });
    expect(response.status).toBe(404);
    const body = await response.json();
    expect(body).toMatchObject({ objectType: 'ERROR', code: 'EDI_NOT_FOUND' });
    expect(JSON.stringify(body)).not.toContain('DOE');
  });

  it.each([
    ['/%zz', {}],
    ['/api/edi/json', { method: 'POST', headers: { 'content-type': '/' }, body: 'x' }],
  ])('answers with an error body to a request that no operation can read: %s', async (path, init) => {
    const response = await fetch(`${service.url}${path}`, init);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: expect.stringMatching(/^EDI_/) });
  });

  it('echoes a request id that a program made', async () => {
    const response = await fetch(`${service.url}/health`, { headers: { 'x-request-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3301' } });
    expect(response.headers.get('x-request-id')).toBe('3f2504e0-4f89-41d3-9a0c-0305e82c3301');
  });

  it.each(['4bf92f3577b34da6a3ce929d0e0e4736', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '1-67891233-abcdef012345678912345678'])(
    'takes the id of a trace: %s',
    async (id) => {
      const response = await fetch(`${service.url}/health`, { headers: { 'x-request-id': id } });
      expect(response.headers.get('x-request-id')).toBe(id);
    },
  );

  it.each(['John Doe', 'JohnDoe', 'doe-john-1960', 'MRN12345', '123-45-6789'])('makes a request id in place of one that may be of a person: %s', async (id) => {
    const response = await fetch(`${service.url}/health`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('sends security headers', async () => {
    const { headers } = await fetch(`${service.url}/health`);
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['https://claims.example.com', 'https://claims.example.com'],
    ['https://elsewhere.example.com', null],
  ])('allows pages of named origins only: %s', async (origin, allowed) => {
    const { headers } = await fetch(`${service.url}/health`, { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
  });

  it('serves the page of the OpenAPI document', async () => {
    const response = await fetch(`${service.url}/api/docs`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Clearloop API');
  });

  it('hides the inside of the service from a failed request', async () => {
    const fake = await startFakeService(() =>
      conversionOf(async function* () {
        yield* [];
        throw new Error('DOE*JOHN in /secret/path');
      }),
    );
    const log = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const response = await postEdi(fake, 'x', '', { 'x-request-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3301' });
    const lines = log.mock.calls.map(([line]) => String(line)).join('');
    log.mockRestore();
    await fake.stop();
    expect(response.status).toBe(500);
    const body = JSON.stringify(await response.json());
    expect(body).toContain('EDI_INTERNAL');
    expect(body + lines).not.toMatch(/DOE|secret/);
    expect(lines).toContain('3f2504e0-4f89-41d3-9a0c-0305e82c3301');
  });
});

describe('the service without named origins', () => {
  it('allows pages of no origin', async () => {
    const service = await startRealService();
    const { headers } = await fetch(`${service.url}/health`, { headers: { origin: 'https://claims.example.com' } });
    await service.stop();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the log', () => {
  it('writes one line a request, with counts and without names or contents', async () => {
    const lines: string[] = [];
    const output = jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const service = await startRealService({ CLEARLOOP_LOG_LEVEL: 'info' });
    await (
      await postEdi(service, remittance(2).replace('CAS*CO', 'ZZZ*CO'), '?ediFileName=john-doe.edi', { 'x-request-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3301' })
    ).text();
    await (await fetch(`${service.url}/api/nothing/john-doe`)).text();
    await service.stop();
    output.mockRestore();
    const entries = lines.map((line) => JSON.parse(line).message).filter((message) => message.event === 'request');
    expect(entries).toEqual([
      expect.objectContaining({
        requestId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
        method: 'POST',
        route: '/api/edi/json',
        status: 200,
        files: 1,
        transactions: 1,
        records: 2,
        issueCounts: { INVALID: 1 },
      }),
      expect.objectContaining({ method: 'GET', route: '(none)', status: 404, errorCode: 'EDI_NOT_FOUND' }),
    ]);
    expect(entries[0].bytesIn).toBe(remittance(2).length);
    expect(lines.join('')).not.toMatch(/john|SAMPLE|PCN/);
  });
});

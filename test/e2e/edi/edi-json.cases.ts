import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { RunningService } from '../../../src/main';
import { remittance } from '../edi-835';
import { postEdi, sharedService, valuesOf } from '../test-service';

describe('POST /api/edi/json with a text body', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService({ CLEARLOOP_MAX_BODY_BYTES: '400000' });
  });

  it('answers with a JSON array of payments', async () => {
    const response = await postEdi(service, remittance(2));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await valuesOf(response, 'patientControlNumber')).toEqual(['PCN1', 'PCN2']);
  });

  it('answers with one object a line when ndjson is true', async () => {
    const response = await postEdi(service, remittance(3), '?ndjson=true&descriptions=false');
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    expect((await response.text()).match(/\n/g)).toHaveLength(3);
  });

  it('answers the same for the same body', async () => {
    const [first, second] = await Promise.all([postEdi(service, remittance(2)), postEdi(service, remittance(2))]);
    expect(await first.text()).toBe(await second.text());
  });

  it.each(['text/plain', 'text/plain; charset=utf-8', 'TEXT/X-EDI', 'application/edi-x12', 'application/octet-stream', 'application/x-www-form-urlencoded'])(
    'reads %s as EDI',
    async (contentType) => {
      const response = await postEdi(service, remittance(1), '', { 'content-type': contentType });
      expect(await valuesOf(response, 'patientControlNumber')).toEqual(['PCN1']);
    },
  );

  it('reads a body without a content type as EDI', async () => {
    const response = await fetch(`${service.url}/api/edi/json`, { method: 'POST', body: Buffer.from(remittance(1)) });
    expect(await valuesOf(response, 'patientControlNumber')).toEqual(['PCN1']);
  });

  it.each(['application/json', 'application/pdf', 'multipart/mixed; boundary=x'])('refuses %s with 415', async (contentType) => {
    const response = await postEdi(service, remittance(1), '', { 'content-type': contentType });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_UNSUPPORTED_MEDIA_TYPE' });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('inflates a body of content encoding %s', async (encoding, compress) => {
    const response = await postEdi(service, compress(remittance(1)), '', { 'content-encoding': encoding });
    expect(await valuesOf(response, 'patientControlNumber')).toEqual(['PCN1']);
  });

  it('inflates gzip data that no header announces', async () => {
    const response = await postEdi(service, gzipSync(remittance(1)), '', { 'content-type': 'application/octet-stream' });
    expect(await valuesOf(response, 'patientControlNumber')).toEqual(['PCN1']);
  });

  it('refuses an unknown content encoding with 415', async () => {
    const response = await postEdi(service, remittance(1), '', { 'content-encoding': 'zstd' });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: 'EDI_UNSUPPORTED_MEDIA_TYPE' });
  });

  it('answers 400 to gzip data that is damaged from the start', async () => {
    const response = await postEdi(service, 'this is not gzip', '', { 'content-encoding': 'gzip' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
  });

  it('reports gzip data that breaks off after records as an ERROR object', async () => {
    const whole = gzipSync(remittance(500), { level: 0 });
    const response = await postEdi(service, whole.subarray(0, whole.length - 1000), '', { 'content-encoding': 'gzip' });
    expect(response.status).toBe(200);
    const types = await valuesOf(response, 'objectType');
    expect(types).toContain('PAYMENT');
    expect(types.at(-1)).toBe('ERROR');
  });

  it.each([
    ['declared length', remittance(4000)],
    ['inflated size', gzipSync(`ISA${' '.repeat(500_000)}`)],
  ])('answers 413 to a body that is too large by its %s', async (_how, body) => {
    const response = await postEdi(service, body);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_BODY_TOO_LARGE' });
  });

  it('reports a body that proves too large after its first records as an ERROR object', async () => {
    const response = await postEdi(service, gzipSync(remittance(4000)), '?ndjson=true', { 'content-encoding': 'gzip' });
    expect(response.status).toBe(200);
    const codes = await valuesOf(response, 'code');
    expect(codes.at(-1)).toBe('EDI_BODY_TOO_LARGE');
    expect(codes.length).toBeGreaterThan(100);
  });

  it.each([
    ['', 'EDI_EMPTY_INPUT'],
    ['Dear Sir or Madam', 'EDI_NOT_EDI'],
  ])('answers 400 to the body "%s"', async (body, code) => {
    const response = await postEdi(service, body, '?ediFileName=in/letter.txt');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code, fileName: 'letter.txt' });
  });
});

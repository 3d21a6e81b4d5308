import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { RunningService } from '../../../src/main';
import { sharedService } from '../test-service';

const EDI = readFileSync(join(__dirname, '../../../samples/835.edi'), 'utf8');
const PHARMACY = readFileSync(join(__dirname, '../../../samples/ncpdp-claim.txt'), 'latin1');

describe('paths and methods', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService({ CLEARLOOP_CORS_ORIGINS: 'https://claims.example.com' });
  });

  it.each([
    ['GET', '/api/edi/json', 'POST'],
    ['PUT', '/api/edi/validate/text/', 'POST'],
    ['GET', '/api/edi/gen/835?x=1', 'POST'],
    ['DELETE', '/api/about', 'GET, HEAD'],
    ['POST', '/api/code/J0171', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['GET', '/api/ncpdp/parse', 'POST'],
    ['GET', '//api//ncpdp/parse', 'POST'],
    ['GET', '/edi/csv', 'POST'],
  ])('answers 405 to %s %s and allows %s', async (method, path, allowed) => {
    const answer = await fetch(`${service.url}${path}`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    expect(await answer.json()).toMatchObject({
      objectType: 'ERROR',
      code: 'EDI_METHOD_NOT_ALLOWED',
      message: expect.stringContaining(`Allowed: ${allowed}.`),
    });
  });

  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/other/parse'],
    ['POST', '/api/other/parse'],
    ['POST', '/nothing'],
    ['GET', '/apis/edi/json'],
  ])('answers 404 to %s %s, which is no path of the service with any method', async (method, path) => {
    const answer = await fetch(`${service.url}${path}`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
  });

  it.each([
    ['/', '/api/docs'],
    ['/api', '/api/docs'],
    ['/api/', '/api/docs'],
  ])('leads from %s to the documentation', async (path, target) => {
    const answer = await fetch(`${service.url}${path}`);
    expect([answer.status, new URL(answer.url).pathname]).toEqual([200, target]);
    expect(await answer.text()).toContain('swagger-ui');
  });

  it.each([
    ['/edi/json?ndjson=true', EDI],
    ['/edi/validate', EDI],
    ['/edi/gen/835/validate', '{"interchangeControl":{},"functionalGroup":{}}'],
    ['/ncpdp/parse', PHARMACY],
    ['/code/search?query=duplicate', undefined],
    ['/about', undefined],
    ['/docs/openapi.json', undefined],
    ['/docs/swagger-ui.css', undefined],
    ['/health', undefined],
  ])('answers the same with and without /api: %s', async (path, body) => {
    const answers = ['', '/api'].map(async (base) => {
      const answer = await fetch(`${service.url}${base}${path}`, body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
      return [answer.status, answer.headers.get('content-type'), await answer.text()];
    });
    const [without, withBase] = await Promise.all(answers);
    expect(without).toEqual(withBase);
    expect(without?.[0]).toBe(path.includes('gen') ? 400 : 200);
  });
});

describe('errors of /api/edi/csv', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService();
  });

  it.each([
    ['*/*', 'text/plain'],
    ['text/csv', 'text/plain'],
    ['text/plain, application/json', 'text/plain'],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/csv, application/json;q=0.9', 'application/json'],
  ])('are in the form that the client accepts: %s gets %s', async (accept, type) => {
    const answer = await fetch(`${service.url}/api/edi/csv`, { method: 'POST', body: 'Dear customer', headers: { accept, 'content-type': 'text/plain' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, `${type}; charset=utf-8`]);
    const text = await answer.text();
    if (type === 'text/plain') expect(text).toMatch(/^ERROR: The input is not EDI/);
    else expect(JSON.parse(text)).toMatchObject({ objectType: 'ERROR', code: 'EDI_NOT_EDI' });
  });
});

describe('form fields that are not files', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService();
  });

  const form = (fields: readonly (readonly [string, string])[], after: readonly (readonly [string, string])[] = []): FormData => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    data.append('files', new Blob([EDI]), 'a.edi');
    for (const [name, value] of after) data.append(name, value);
    return data;
  };

  it.each(['/api/edi/json', '/api/edi/csv', '/api/edi/validate', '/api/edi/validate/text', '/api/edi/ack', '/api/edi/parse'])(
    'are named in the answer, beside unknown parameters: %s',
    async (path) => {
      const answer = await fetch(`${service.url}${path}?verbose=1`, { method: 'POST', body: form([['validate', 'true']], [['ndjson', 'true']]) });
      expect([answer.status, answer.headers.get('x-clearloop-ignored')]).toEqual([200, 'verbose, validate, ndjson']);
    },
  );

  it('are named when there is no file among them', async () => {
    const data = new FormData();
    data.append('file', new Blob([EDI]), 'a.edi');
    const answer = await fetch(`${service.url}/api/edi/json`, { method: 'POST', body: data });
    expect([answer.status, answer.headers.get('x-clearloop-ignored')]).toEqual([400, 'file']);
  });

  it('are named in a trailer when they come after the headers of the answer', async () => {
    const part = (headers: string, content: string): string => `--B\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
    const sent = request(`${service.url}/api/edi/json?ndjson=true&chunkSize=1`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
    });
    sent.write(part('name="early"', 'x') + part('name="files"; filename="a.edi"', EDI));
    const trailers = await new Promise<unknown>((resolve, reject) => {
      sent.once('error', reject);
      sent.once('response', (answer) => {
        expect(answer.headers['x-clearloop-ignored']).toBe('early');
        expect(answer.headers.trailer).toContain('x-clearloop-ignored');
        sent.end(`${part('name="late"', 'x')}--B--\r\n`);
        answer.resume().once('end', () => resolve(answer.trailers));
      });
    });
    expect(trailers).toMatchObject({ 'x-clearloop-ignored': 'late', 'x-clearloop-skipped': 'segments=0, values=0' });
  });
});

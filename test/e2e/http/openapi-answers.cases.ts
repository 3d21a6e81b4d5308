import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { RunningService } from '../../../src/main';
import { readExamples } from '../../../src/http/openapi/document';
import { OpenApiValidator } from '../../support/openapi-validator';
import { sharedService } from '../test-service';
import { everyNth } from '../../support/fuzz';

const SAMPLES = join(__dirname, '../../../samples');
const FILES = readdirSync(SAMPLES).filter((name) => name !== 'README.md');

/** Queries by operation; each is asked of every sample. */
const CONVERSIONS: readonly (readonly [path: string, query: string])[] = [
  ['/api/edi/json', ''],
  ['/api/edi/json', '?validate=true&convertControlSegments=true&transactionTopLevel=true&levels=1-7'],
  ['/api/edi/json', '?convertToSegments=true&warningsInResponse=true'],
  ['/api/edi/csv', ''],
  ['/api/edi/validate', '?levels=1-7'],
  ['/api/edi/validate/text', ''],
  ['/api/edi/ack', ''],
  ['/api/edi/parse', '?gen999=true'],
  ['/api/ncpdp/parse', '?validate=true&batch=true'],
  ['/api/ncpdp/validate', ''],
];

const LOOK_UPS: readonly (readonly [path: string, address: string])[] = [
  ['/api/about', '/api/about'],
  ['/health', '/health'],
  ['/metrics', '/metrics'],
  ['/api/code/search', '/api/code/search?query=duplicate%20claim'],
  ['/api/code/search', '/api/code/search?howMany=0'],
  ['/api/code/csv', '/api/code/csv?query=duplicate'],
  ['/api/code/{code}', '/api/code/45?type=CLAIM_ADJUSTMENT_REASON_CODE'],
  ['/api/code/{code}', '/api/code/11'],
  ['/api/code/{code}', '/api/code/nothing'],
];

describe('answers of the service', () => {
  let service: RunningService;
  let validator: OpenApiValidator;
  beforeAll(async () => {
    service = await sharedService();
    validator = new OpenApiValidator((await (await fetch(`${service.url}/api/docs/openapi.json`)).json()) as OpenAPIObject);
  });

  const problemOf = async (method: 'get' | 'post', path: string, address: string, body?: string | Buffer): Promise<string | undefined> => {
    const answer = await fetch(`${service.url}${address}`, { method, ...(body === undefined ? {} : { body, headers: { 'content-type': 'text/plain' } }) });
    const { status, headers } = answer;
    return validator.problemOf({ method, path, status, contentType: headers.get('content-type') ?? '', text: await answer.text() });
  };

  it.each(CONVERSIONS)('are what the document says, for every sample: %s%s', async (path, query) => {
    for (const file of everyNth(12, FILES))
      expect([file, await problemOf('post', path, `${path}${query}`, readFileSync(join(SAMPLES, file)))]).toEqual([file, undefined]);
  });

  it.each(LOOK_UPS)('are what the document says: %s as %s', async (path, address) => {
    expect(await problemOf('get', path, address)).toBeUndefined();
  });

  it('finds an answer that is not what the document says', () => {
    const answer = { method: 'post', path: '/api/edi/json', status: 200, contentType: 'application/json' } as const;
    expect(validator.problemOf({ ...answer, text: '[{"objectType":"PAYMENT"}]' })).toMatch(/must have required property 'id'/);
    expect(validator.problemOf({ ...answer, text: '[{"objectType":"OTHER"}]' })).toContain('must');
    expect(validator.problemOf({ ...answer, status: 418, text: '' })).toContain('not documented');
  });

  describe('to the examples of the page', () => {
    const { inputs, requests } = readExamples();

    it.each(['json', 'csv', 'validate', 'validate/text', 'ack', 'parse'])('are good ones: /api/edi/%s', async (operation) => {
      const answer = await fetch(`${service.url}/api/edi/${operation}`, {
        method: 'POST',
        body: inputs['edi'] ?? '',
        headers: { 'content-type': 'text/plain' },
      });
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(text).not.toMatch(/ERROR/);
    });

    it('are good ones: /api/ncpdp/parse', async () => {
      const answer = await fetch(`${service.url}/api/ncpdp/parse`, { method: 'POST', body: inputs['ncpdp'] ?? '', headers: { 'content-type': 'text/plain' } });
      expect(await answer.json()).toEqual(requests['ncpdp']);
    });

    it.each(Object.keys(requests))('are good ones, as requests to generate: %s', async (what) => {
      const path = /^\d/.test(what) ? `/api/edi/gen/${what}` : `/api/${what}/generate`;
      const request = { method: 'POST', body: JSON.stringify(requests[what]), headers: { 'content-type': 'application/json' } };
      const answer = await fetch(`${service.url}${path}?failOnValidationErrors=true`, request);
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    });
  });
});

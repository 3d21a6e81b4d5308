import type { OpenAPIObject } from '@nestjs/swagger';
import type { RunningService } from '../../src/main';
import { startRealService } from './test-service';

describe('the OpenAPI document', () => {
  let service: RunningService;
  let document: OpenAPIObject;
  beforeAll(async () => {
    service = await startRealService({ EDI_NDJSON: 'true' });
    document = JSON.parse(await (await fetch(`${service.url}/api/docs/openapi.json`)).text());
  });
  afterAll(async () => service.stop());

  const parameters = () => (document.paths['/api/edi/json']?.post?.parameters ?? []).flatMap((parameter) => ('name' in parameter ? [parameter] : []));

  it('lists every operation', () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      '/api/about',
      '/api/code/csv',
      '/api/code/search',
      '/api/code/{code}',
      '/api/edi/json',
      '/api/edi/validate',
      '/api/edi/validate/text',
      '/health',
    ]);
  });

  it('describes every parameter of the interface with its allowed values', () => {
    expect(parameters().map(({ name }) => name)).toEqual([
      'levels',
      'rules',
      'validate',
      'ndjson',
      'descriptions',
      'convertControlSegments',
      'transactionTopLevel',
      'convertToSegments',
      'ediFileName',
      'chunkSize',
      'warningsInResponse',
      'maxWarnings',
      'splitTran',
    ]);
    for (const { description } of parameters()) expect(description).toContain('Allowed: ');
  });

  it('marks the deprecated parameters, and only these', () => {
    expect(parameters().flatMap(({ name, deprecated }) => (deprecated === true ? [name] : []))).toEqual(['warningsInResponse', 'maxWarnings', 'splitTran']);
  });

  it('shows defaults as this service has them', () => {
    const defaults = Object.fromEntries(
      parameters().map(({ name, schema }) => [name, schema !== undefined && 'default' in schema ? schema.default : undefined]),
    );
    expect(defaults).toEqual({
      validate: false,
      ndjson: true,
      descriptions: true,
      convertControlSegments: false,
      transactionTopLevel: false,
      convertToSegments: undefined,
      ediFileName: 'edi-api.edi',
      chunkSize: 50,
      warningsInResponse: false,
      maxWarnings: 3000,
      splitTran: true,
    });
  });

  it('describes API keys, which operations without @RequiresApiKey() do not ask for', () => {
    expect(document.components?.securitySchemes).toEqual({ ApiKeyAuth: expect.objectContaining({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }) });
    expect(document.paths['/api/edi/json']?.post?.security).toBeUndefined();
    expect(document.paths['/api/edi/json']?.post?.responses).not.toHaveProperty('401');
  });

  it('gives every failure the error body', () => {
    const responses = document.paths['/api/edi/json']?.post?.responses ?? {};
    for (const status of ['400', '413', '415', '500'])
      expect(responses[status]).toMatchObject({ content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } });
    expect(document.components?.schemas?.['ErrorBody']).toMatchObject({ required: ['objectType', 'code', 'message'] });
  });

  it('describes bodies of text and of files', () => {
    expect(document.paths['/api/edi/json']?.post?.requestBody).toMatchObject({
      content: { 'text/plain': {}, 'multipart/form-data': { schema: { required: ['files'] } } },
    });
  });

  it('gives each record, and each record inside one, a schema with a name, and refers to nothing that is not there', () => {
    const schemas = document.components?.schemas ?? {};
    expect(schemas['ProfClaim']).toMatchObject({
      properties: {
        billingProvider: { $ref: '#/components/schemas/Provider' },
        serviceLines: { type: 'array', items: { $ref: '#/components/schemas/ProfLine' } },
        chargeAmount: { type: 'number', description: 'CLM02' },
      },
    });
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((name) => !(name in schemas))).toEqual([]);
  });
});

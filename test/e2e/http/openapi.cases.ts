import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { makeApiKey } from '../../../src/http/auth/api-key';
import { updateKeyFile } from '../../../src/http/auth/key-file';
import type { RunningService } from '../../../src/main';
import { defineFormat } from '../../../src/plugin/io';
import { PluginRegistry } from '../../../src/plugin/plugin.registry';
import { sharedService, startRealService } from '../test-service';

const contentTypesOf = (response: object | undefined): readonly string[] =>
  Object.keys(response !== undefined && 'content' in response ? (response.content ?? {}) : {});

describe('the OpenAPI document', () => {
  let service: RunningService;
  let document: OpenAPIObject;
  beforeAll(async () => {
    service = await sharedService({ EDI_NDJSON: 'true' });
    document = JSON.parse(await (await fetch(`${service.url}/api/docs/openapi.json`)).text());
  });

  const parameters = (path = '/api/edi/json') =>
    (document.paths[path]?.post?.parameters ?? []).flatMap((parameter) => ('name' in parameter ? [parameter] : []));

  it('has no path of its own that a format could take', () => {
    const words = new Set(Object.keys(document.paths).flatMap((path) => /^\/api\/([^/]+)/.exec(path)?.[1] ?? []));
    words.delete('ncpdp');
    expect([...words, 'docs'].sort()).toEqual(['about', 'batches', 'code', 'docs', 'edi', 'view']);
    const open = (): never => {
      throw new RangeError('No file is read.');
    };
    for (const id of [...words, 'docs']) {
      const format = defineFormat({ id, title: 'Other', recordsKey: 'records', recognise: () => false, open, recordSchema: () => ({}) });
      expect(() => new PluginRegistry().register(format)).toThrow('is a path of the service');
    }
  });

  it('requires no parameter but those of paths, and the query of a search', () => {
    const required = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]: [string, { readonly parameters?: readonly { in: string; name: string; required?: boolean }[] }]) =>
        (operation.parameters ?? []).flatMap((one) => (one.in !== 'path' && one.required === true ? [`${method} ${path} ${one.name}`] : [])),
      ),
    );
    expect(required).toEqual(['get /api/code/search query']);
  });

  it('lists every operation', () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      '/api/about',
      '/api/batches',
      '/api/batches/{id}',
      '/api/batches/{id}/events',
      '/api/batches/{id}/files',
      '/api/batches/{id}/report',
      '/api/batches/{id}/retry',
      '/api/code/csv',
      '/api/code/search',
      '/api/code/{code}',
      '/api/edi/ack',
      '/api/edi/csv',
      '/api/edi/fhir',
      '/api/edi/gen/{set}',
      '/api/edi/gen/{set}/validate',
      '/api/edi/json',
      '/api/edi/parquet',
      '/api/edi/parse',
      '/api/edi/scrub',
      '/api/edi/validate',
      '/api/edi/validate/text',
      '/api/edi/xlsx',
      '/api/ncpdp/generate',
      '/api/ncpdp/parse',
      '/api/ncpdp/validate',
      '/api/view/files',
      '/api/view/files/{id}',
      '/api/view/files/{id}/acknowledgment',
      '/api/view/files/{id}/content',
      '/api/view/files/{id}/export',
      '/api/view/files/{id}/issues',
      '/api/view/files/{id}/links',
      '/api/view/files/{id}/object',
      '/api/view/files/{id}/outline',
      '/api/view/files/{id}/search',
      '/api/view/files/{id}/segments',
      '/api/view/files/{id}/segments/{segment}',
      '/api/view/files/{id}/totals',
      '/health',
      '/metrics',
    ]);
  });

  it('has no EDI operation that the table of docs/service.md leaves out', () => {
    const page = readFileSync(join(__dirname, '../../../docs/service.md'), 'utf8');
    const table = page.slice(page.indexOf('| Operation'), page.indexOf('## Generated clients'));
    const listed = [...table.matchAll(/`(?:GET|POST) (\S+)`/g)].map(([, path = '']) => path);
    const below = (path: string): readonly string[] => [path, `${path}/validate`, `${path}/text`];
    const paths = Object.keys(document.paths).filter((path) => path.startsWith('/api/edi/') || path === '/api/batches');
    expect(paths.filter((path) => !listed.flatMap(below).includes(path))).toEqual([]);
    expect(listed).toContain('/view');
  });

  it('describes every parameter of the interface with its allowed values', () => {
    expect(parameters().map(({ name }) => name)).toEqual([
      'levels',
      'rules',
      'validate',
      'ndjson',
      'output',
      'descriptions',
      'convertControlSegments',
      'transactionTopLevel',
      'convertToSegments',
      'objects',
      'ediFileName',
      'chunkSize',
      'warningsInResponse',
      'maxWarnings',
      'splitTran',
    ]);
    for (const { description } of parameters()) expect(description).toContain('Allowed: ');
  });

  it('requires the words of a search, and no other parameter', () => {
    const gets = Object.values(document.paths).flatMap(({ get, post }) => [...(get?.parameters ?? []), ...(post?.parameters ?? [])]);
    const required = gets.flatMap((parameter) => ('name' in parameter && parameter.in === 'query' && parameter.required === true ? [parameter.name] : []));
    expect(required).toEqual(['query']);
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
      objects: undefined,
      ediFileName: undefined,
      chunkSize: 50,
      warningsInResponse: false,
      maxWarnings: 3000,
      splitTran: true,
    });
  });

  it('describes the parameters of CSV with their defaults, and both forms of the answer', () => {
    const defaults = Object.fromEntries(
      parameters('/api/edi/csv').map(({ name, schema }) => [name, schema !== undefined && 'default' in schema ? schema.default : undefined]),
    );
    expect(defaults).toEqual({
      schemaFileName: 'csv_conversion.yaml',
      schemaName: 'lines-with-header-repeat-first-row',
      ediFileName: undefined,
      chunkSize: 200,
      spreadsheetSafe: false,
      warningsInResponse: false,
      maxWarnings: 3000,
    });
    for (const { description } of parameters('/api/edi/csv')) expect(description).toContain('Allowed: ');
    const operation = document.paths['/api/edi/csv']?.post;
    expect(operation?.requestBody).toMatchObject({ content: { 'text/plain': {}, 'multipart/form-data': {} } });
    expect(operation?.responses['200']).toMatchObject({ content: { 'text/plain': {}, 'text/csv': {}, 'application/zip': { schema: { format: 'binary' } } } });
    for (const status of ['400', '413', '415', '500']) expect(contentTypesOf(operation?.responses[status])).toEqual(['text/plain', 'application/json']);
  });

  it('describes refusals in the form of the operation, where all operations ask for a key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-keys-'));
    const { key, record } = makeApiKey('one', new Date(), undefined);
    updateKeyFile(join(folder, 'keys.json'), () => [record]);
    const guarded = await startRealService({ CLEARLOOP_API_KEYS_FILE: join(folder, 'keys.json'), CLEARLOOP_API_KEYS_SCOPE: 'all' });
    const { paths } = (await (await fetch(`${guarded.url}/api/docs/openapi.json`, { headers: { 'x-api-key': key } })).json()) as OpenAPIObject;
    await guarded.stop();
    rmSync(folder, { recursive: true });
    for (const [path, type] of [
      ['/api/edi/csv', ['text/plain', 'application/json']],
      ['/api/edi/json', ['application/json']],
    ] as const) {
      for (const status of ['401', '429']) expect(contentTypesOf(paths[path]?.post?.responses[status])).toEqual(type);
    }
    expect(contentTypesOf(paths['/api/about']?.get?.responses['401'])).toEqual(['application/json']);
  });

  it('describes for every operation with input what it answers when there is too much of it, in its own form', () => {
    for (const [path, { post }] of Object.entries(document.paths)) {
      const types = path === '/api/edi/csv' ? ['text/plain', 'application/json'] : ['application/json'];
      for (const status of post === undefined ? [] : ['408', '429', '503']) expect([path, contentTypesOf(post?.responses[status])]).toEqual([path, types]);
    }
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

  it('describes the requests that EDI is generated from, with the records that reading gives', () => {
    const schemas = document.components?.schemas ?? {};
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    for (const path of ['/api/edi/gen/{set}', '/api/edi/gen/{set}/validate'])
      expect(document.paths[path]?.post?.requestBody).toMatchObject({
        content: { 'application/json': { schema: { anyOf: expect.arrayContaining([reference('Request835'), reference('Request837')]) } } },
      });
    expect(schemas['Request835']).toMatchObject({
      required: ['interchangeControl', 'functionalGroup'],
      properties: { payments: { type: 'array', items: reference('PaymentInput') }, providerAdjustments: { items: reference('ProviderAdjustmentInput') } },
    });
    expect(schemas['Request837']).toMatchObject({ properties: { interchangeControl: { required: expect.arrayContaining(['senderId']) } } });
    const references = JSON.stringify([schemas['Request835'], schemas['Request837']]).match(/#\/components\/schemas\/\w+/g) ?? [];
    expect(references.map((one) => one.replace('#/components/schemas/', '')).filter((name) => !(name in schemas))).toEqual([]);
    expect(references.length).toBeGreaterThan(6);
  });

  it('has members that answers always have as required ones, and asks requests for none of them', () => {
    const schemas = document.components?.schemas ?? {};
    expect(schemas['Payment']).toMatchObject({ required: ['id', 'objectType'] });
    expect(schemas['PaymentInput']).not.toHaveProperty('required');
    expect(schemas['Code']).toMatchObject({ required: ['subType', 'code'] });
  });

  it('has one schema of each name, and one union of what is converted, discriminated by objectType', () => {
    const schemas = document.components?.schemas ?? {};
    expect(Object.keys(schemas).filter((name) => /^(Party|PartyIdName|Amount|ClaimStatus|Member|Quantity)\d/.test(name))).toEqual([]);
    expect(schemas['EdiRecord']).toMatchObject({ discriminator: { propertyName: 'objectType', mapping: { PAYMENT: '#/components/schemas/Payment' } } });
    expect(document.paths['/api/edi/json']?.post?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/EdiObject' } } } },
    });
  });

  it('names each operation by what it does', () => {
    const ids = Object.values(document.paths).flatMap(({ get, post }) => [get, post].flatMap((operation) => operation?.operationId ?? []));
    expect(ids.filter((id) => !/^[a-z]+[A-Z][A-Za-z]*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['convertToJson', 'generateEdi', 'parseNcpdp', 'searchCodes']));
  });

  it('begins with files, and its page with text, which it can be prefilled with', async () => {
    const bodyOf = ({ paths }: OpenAPIObject) => paths['/api/edi/json']?.post?.requestBody;
    expect(contentTypesOf(bodyOf(document))[0]).toBe('multipart/form-data');
    const script = await (await fetch(`${service.url}/api/docs/swagger-ui-init.js`)).text();
    const shown: { readonly swaggerDoc: OpenAPIObject } = JSON.parse(/let options = (\{[\s\S]*?\n\});\n/.exec(script)?.[1] ?? '{}');
    expect(contentTypesOf(bodyOf(shown.swaggerDoc))[0]).toBe('text/plain');
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

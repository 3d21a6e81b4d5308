import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import fc from 'fast-check';
import { readExamples } from '../../src/http/openapi/document';
import type { RunningService } from '../../src/main';
import { startRealService } from '../e2e/test-service';
import { budget, isLong } from '../support/fuzz';
import { OpenApiValidator } from '../support/openapi-validator';

/*
 * Requests made from the OpenAPI document: every operation with parameters that it documents, well and badly filled, and with bodies that are
 * good, damaged or of another kind. Whatever is sent, the answer has a documented status, type and shape, and the service never fails.
 */

const SAMPLES = join(__dirname, '../../samples');

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

interface Target {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: Operation;
}

interface MadeRequest extends Target {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Texts that parameters are filled with beside those that their schemas name. */
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'true',
  'TRUE',
  'nul\u0000l',
  '%',
  '../../etc/passwd',
  "' or 1=1 --",
  '\u{1F4A9}',
  'a,b,,c',
  '1-7',
];

/** As `fc.string` with the unit 'binary', which takes seconds to make. */
const anyCharacters = fc
  .array(fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff })), { maxLength: 8 })
  .map((points) => String.fromCodePoint(...points));

const anyText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ maxLength: 20 }), anyCharacters);

const EXAMPLES = readExamples();

const GOOD_BODIES: readonly Buffer[] = [
  ...readdirSync(SAMPLES).map((file) => readFileSync(join(SAMPLES, file))),
  ...Object.values(EXAMPLES.requests).map((request) => Buffer.from(JSON.stringify(request))),
];

/** A good body, as it is or with bytes cut out, overwritten or doubled. */
const anyBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(...GOOD_BODIES),
  fc
    .tuple(fc.constantFrom(...GOOD_BODIES), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), fc.uint8Array({ maxLength: 12 }))
    .map(([body, at, length, bytes]) => {
      const start = Math.floor(at * body.length);
      return Buffer.concat([body.subarray(0, start), bytes, body.subarray(start + length)]);
    }),
  fc.json({ maxDepth: 3 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

const BOUNDARY = 'X-BOUNDARY';

const anyForm: fc.Arbitrary<Buffer> = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom('files', 'files', 'validate', 'other'), anyBody), { maxLength: 3 }), fc.constantFrom(`--${BOUNDARY}--\r\n`, ''))
  .map(([parts, end]) => {
    const texts = parts.map(([field, content], i) =>
      Buffer.concat([
        Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${i % 2}.edi"\r\n\r\n`),
        content,
        Buffer.from('\r\n'),
      ]),
    );
    return Buffer.concat([...texts, Buffer.from(end)]);
  });

const ACCEPTS = ['*/*', 'application/json', 'text/plain', 'text/csv', 'text/html, */*;q=0.1', 'application/json;q=0.2, text/csv', 'image/png'];

const OTHER_TYPES = [
  'application/json',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
  'image/png',
  'text/plain; charset=utf-16',
  'multipart/form-data',
  '/',
];

function anyRequest(target: Target): fc.Arbitrary<MadeRequest> {
  const { method, path, operation } = target;
  const parameters = (operation.parameters ?? []).flatMap((parameter) => ('name' in parameter ? [parameter] : []));
  const values = parameters.map(({ name, in: place, schema, example }) => {
    const words: readonly unknown[] = schema !== undefined && 'enum' in schema ? (schema.enum ?? []) : [];
    const known = [example, schema !== undefined && 'default' in schema ? schema.default : undefined, ...words].filter((one) => one !== undefined).map(String);
    const value = known.length === 0 ? anyText : fc.oneof(fc.constantFrom(...known), anyText);
    return fc.tuple(fc.constant({ name, place }), place === 'path' ? value.filter((text) => text !== '' && !/^\.+$/.test(text)) : fc.option(value));
  });
  const body = operation.requestBody;
  const types = body !== undefined && 'content' in body ? Object.keys(body.content) : [];
  const content: fc.Arbitrary<readonly [string, Buffer] | undefined> =
    method === 'get' || types.length === 0
      ? fc.constant(undefined)
      : fc
          .oneof({ weight: 4, arbitrary: fc.constantFrom(...types) }, { weight: 1, arbitrary: fc.constantFrom(...OTHER_TYPES) })
          .chain((type) =>
            type === 'multipart/form-data'
              ? anyForm.map((form) => [`${type}; boundary=${BOUNDARY}`, form] as const)
              : anyBody.map((one) => [type, one] as const),
          );
  return fc.record({ values: fc.tuple(...values), extra: fc.option(anyText), content, accept: fc.constantFrom(...ACCEPTS) }).map((made) => {
    const given = made.values.filter(([{ place }, value]) => place === 'query' && value !== null);
    const query = [...given.map(([{ name }, value]) => [name, value ?? '']), ...(made.extra === null ? [] : [['unknown', made.extra]])];
    const address = made.values.reduce((text, [{ name, place }, value]) => (place === 'path' ? text.replace(`{${name}}`, encoded(value ?? '')) : text), path);
    const [type, bytes] = made.content ?? [];
    return {
      ...target,
      address: `${address}?${query.map(([name = '', value = '']) => `${name}=${encoded(value)}`).join('&')}`,
      headers: { accept: made.accept, ...(type === undefined ? {} : { 'content-type': type }) },
      body: bytes,
    };
  });
}

/** Percent-encodes UTF-8, in which lone surrogates are replaced. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

describe('requests made from the OpenAPI document', () => {
  let service: RunningService;
  let document: OpenAPIObject;
  beforeAll(async () => {
    service = await startRealService();
    document = (await (await fetch(`${service.url}/api/docs/openapi.json`)).json()) as OpenAPIObject;
  });
  afterAll(async () => service.stop());

  it('are answered with a documented status, type and shape, and never with 500', async () => {
    const validator = new OpenApiValidator(document);
    const targets = Object.entries(document.paths).flatMap(([path, item]): Target[] =>
      (['get', 'post'] as const).flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [{ method, path, operation }];
      }),
    );
    const statuses = new Set<number>();
    const answersAsDocumented = async ({ method, path, address, headers, body }: MadeRequest): Promise<void> => {
      const answer = await fetch(`${service.url}${address}`, { method, headers, ...(body === undefined ? {} : { body }) });
      const received = { method, path, status: answer.status, contentType: answer.headers.get('content-type') ?? '', text: await answer.text() };
      statuses.add(answer.status);
      expect(answer.status === 500 ? received : undefined).toBeUndefined();
      expect(validator.problemOf(received)).toBeUndefined();
    };
    await fc.assert(fc.asyncProperty(fc.constantFrom(...targets).chain(anyRequest), answersAsDocumented), budget(120));
    // The requests reach the operations, and what refuses them.
    expect([...statuses]).toEqual(expect.arrayContaining(isLong ? [200, 400] : [400]));
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { parse } from 'yaml';
import { packageRoot } from '../../common/package-root';
import { schemaRef } from '../../mapping/record-schemas';
import type { Converter, FormatInfo } from '../../pipeline/conversion.types';
import { CONVERTER } from '../../pipeline/pipeline.tokens';
import { FORMAT_PARAMETER } from '../edi/edi.docs';
import type { ServiceSettings } from '../settings/service-settings';
import { describeAccess, describeLimits, ediBody } from './answer.docs';
import { componentSchemas, requestName, type ComponentSchemas, formatSchemaName, operationWordOf } from './component.docs';

/** JSON Schemas by name, as the components of a document hold them. */
type DocumentSchemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['post']>;
type Parameter = NonNullable<Operation['parameters']>[number];

/** Path of the page; the document itself is at `/api/docs/openapi.json`. */
export const DOCS_PATH = 'api/docs';

const PAGE_SCRIPT = 'swagger-ui-init.js';

/** Operations whose body is EDI. */
const EDI_PATHS = [
  '/api/edi/json',
  '/api/edi/csv',
  '/api/edi/fhir',
  '/api/edi/parquet',
  '/api/edi/xlsx',
  '/api/edi/validate',
  '/api/edi/validate/text',
  '/api/edi/ack',
  '/api/edi/scrub',
  '/api/edi/parse',
];

/** Operations whose body is JSON that EDI is made of. */
const GENERATE_PATHS = ['/api/edi/gen/{set}', '/api/edi/gen/{set}/validate'];

/** Beginning of the paths of operations on formats. */
const FORMAT_PREFIX = `/api/{${FORMAT_PARAMETER}}/`;

/** Query parameters whose default is a setting of the service. */
const DEFAULT_SETTINGS: Readonly<Record<string, keyof ServiceSettings>> = {
  validate: 'EDI_VALIDATE',
  ndjson: 'EDI_NDJSON',
  descriptions: 'EDI_DESCRIPTIONS',
  convertControlSegments: 'EDI_CONVERT_CONTROL_SEGMENTS',
  transactionTopLevel: 'EDI_TRANSACTION_TOP_LEVEL',
};

const DESCRIPTION = `Converts United States healthcare EDI while it streams.

Every error answer is an \`ErrorBody\`; \`POST /api/edi/csv\` answers one line of text that begins with \`ERROR:\` to clients that do not ask for JSON.
Parameters belong in the query. The paths work without \`/api\` as well.`;

/** Serves the OpenAPI document and its page. */
export function serveDocs(app: INestApplication, version: string, settings: ServiceSettings): void {
  SwaggerModule.setup(DOCS_PATH, app, () => createDocument(app, version, settings), {
    jsonDocumentUrl: `${DOCS_PATH}/openapi.json`,
    yamlDocumentUrl: `${DOCS_PATH}/openapi.yaml`,
    customSiteTitle: 'Clearloop API',
    patchDocumentOnRequest: (request: unknown, _response: unknown, document: OpenAPIObject) => (isOfPage(request) ? textFirst(document) : document),
  });
}

/** True for the script of the page, which holds the document that the page shows. */
function isOfPage(request: unknown): boolean {
  return typeof request === 'object' && request !== null && 'url' in request && String(request.url).includes(PAGE_SCRIPT);
}

/** Makes the OpenAPI document of a service with these settings. */
export function createDocument(app: INestApplication, version: string, settings: ServiceSettings): OpenAPIObject {
  const builder = new DocumentBuilder().setTitle('Clearloop').setDescription(DESCRIPTION).setVersion(version);
  const document = SwaggerModule.createDocument(app, builder.build());
  const converter = app.get<Converter>(CONVERTER);
  const examples = readExamples();
  const components = (document.components ??= {});
  components.schemas = { ...components.schemas, ...asSchemas(componentSchemas(converter)) };
  for (const path of EDI_PATHS) describeEdi(document.paths[path]?.post, examples, settings);
  for (const path of GENERATE_PATHS) describeRequests(document.paths[path]?.post, Object.keys(converter.schemas?.().requests ?? {}), examples);
  describeFormats(document, converter.formatList?.() ?? [], examples);
  describeLimits(document);
  describeAccess(document, settings);
  for (const item of Object.values(document.paths)) for (const operation of [item.get, item.post]) showExamples(operation, examples);
  return document;
}

/** Both are JSON Schemas; only the types of the library require mutable arrays. */
function asSchemas(schemas: ComponentSchemas): DocumentSchemas {
  return schemas;
}

function describeEdi(operation: Operation | undefined, { inputs }: DocumentExamples, settings: ServiceSettings): void {
  if (operation === undefined) return;
  operation.requestBody = ediBody(inputs['edi']);
  for (const parameter of operation.parameters ?? []) showConfiguredDefault(parameter, settings);
}

/** A request is one of those of the sets that can be written; each line of NDJSON is a part of it. */
function describeRequests(operation: Operation | undefined, sets: readonly string[], { requests }: DocumentExamples): void {
  const body = operation?.requestBody;
  if (body === undefined || !('content' in body) || sets.length === 0) return;
  const examples = sets.flatMap((set) => (requests[set] === undefined ? [] : [[set, { value: requests[set] }] as const]));
  body.content['application/json'] = { schema: { anyOf: sets.map((set) => schemaRef(requestName(set))) }, examples: Object.fromEntries(examples) };
}

/** The document of a service shows the defaults that it is configured with. */
function showConfiguredDefault(parameter: Parameter, settings: ServiceSettings): void {
  if (!('name' in parameter)) return;
  const setting = DEFAULT_SETTINGS[parameter.name];
  if (setting !== undefined && parameter.schema !== undefined && 'type' in parameter.schema) parameter.schema.default = settings[setting];
}

function showExamples(operation: Operation | undefined, { parameters: examples }: DocumentExamples): void {
  const values = examples[operation?.operationId ?? ''] ?? {};
  for (const parameter of operation?.parameters ?? []) {
    const value = 'name' in parameter ? values[parameter.name] : undefined;
    if ('name' in parameter && value !== undefined) parameter.example = value;
  }
}

const TEXT = 'text/plain';

/**
 * Returns the document as the page shows it: with text as the first type of bodies, because a page cannot be prefilled with a file. The document
 * itself begins with files, which generated clients send.
 */
export function textFirst(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).map(([path, item]): [string, typeof item] => {
    const body = item.post?.requestBody;
    const text = body !== undefined && 'content' in body ? body.content[TEXT] : undefined;
    if (item.post === undefined || body === undefined || !('content' in body) || text === undefined) return [path, item];
    return [path, { ...item, post: { ...item.post, requestBody: { ...body, content: { [TEXT]: text, ...body.content } } } }];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Small inputs that work, which the page of the document is prefilled with. */
export interface DocumentExamples {
  /** Text to convert: of X12 under `edi`, of other formats under their ids. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Requests to generate: by the number of the transaction set, or the id of the format. */
  readonly requests: Readonly<Record<string, object>>;
  /** Values of parameters by operation id and name. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads `schemas/openapi/examples.yaml`. */
export function readExamples(): DocumentExamples {
  return parse(readFileSync(join(packageRoot(), 'schemas', 'openapi', 'examples.yaml'), 'utf8')) as DocumentExamples;
}

/** Shows the operations on formats once for each format, under its own name and with its own schema. */
function describeFormats(document: OpenAPIObject, formats: readonly FormatInfo[], examples: DocumentExamples): void {
  const paths = Object.entries(document.paths).flatMap(([path, item]): [string, PathItem][] => {
    if (!path.startsWith(FORMAT_PREFIX)) return [[path, item]];
    const name = path.slice(FORMAT_PREFIX.length);
    return formats.flatMap((format) => (item.post ? [[`/api/${format.id}/${name}`, { post: operationOf(item.post, name, format, examples) }]] : []));
  });
  document.paths = Object.fromEntries(paths);
}

function operationOf(operation: Operation, name: string, format: FormatInfo, { inputs, requests }: DocumentExamples): Operation {
  const copy = structuredClone(operation);
  copy.operationId = `${name}${operationWordOf(format.id)}`;
  copy.summary = (copy.summary ?? '').replace('of the format', `of ${format.title}`);
  copy.parameters = (copy.parameters ?? []).filter((parameter) => !('name' in parameter) || parameter.name !== FORMAT_PARAMETER);
  const record = schemaRef(formatSchemaName(format));
  if (name === 'generate') {
    const example = requests[format.id];
    const lines = Object.values(example ?? {}).flatMap((records) => (Array.isArray(records) ? records.map((one) => JSON.stringify(one)) : []));
    copy.requestBody = {
      required: true,
      description: 'What parsing gives: one object with the list of records, or a record in each line.',
      content: {
        'application/json': { schema: listIn(format, record), ...(example === undefined ? {} : { example }) },
        'application/x-ndjson': { schema: { type: 'string' }, ...(example === undefined ? {} : { example: `${lines.join('\n')}\n` }) },
      },
    };
  } else copy.requestBody = ediBody(inputs[format.id]);
  const answer = copy.responses['200'];
  if (name === 'parse' && answer !== undefined && 'content' in answer && answer.content !== undefined) {
    answer.content['application/json'] = { schema: listIn(format, { anyOf: [record, schemaRef('ErrorBody'), schemaRef('ValidationIssue')] }) };
  }
  return copy;
}

const listIn = ({ recordsKey }: FormatInfo, items: object): object => ({
  type: 'object',
  required: [recordsKey],
  properties: { [recordsKey]: { type: 'array', items } },
});

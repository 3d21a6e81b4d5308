import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { ServiceSettings } from '../settings/service-settings';
import { schemaRef } from '../../mapping/record-schemas';
import { CONVERTER } from '../../pipeline/pipeline.tokens';
import type { Converter } from '../../pipeline/conversion.types';
import { describeAccess } from './access.docs';
import { componentSchemas, requestName } from './component.docs';
import { ediBody } from './edi-body.docs';
import { type DocumentExamples, readExamples } from './examples.docs';
import { describeFormats } from './format-paths.docs';
import { describeLimits } from './limits.docs';
import { textFirst } from './page.docs';
import type { ComponentSchemas } from './record-union.docs';

/** JSON Schemas by name, as the components of a document hold them. */
type DocumentSchemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Parameter = NonNullable<Operation['parameters']>[number];

/** Path of the page; the document itself is at `/api/docs/openapi.json`. */
export const DOCS_PATH = 'api/docs';

const PAGE_SCRIPT = 'swagger-ui-init.js';

/** Operations whose body is EDI. */
const EDI_PATHS = ['/api/edi/json', '/api/edi/csv', '/api/edi/validate', '/api/edi/validate/text', '/api/edi/ack', '/api/edi/parse'];

/** Operations whose body is JSON that EDI is made of. */
const GENERATE_PATHS = ['/api/edi/gen/{set}', '/api/edi/gen/{set}/validate'];

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
Parameters belong into the query. The paths work without \`/api\` as well.`;

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

/** Both are JSON Schemas; only the library's types want mutable arrays. */
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

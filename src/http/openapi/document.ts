import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { ServiceSettings } from '../settings/service-settings';
import { CONVERTER } from '../../pipeline/converter.token';
import type { Converter } from '../../pipeline/conversion.types';
import { describeAccess } from './access.docs';
import { EDI_BODY } from './edi-body.docs';
import { describeFormats } from './format-paths.docs';
import { VALIDATION_ISSUE } from './issue.docs';
import { describeLimits } from './limits.docs';

/** JSON Schemas by name, as the components of a document hold them. */
type DocumentSchemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Parameter = NonNullable<Operation['parameters']>[number];

/** Path of the page; the document itself is at `/api/docs/openapi.json`. */
export const DOCS_PATH = 'api/docs';

const EDI_JSON_PATH = '/api/edi/json';

/** Operations whose body is EDI. */
const EDI_PATHS = [EDI_JSON_PATH, '/api/edi/csv', '/api/edi/validate', '/api/edi/validate/text', '/api/edi/ack', '/api/edi/parse'];

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

/** Serves the OpenAPI document and its page. */
export function serveDocs(app: INestApplication, version: string, settings: ServiceSettings): void {
  SwaggerModule.setup(DOCS_PATH, app, () => createDocument(app, version, settings), {
    jsonDocumentUrl: `${DOCS_PATH}/openapi.json`,
    yamlDocumentUrl: `${DOCS_PATH}/openapi.yaml`,
    customSiteTitle: 'Clearloop API',
  });
}

/** Makes the OpenAPI document of a service with these settings. */
export function createDocument(app: INestApplication, version: string, settings: ServiceSettings): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Clearloop')
    .setDescription(
      'Converts United States healthcare EDI while it streams. Every error answer is an ErrorBody; where a client reads no JSON, it is a line of text that begins with ERROR:.',
    )
    .setVersion(version);
  const document = SwaggerModule.createDocument(app, builder.build());
  const { schemas, records, requests } = app.get<Converter>(CONVERTER).schemas?.() ?? { schemas: {}, records: [], requests: {} };
  const components = (document.components ??= {});
  const named = Object.fromEntries(Object.entries(requests).map(([set, schema]) => [`Request${set}`, schema]));
  components.schemas = { ...components.schemas, ...asSchemas({ ...schemas, ...named }), ValidationIssue: VALIDATION_ISSUE };
  for (const path of EDI_PATHS) describeEdi(document.paths[path]?.post, settings);
  describeRecords(document.paths[EDI_JSON_PATH]?.post, records);
  for (const path of GENERATE_PATHS) describeRequests(document.paths[path]?.post, Object.keys(named));
  describeFormats(document, app.get<Converter>(CONVERTER).formatList?.() ?? []);
  describeLimits(document);
  describeAccess(document, settings);
  return document;
}

/** Both are JSON Schemas; only the library's types want mutable arrays. */
function asSchemas(schemas: object): DocumentSchemas {
  return schemas as DocumentSchemas;
}

function describeEdi(operation: Operation | undefined, settings: ServiceSettings): void {
  if (operation === undefined) return;
  operation.requestBody = EDI_BODY;
  for (const parameter of operation.parameters ?? []) showConfiguredDefault(parameter, settings);
}

function describeRecords(operation: Operation | undefined, recordNames: readonly string[]): void {
  const records = recordNames.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const answer = operation?.responses['200'];
  if (records.length > 0 && answer !== undefined && 'content' in answer && answer.content !== undefined) {
    answer.content['application/json'] = { schema: { type: 'array', items: { oneOf: records } } };
  }
}

/** A request is one of those of the sets that can be written; each line of NDJSON is a part of it. */
function describeRequests(operation: Operation | undefined, names: readonly string[]): void {
  const body = operation?.requestBody;
  if (body === undefined || !('content' in body) || names.length === 0) return;
  body.content['application/json'] = { schema: { anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) } };
}

/** The document of a service shows the defaults that it is configured with. */
function showConfiguredDefault(parameter: Parameter, settings: ServiceSettings): void {
  if (!('name' in parameter)) return;
  const setting = DEFAULT_SETTINGS[parameter.name];
  if (setting !== undefined && parameter.schema !== undefined && 'type' in parameter.schema) parameter.schema.default = settings[setting];
}

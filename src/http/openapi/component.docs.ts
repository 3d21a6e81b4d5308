import type { Converter, FormatInfo } from '../../pipeline/conversion.types';
import type { ConverterSchemas } from '../../pipeline/converter-schemas';
import { ERROR_CATALOGUE } from '../../common/error-catalogue';
import { anyOfSchemas, schemaRef } from '../../mapping/record-schemas';
import { CODE_SCHEMAS } from './code.docs';
import { VALIDATION_ISSUE } from './issue.docs';
import { type ComponentSchemas, recordUnion, schemaNameOf } from './record-union.docs';
import type { JsonSchema } from '../../mapping/json-schema';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const whole = (description: string): JsonSchema => ({ type: 'integer', description });

const PLACE = { lineNumber: whole('line, from 1'), segmentNumber: whole('segment, the first ISA is 1') };

/** Objects that stand in answers beside records. */
const NOTICES: Readonly<Record<string, JsonSchema>> = {
  ErrorBody: {
    type: 'object',
    description: 'What an operation answers when it fails, and what stands among the objects of an answer in place of input that could not be read.',
    required: ['objectType', 'code', 'message'],
    properties: {
      objectType: { type: 'string', enum: ['ERROR'] },
      code: { type: 'string', enum: Object.keys(ERROR_CATALOGUE), description: 'stable code, for programs' },
      message: text('what is wrong, where, and what to do next'),
      fileName: text('name of the file, when there is one'),
      ...PLACE,
    },
  },
  Warning: {
    type: 'object',
    description: 'With `warningsInResponse`: a finding of reading.',
    required: ['objectType', 'message'],
    properties: { objectType: { type: 'string', enum: ['WARNING'] }, message: text('what is wrong'), fileName: text('name of the file'), ...PLACE },
  },
  ValidationIssue: VALIDATION_ISSUE,
};

/** The schema whose times are those of files: in UTC. */
const FILE = 'FileInfo';

const LOCAL_FORMATS = { 'date-time': 'date-time-local', time: 'time-local' } as const;

/** Times of EDI have no offset, which the formats of RFC 3339 require: the registry of OpenAPI has names of their own for them. */
function withLocalTimes(schema: JsonSchema): JsonSchema {
  return parseSchema(
    JSON.stringify(schema, (key, value: unknown) => (key === 'format' && (value === 'date-time' || value === 'time') ? LOCAL_FORMATS[value] : value)),
  );
}

/** The text is that of a schema. */
function parseSchema(text: string): JsonSchema {
  return JSON.parse(text) as JsonSchema;
}

const PARSING_ISSUE: JsonSchema = {
  type: 'object',
  description: 'A problem of the input that is in none of its records.',
  required: ['severity', 'message'],
  properties: { severity: { type: 'string', enum: ['ERROR'] }, message: text('what is wrong'), ...PLACE, loop: text('loop'), ediString: text('the segment') },
};

/** Gives the schemas of the document: those of records, of what stands beside them, and of whole answers. */
export function componentSchemas(converter: Converter): ComponentSchemas {
  const { schemas, records, lists, requests }: ConverterSchemas = converter.schemas?.() ?? { schemas: {}, records: [], lists: {}, requests: {} };
  const formats = converter.formatList?.() ?? [];
  const ofFormats = Object.fromEntries(formats.map((format) => [formatSchemaName(format), formatSchema(format)]));
  const declared = { ...Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, name === FILE ? one : withLocalTimes(one)])), ...NOTICES };
  return {
    ...declared,
    ...ofFormats,
    ...CODE_SCHEMAS,
    ...Object.fromEntries(Object.entries(requests).map(([set, schema]) => [requestName(set), schema])),
    ...recordUnion('EdiRecord', [...records, ...Object.keys(NOTICES)], declared),
    EdiObject: {
      description: 'An element of a converted answer, by `objectType`, which the records of formats other than X12 do not have.',
      ...anyOfSchemas([schemaRef('EdiRecord'), ...Object.keys(ofFormats).map(schemaRef)]),
    },
    ...recordUnion('ValidationResult', ['ValidationIssue', 'ErrorBody'], declared),
    ParsedEdi: parsedEdi(lists, formats),
    ParsingIssue: PARSING_ISSUE,
  };
}

/** Name of the schema of a request to generate a transaction set. */
export const requestName = (set: string): string => `Request${set}`;

/** Name of the schema of a record of a format. */
export const formatSchemaName = (format: FormatInfo): string => format.recordSchema().title ?? schemaNameOf(format.id);

/** A property that is never there, so that records of formats can be told from those with an `objectType`. */
const NO_OBJECT_TYPE = { type: 'string', nullable: true, enum: [null], description: 'Never there: the objects of other kinds have one.' };

function formatSchema(format: FormatInfo): JsonSchema {
  const schema = withLocalTimes(withoutTitle(format.recordSchema()));
  const { properties = {} } = schema;
  return properties['objectType'] === undefined ? { ...schema, properties: { ...properties, ...asProperties({ objectType: NO_OBJECT_TYPE }) } } : schema;
}

/** A null among the words of `enum` is what only documents of the service have. */
function asProperties(properties: object): Readonly<Record<string, JsonSchema>> {
  return properties as Readonly<Record<string, JsonSchema>>;
}

function parsedEdi(lists: ConverterSchemas['lists'], formats: readonly FormatInfo[]): JsonSchema {
  const listed = Object.entries(lists).map(([name, names]): [string, JsonSchema] => [name, listOf(names)]);
  return {
    type: 'object',
    required: ['parsingIssues'],
    properties: {
      ...Object.fromEntries(listed),
      ...Object.fromEntries(formats.map((format): [string, JsonSchema] => [format.recordsKey, listOf([formatSchemaName(format)])])),
      segments: { type: 'object', description: 'the segments of transaction sets without records, or of all with `asSegments`', additionalProperties: true },
      ackEdi: text('with `gen999`: the acknowledgment'),
      parsingIssues: { type: 'array', items: schemaRef('ParsingIssue'), description: 'what is wrong outside records' },
    },
  };
}

const listOf = (names: readonly string[]): JsonSchema => ({ type: 'array', items: anyOfSchemas(names.map(schemaRef)) });

function withoutTitle({ title: _name, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

import { ERROR_CATALOGUE } from '../../common/error-catalogue';
import { EDI_DATA_TYPES, ISSUE_TYPES } from '../../common/issue';
import type { JsonSchema } from '../../mapping/json-schema';
import { anyOfSchemas, schemaRef } from '../../mapping/record-schemas';
import type { Converter, FormatInfo } from '../../pipeline/conversion.types';
import type { ConverterSchemas } from '../../pipeline/converter-schemas';
import { CODE_SCHEMAS } from '../codes/code.controller';

const text = (description: string) => ({ type: 'string', description }) as const;
const whole = (description: string) => ({ type: 'integer', description }) as const;

const PLACE = { lineNumber: whole('line, from 1'), segmentNumber: whole('segment, the first ISA is 1') };

/** JSON Schema of a validation issue (interface document, 2.11). */
export const VALIDATION_ISSUE: JsonSchema = {
  type: 'object',
  required: ['objectType', 'issueType', 'message'],
  properties: {
    objectType: { type: 'string', enum: ['VALIDATION'] },
    issueType: { type: 'string', enum: [...ISSUE_TYPES] },
    issueObjectClass: text('class of the object with the issue, such as Claim'),
    jsonPath: text('JSON path of that object, for issues of JSON'),
    fieldName: text('name of the field or element'),
    sourceLocation: {
      type: 'object',
      properties: { fileName: text('name of the file'), lineNumber: whole('line, from 1'), segmentNumber: whole('segment, the first ISA is 1') },
    },
    loop: text('loop, such as 2100; 0000 outside loops'),
    segment: text('segment id, such as CLP'),
    element: text('element, such as CLP04'),
    ediCode: text('qualifier or code that identifies the segment'),
    maxNumberOfItems: whole('with NUMBER_OF_ITEMS'),
    actualNumberOfItems: whole('with NUMBER_OF_ITEMS'),
    codeSubType: text('list that the code is not in, with INVALID_CODE'),
    length: whole('length that is allowed, with LENGTH_EXCEEDED and LENGTH_TOO_SHORT'),
    actualLength: whole('with LENGTH_EXCEEDED and LENGTH_TOO_SHORT'),
    dataType: { type: 'string', enum: [...EDI_DATA_TYPES], description: 'with WRONG_TYPE' },
    actualDataType: {
      type: 'string',
      enum: [...EDI_DATA_TYPES, 'STR'],
      description: 'with WRONG_TYPE: what the value is; STR for text that does not read as `dataType`',
    },
    value: text('value that failed'),
    ediString: text('the segment'),
    message: text('what is wrong, and what is expected'),
    allowedValues: { type: 'array', items: { type: 'string' }, description: 'with VALUE_NOT_IN_ENUM_LIST' },
    rejectCode: text('code by which receivers of the format reject what is wrong, where there is one'),
    ruleId: text('rule that found it; with `levels`'),
    snipLevel: whole('level of the rule, 1 to 7; with `levels`'),
  },
};

/** Objects between records in answers. */
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

/** Returns the schemas of the document: those of records, of objects between them, and of complete answers. */
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

/** A property that is never present, so that records of formats are distinguished from those with an `objectType`. */
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

/** Schemas as the document holds them: by name. */
export type ComponentSchemas = Readonly<Record<string, object>>;

const pascalCase = (words: string): string =>
  words
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The `objectType` of every object of the schema; undefined if there is none, or more than one. */
function objectTypeOf({ required = [], properties = {} }: JsonSchema): string | undefined {
  const [only, ...others] = properties['objectType']?.enum ?? [];
  return required.includes('objectType') && others.length === 0 ? only : undefined;
}

/**
 * Returns the union of the schemas with these names, discriminated by `objectType`. Schemas of one `objectType` (the forms of a claim) get a union
 * of their own, named after it. Those without an `objectType` are outside the discriminator.
 */
export function recordUnion(name: string, members: readonly string[], schemas: Readonly<Record<string, JsonSchema>>): ComponentSchemas {
  const groups = new Map<string, string[]>();
  const untyped: string[] = [];
  for (const member of members) {
    const objectType = objectTypeOf(schemas[member] ?? {});
    if (objectType === undefined) untyped.push(member);
    else groups.set(objectType, [...(groups.get(objectType) ?? []), member]);
  }
  const unions: Record<string, object> = {};
  const mapping = [...groups].map(([objectType, [first = '', ...others]]): readonly [string, string] => {
    if (others.length === 0) return [objectType, first];
    const group = [pascalCase(objectType), `${pascalCase(objectType)}Record`].find((one) => schemas[one] === undefined) ?? first;
    const isOfGroup = { type: 'object', required: ['objectType'], properties: { objectType: { type: 'string', enum: [objectType] } } };
    unions[group] = { allOf: [isOfGroup, { anyOf: [first, ...others].map(schemaRef) }] };
    return [objectType, group];
  });
  const discriminated = {
    oneOf: mapping.map(([, one]) => schemaRef(one)),
    discriminator: { propertyName: 'objectType', mapping: Object.fromEntries(mapping.map(([objectType, one]) => [objectType, schemaRef(one).$ref])) },
  };
  return { ...unions, [name]: untyped.length === 0 ? discriminated : { anyOf: [discriminated, ...untyped.map(schemaRef)] } };
}

/** Returns the name of a schema for a word of a path, such as `NcpdpRecord` for ncpdp. */
export const schemaNameOf = (word: string): string => `${pascalCase(word)}Record`;

/** Returns the end of an operation id for a word of a path, such as `Ncpdp`. */
export const operationWordOf = pascalCase;

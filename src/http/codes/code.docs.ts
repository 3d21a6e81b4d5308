import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiResponse } from '@nestjs/swagger';
import { CODE_TYPES } from '../../codes/code-type';
import type { JsonSchema } from '../../mapping/json-schema';
import { schemaRef } from '../../mapping/record-schemas';
import { failure } from '../openapi/answer.docs';

const TEXT = { type: 'string' } as const;
const DAY = { type: 'string', format: 'date' } as const;
const TYPE: JsonSchema = { type: 'string', enum: CODE_TYPES };

const CODE: Readonly<Record<string, JsonSchema>> = {
  type: TYPE,
  subType: { ...TEXT, description: 'the list, such as CPT or CARC' },
  code: TEXT,
  desc: TEXT,
  formattedCode: { ...TEXT, description: 'a diagnosis with its dot' },
  fullDesc: TEXT,
  shortDesc: TEXT,
  enumName: { ...TEXT, description: 'name of an X12 code' },
  startDate: { ...DAY, description: 'first day' },
  endDate: { ...DAY, description: 'last day; absent while the code is active' },
};

const REQUIRED = ['type', 'subType', 'code'];

const SETTING: JsonSchema = { type: 'string', enum: ['HOSPITAL', 'PRACTITIONER', 'DME_SUPPLIER'] };

const EDITS: JsonSchema = {
  type: 'object',
  required: ['checkTypes'],
  properties: {
    checkTypes: { type: 'array', items: { type: 'string', enum: ['MUE', 'MIN_AGE', 'MAX_AGE', 'PTP'] } },
    mueLimits: {
      type: 'array',
      items: {
        type: 'object',
        required: ['claimType', 'maxUnits', 'rationale'],
        properties: { claimType: SETTING, maxUnits: { type: 'integer' }, rationale: TEXT },
      },
    },
    minAge: { type: 'integer', description: 'years' },
    maxAge: { type: 'integer', description: 'years' },
    disallowedCodes: {
      type: 'array',
      description: 'codes that are not paid beside this one (NCCI)',
      items: {
        type: 'object',
        required: ['code', 'rationale', 'claimTypes', 'modifierAllowed'],
        properties: { code: TEXT, rationale: TEXT, claimTypes: { type: 'array', items: SETTING }, modifierAllowed: { type: 'boolean' } },
      },
    },
  },
};

/** Schemas of the answers of code look-up, by name. */
export const CODE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  CodeRecord: { type: 'object', required: REQUIRED, properties: CODE },
  CodeCategory: { type: 'object', required: [...REQUIRED, 'desc'], properties: { type: TYPE, subType: TEXT, code: TEXT, desc: TEXT } },
  CodeEdits: EDITS,
  CodeDetail: {
    type: 'object',
    required: REQUIRED,
    properties: { ...CODE, categories: { type: 'array', items: schemaRef('CodeCategory') }, edits: schemaRef('CodeEdits') },
  },
};

/** Documents `GET /api/code/search`. */
export function ApiCodeSearch(): MethodDecorator & ClassDecorator {
  const schema = { type: 'array', items: schemaRef('CodeRecord') };
  return answers(
    ApiResponse({ status: 200, description: 'The codes that fit, best first; empty when none does.', content: { 'application/json': { schema } } }),
  );
}

/** Documents `GET /api/code/csv`. */
export function ApiCodeCsv(): MethodDecorator & ClassDecorator {
  return answers(
    ApiResponse({
      status: 200,
      description: 'A header, then a line for each code, sorted by code.',
      content: { 'text/plain': { schema: TEXT }, 'text/csv': { schema: TEXT } },
    }),
  );
}

/** Documents `GET /api/code/{code}`. */
export function ApiCodeDetail(): MethodDecorator & ClassDecorator {
  return answers(
    ApiParam({ name: 'code', schema: TEXT, description: 'The code, with or without dots and hyphens, in any case. An NDC also with 10 or 11 digits.' }),
    ApiResponse({ status: 200, description: 'The code.', content: { 'application/json': { schema: schemaRef('CodeDetail') } } }),
    failure(404, 'No code set that is loaded has the code.'),
  );
}

function answers(...answer: readonly (MethodDecorator & ClassDecorator)[]): MethodDecorator & ClassDecorator {
  return applyDecorators(...answer, failure(400, 'A parameter is not allowed, or the code is in several sets.'));
}

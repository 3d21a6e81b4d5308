import { Readable } from 'node:stream';
import { applyDecorators, Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CodeDetails } from '../../codes/code-details';
import { CodeExport } from '../../codes/code-export';
import { CodeSearch } from '../../codes/code-search';
import { CODE_TYPES } from '../../codes/code-type';
import type { CodeDetail, CodeRecord } from '../../codes/code.types';
import { EdiError } from '../../common/edi-error';
import type { JsonSchema } from '../../mapping/json-schema';
import { schemaRef } from '../../mapping/record-schemas';
import { RequiresApiKey } from '../auth/api-key.guard';
import { contentDisposition, tableContentType } from '../headers';
import { abortOnClose } from '../limits/client-signal';
import { failure } from '../openapi/answer.docs';
import { ServiceSettings } from '../settings/service-settings';
import { CodeDetailQuery, CodeExportQuery, CodeSearchQuery } from './code.query';

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

/** Looks healthcare codes up. */
@ApiTags('Codes')
@Controller('api/code')
@RequiresApiKey()
export class CodeController {
  constructor(
    private readonly codes: CodeSearch,
    private readonly details: CodeDetails,
    private readonly exporter: CodeExport,
    private readonly settings: ServiceSettings,
  ) {}

  @Get('search')
  @ApiOperation({ operationId: 'searchCodes', summary: 'Search codes by code and by words' })
  @ApiCodeSearch()
  async search(
    @Query() { query, type, afterStartDate, afterEndDate, activeAfter, howMany }: CodeSearchQuery,
    @Res({ passthrough: true }) { raw }: FastifyReply,
  ): Promise<readonly CodeRecord[]> {
    const most = this.settings.CLEARLOOP_MAX_CODES;
    if (howMany > most) throw new EdiError('EDI_BAD_PARAMETER', `howMany is ${howMany}; this service allows up to ${most}. /api/code/csv has no limit.`);
    return this.codes.search(query ?? '', { types: type, afterStartDate, afterEndDate, activeAfter }, howMany, abortOnClose(raw));
  }

  @Get('csv')
  @ApiOperation({ operationId: 'exportCodes', summary: 'Codes as CSV' })
  @ApiCodeCsv()
  async csv(@Query() { query, type, fileName, howMany }: CodeExportQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const rows = this.exporter.csv({ query, types: type, howMany }, abortOnClose(reply.raw));
    const first = await rows.next();
    if (fileName) void reply.header('content-disposition', contentDisposition(fileName));
    await reply
      .headers({ 'content-type': tableContentType(request.raw), vary: 'Accept' })
      .send(Readable.from(startingWith(first.done === true ? '' : first.value, rows), { objectMode: false }));
  }

  @Get(':code')
  @ApiOperation({ operationId: 'getCode', summary: 'One code with its categories and edits' })
  @ApiCodeDetail()
  async detail(
    @Param('code') code: string,
    @Query() { type, subType }: CodeDetailQuery,
    @Res({ passthrough: true }) { raw }: FastifyReply,
  ): Promise<CodeDetail> {
    return this.details.find(code, { types: type, subType }, abortOnClose(raw));
  }
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CodeDetails } from '../../codes/code-details';
import { CodeExport } from '../../codes/code-export';
import { CodeSearch } from '../../codes/code-search';
import type { CodeDetail, CodeRecord } from '../../codes/code.types';
import { EdiError } from '../../common/edi-error';
import { RequiresApiKey } from '../auth/api-key.guard';
import { tableContentType, contentDisposition } from '../headers';
import { ServiceSettings } from '../settings/service-settings';
import { ApiCodeCsv, ApiCodeDetail, ApiCodeSearch } from './code.docs';
import { CodeDetailQuery, CodeExportQuery, CodeSearchQuery } from './code.query';

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
  async search(@Query() { query, type, afterStartDate, afterEndDate, activeAfter, howMany }: CodeSearchQuery): Promise<readonly CodeRecord[]> {
    const most = this.settings.CLEARLOOP_MAX_CODES;
    if (howMany > most) throw new EdiError('EDI_BAD_PARAMETER', `howMany is ${howMany}; this service allows up to ${most}. /api/code/csv has no limit.`);
    return this.codes.search(query ?? '', { types: type, afterStartDate, afterEndDate, activeAfter }, howMany);
  }

  @Get('csv')
  @ApiOperation({ operationId: 'exportCodes', summary: 'Codes as CSV' })
  @ApiCodeCsv()
  async csv(@Query() { query, type, fileName, howMany }: CodeExportQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const rows = this.exporter.csv({ query, types: type, howMany });
    const first = await rows.next();
    if (fileName) void reply.header('content-disposition', contentDisposition(fileName));
    await reply
      .headers({ 'content-type': tableContentType(request.raw), vary: 'Accept' })
      .send(Readable.from(startingWith(first.done === true ? '' : first.value, rows), { objectMode: false }));
  }

  @Get(':code')
  @ApiOperation({ operationId: 'getCode', summary: 'One code with its categories and edits' })
  @ApiCodeDetail()
  async detail(@Param('code') code: string, @Query() { type, subType }: CodeDetailQuery): Promise<CodeDetail> {
    return this.details.find(code, { types: type, subType });
  }
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

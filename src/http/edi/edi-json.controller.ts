import { Controller, HttpCode, Inject, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Converter } from '../../pipeline/conversion.types';
import { CONVERTER } from '../../pipeline/pipeline.tokens';
import { ApiEdiJson } from '../openapi/edi-json.docs';
import { IgnoredParametersInterceptor } from '../query/ignored-parameters.interceptor';
import { QueryPipe } from '../query/query.pipe';
import { ServiceSettings } from '../settings/service-settings';
import { jsonOptions } from './conversion-options';
import { openConversionStream } from './conversion-stream';
import { EdiExchanges } from './edi-exchange';
import { EdiJsonQuery } from './edi-json.query';

/** Converts EDI into JSON objects, streamed in both directions. */
@ApiTags('EDI')
@Controller('api/edi')
export class EdiJsonController {
  constructor(
    @Inject(CONVERTER) private readonly converter: Converter,
    private readonly settings: ServiceSettings,
    private readonly exchanges: EdiExchanges,
  ) {}

  @Post('json')
  @HttpCode(200)
  @ApiOperation({ operationId: 'convertToJson', summary: 'EDI to JSON or NDJSON' })
  @ApiEdiJson()
  @UseInterceptors(new IgnoredParametersInterceptor(EdiJsonQuery))
  async convert(@Query(QueryPipe) query: EdiJsonQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sources, options, answer } = this.exchanges.open(request, reply, query.ediFileName);
    const conversion = this.converter.convert(sources, { ...jsonOptions(query, this.settings), ...options });
    await answer(conversion, { 'content-type': conversion.contentType }, openConversionStream);
  }
}

import { Controller, HttpCode, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiEdiJson } from '../openapi/edi-json.docs';
import { IgnoredParametersInterceptor } from '../query/ignored-parameters.interceptor';
import { QueryPipe } from '../query/query.pipe';
import { ServiceSettings } from '../settings/service-settings';
import { toConversionOptions } from './conversion-options';
import { EdiAnswers } from './edi-answers';
import { EdiJsonQuery } from './edi-json.query';

/** Converts EDI into JSON objects, streamed in both directions. */
@ApiTags('EDI')
@Controller('api/edi')
export class EdiJsonController {
  constructor(
    private readonly answers: EdiAnswers,
    private readonly settings: ServiceSettings,
  ) {}

  @Post('json')
  @HttpCode(200)
  @ApiOperation({ summary: 'EDI to JSON or NDJSON' })
  @ApiEdiJson()
  @UseInterceptors(new IgnoredParametersInterceptor(EdiJsonQuery))
  async convert(@Query(QueryPipe) query: EdiJsonQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const options = toConversionOptions(query, this.settings);
    await this.answers.stream({ request, reply }, query.ediFileName, (converter, sources, hooks) => converter.convert(sources, { ...options, ...hooks }));
  }
}

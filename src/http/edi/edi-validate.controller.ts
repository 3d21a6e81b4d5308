import { Controller, HttpCode, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiEdiValidate, ApiEdiValidateText } from '../openapi/edi-validate.docs';
import { IgnoredParametersInterceptor } from '../query/ignored-parameters.interceptor';
import { QueryPipe } from '../query/query.pipe';
import { ServiceSettings } from '../settings/service-settings';
import { EdiAnswers } from './edi-answers';
import { EdiValidateQuery, EdiValidateTextQuery } from './edi-validate.query';
import { toRuleChoice } from './rule-choice';

/** Tells what is wrong in EDI: as objects, or as the text itself with messages below its segments. */
@ApiTags('EDI')
@Controller('api/edi/validate')
export class EdiValidateController {
  constructor(
    private readonly answers: EdiAnswers,
    private readonly settings: ServiceSettings,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Validate EDI: issues' })
  @ApiEdiValidate()
  @UseInterceptors(new IgnoredParametersInterceptor(EdiValidateQuery))
  async validate(@Query(QueryPipe) query: EdiValidateQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const options = {
      ...toRuleChoice(query, this.settings),
      output: (query.ndjson ?? this.settings.EDI_NDJSON) ? 'ndjson' : 'json',
      maxSegmentBytes: this.settings.CLEARLOOP_MAX_SEGMENT_BYTES,
      ...(query.chunkSize === undefined ? {} : { chunkSize: query.chunkSize }),
    };
    await this.answers.stream({ request, reply }, query.fileName, (converter, sources, hooks) => converter.validate(sources, { ...options, ...hooks }));
  }

  @Post('text')
  @HttpCode(200)
  @ApiOperation({ summary: 'Validate EDI: annotated text' })
  @ApiEdiValidateText()
  @UseInterceptors(new IgnoredParametersInterceptor(EdiValidateTextQuery))
  async annotate(@Query(QueryPipe) query: EdiValidateTextQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { issueStringPrefix } = query;
    const options = {
      ...toRuleChoice(query, this.settings),
      output: 'annotated-text',
      maxSegmentBytes: this.settings.CLEARLOOP_MAX_SEGMENT_BYTES,
      outputParameters: issueStringPrefix === undefined ? {} : { issueStringPrefix },
    };
    await this.answers.stream({ request, reply }, undefined, (converter, sources, hooks) => converter.validate(sources, { ...options, ...hooks }));
  }
}

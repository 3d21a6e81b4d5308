import { Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ValidationOptions } from '../../pipeline/conversion.types';
import { ServiceSettings } from '../settings/service-settings';
import { openConversionStream } from './answer-stream';
import { toRuleChoice } from './conversion-options';
import { type EdiExchange, EdiExchanges } from './edi-exchange';
import { ApiEdiValidate, ApiEdiValidateText } from './edi.docs';
import { EdiValidateQuery, EdiValidateTextQuery } from './validate.query';
import { RequestConverters } from './request-converters';

/** Reports errors in EDI: as objects, or as the text itself with messages below its segments. */
@ApiTags('EDI')
@Controller('api/edi/validate')
export class EdiValidateController {
  constructor(
    private readonly converters: RequestConverters,
    private readonly settings: ServiceSettings,
    private readonly exchanges: EdiExchanges,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ operationId: 'validateEdi', summary: 'Validate EDI: issues' })
  @ApiEdiValidate()
  async validate(@Query() query: EdiValidateQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const options = {
      ...toRuleChoice(query, this.settings),
      output: (query.ndjson ?? this.settings.EDI_NDJSON) ? 'ndjson' : 'json',
      ...(query.chunkSize === undefined ? {} : { chunkSize: query.chunkSize }),
    };
    await this.answer(this.exchanges.open(request, reply, query.fileName), options);
  }

  @Post('text')
  @HttpCode(200)
  @ApiOperation({ operationId: 'annotateEdi', summary: 'Validate EDI: annotated text' })
  @ApiEdiValidateText()
  async annotate(@Query() query: EdiValidateTextQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { issueStringPrefix } = query;
    const options = {
      ...toRuleChoice(query, this.settings),
      output: 'annotated-text',
      outputParameters: issueStringPrefix === undefined ? {} : { issueStringPrefix },
    };
    await this.answer(this.exchanges.open(request, reply, undefined), options);
  }

  private async answer(exchange: EdiExchange, options: ValidationOptions): Promise<void> {
    const validation = this.converters.of(exchange).validate(exchange.sources, { ...options, ...exchange.options });
    await exchange.answer(validation, { 'content-type': validation.contentType }, openConversionStream);
  }
}

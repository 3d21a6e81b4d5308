import { Controller, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EdiGenerator, RequestGeneration } from '../../pipeline/generation/generation.types';
import { EDI_GENERATOR } from '../../pipeline/pipeline.tokens';
import { ServiceSettings } from '../settings/service-settings';
import { toRuleChoice } from './conversion-options';
import { EdiExchanges, type JsonExchange } from './edi-exchange';
import { ApiEdiGenerate, ApiEdiGenerateValidate } from './edi.docs';
import { checkedAnswer, ediAnswer, issueAnswer } from './generated-answer';
import { EdiGenerateQuery, EdiGenerateValidateQuery } from './validate.query';

/** Generates EDI from JSON, one batch of records at a time, and reports what would be wrong with it. */
@ApiTags('EDI')
@Controller('api/edi/gen')
export class EdiGenerateController {
  constructor(
    @Inject(EDI_GENERATOR) private readonly generator: EdiGenerator,
    private readonly settings: ServiceSettings,
    private readonly exchanges: EdiExchanges,
  ) {}

  @Post(':set')
  @HttpCode(200)
  @ApiOperation({ operationId: 'generateEdi', summary: 'Generate EDI from JSON' })
  @ApiEdiGenerate()
  async generate(@Param('set') set: string, @Query() query: EdiGenerateQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const exchange = this.exchanges.openJson(request, reply, query.fileName);
    const generation = this.open(set, query, exchange);
    const answer = query.failOnValidationErrors === true ? checkedAnswer : ediAnswer;
    await exchange.send(await answer(generation, exchange.onIssue));
  }

  @Post(':set/validate')
  @HttpCode(200)
  @ApiOperation({ operationId: 'validateGenerateRequest', summary: 'Validate a request to generate EDI' })
  @ApiEdiGenerateValidate()
  async validate(
    @Param('set') set: string,
    @Query() query: EdiGenerateValidateQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const exchange = this.exchanges.openJson(request, reply, query.fileName);
    await exchange.send(await issueAnswer(this.open(set, query, exchange), exchange.onIssue));
  }

  private open(set: string, query: EdiGenerateValidateQuery, { body, options, watch }: JsonExchange): RequestGeneration {
    const fileName = query.fileName === undefined ? {} : { fileName: query.fileName };
    const generation = this.generator.generate(set, body, { ...toRuleChoice(query, this.settings), ...fileName, ...options });
    watch(generation.summary);
    return generation;
  }
}

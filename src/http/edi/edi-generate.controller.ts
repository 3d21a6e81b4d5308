import { Controller, HttpCode, Inject, Param, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EdiGenerator, RequestGeneration } from '../../pipeline/generation/generation.types';
import { EDI_GENERATOR } from '../../pipeline/pipeline.tokens';
import { ApiEdiGenerate, ApiEdiGenerateValidate } from '../openapi/edi-generate.docs';
import { IgnoredParametersInterceptor } from '../query/ignored-parameters.interceptor';
import { QueryPipe } from '../query/query.pipe';
import { ServiceSettings } from '../settings/service-settings';
import { EdiExchanges, type JsonExchange } from './edi-exchange';
import { EdiGenerateQuery, EdiGenerateValidateQuery } from './edi-generate.query';
import { checkedAnswer, ediAnswer, issueAnswer } from './generated-answer';
import { toRuleChoice } from './rule-choice';

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
  @UseInterceptors(new IgnoredParametersInterceptor(EdiGenerateQuery))
  async generate(
    @Param('set') set: string,
    @Query(QueryPipe) query: EdiGenerateQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const exchange = this.exchanges.openJson(request, reply, query.fileName);
    const generation = this.open(set, query, exchange);
    const answer = query.failOnValidationErrors === true ? checkedAnswer : ediAnswer;
    await exchange.send(await answer(generation, exchange.onIssue));
  }

  @Post(':set/validate')
  @HttpCode(200)
  @ApiOperation({ operationId: 'validateGenerateRequest', summary: 'Validate a request to generate EDI' })
  @ApiEdiGenerateValidate()
  @UseInterceptors(new IgnoredParametersInterceptor(EdiGenerateValidateQuery))
  async validate(
    @Param('set') set: string,
    @Query(QueryPipe) query: EdiGenerateValidateQuery,
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

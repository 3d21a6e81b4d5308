import { Readable } from 'node:stream';
import { Controller, HttpCode, Inject, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PARSER } from '../../pipeline/pipeline.tokens';
import type { Parser } from '../../pipeline/parsing/parsing.types';
import { HoldsInput } from '../limits/holds-input';
import { ApiEdiParse } from '../openapi/edi-parse.docs';
import { IgnoredParametersInterceptor } from '../query/ignored-parameters.interceptor';
import { QueryPipe } from '../query/query.pipe';
import { ServiceSettings } from '../settings/service-settings';
import { EdiExchanges } from './edi-exchange';
import { EdiParseQuery } from './edi-parse.query';
import { toRuleChoice } from './rule-choice';

/** Parses EDI into one object, all of it in memory: for small bodies. */
@ApiTags('EDI')
@Controller('api/edi')
export class EdiParseController {
  constructor(
    @Inject(PARSER) private readonly parser: Parser,
    private readonly settings: ServiceSettings,
    private readonly exchanges: EdiExchanges,
  ) {}

  @Post('parse')
  @HttpCode(200)
  @ApiOperation({ operationId: 'parseEdi', summary: 'EDI to one JSON object, in memory', deprecated: true })
  @ApiEdiParse()
  @HoldsInput()
  @UseInterceptors(new IgnoredParametersInterceptor(EdiParseQuery))
  async parse(@Query(QueryPipe) query: EdiParseQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sources, options, answer } = this.exchanges.open(request, reply, undefined, this.settings.CLEARLOOP_MAX_PARSE_BYTES);
    const parsing = this.parser.parse(sources, {
      ...toRuleChoice(query, this.settings),
      ...options,
      descriptions: this.settings.EDI_DESCRIPTIONS,
      maxAnswerBytes: this.settings.CLEARLOOP_MAX_PARSE_ANSWER_BYTES,
      asSegments: query.asSegments ?? false,
      acknowledges: query.gen999 ?? false,
    });
    const open = async (): Promise<Readable> => Readable.from(await parsing.readJson(), { objectMode: false });
    await answer(parsing, { 'content-type': 'application/json; charset=utf-8' }, open);
  }
}

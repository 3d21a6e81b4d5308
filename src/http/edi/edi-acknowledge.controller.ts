import { Readable } from 'node:stream';
import { Controller, HttpCode, Inject, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACKNOWLEDGER } from '../../pipeline/pipeline.tokens';
import type { Acknowledger } from '../../pipeline/acknowledgment/acknowledgment.types';
import { ApiEdiAcknowledge } from '../openapi/edi-acknowledge.docs';
import { IgnoredParametersInterceptor } from '../query/ignored-parameters.interceptor';
import { QueryPipe } from '../query/query.pipe';
import { ServiceSettings } from '../settings/service-settings';
import { EdiAcknowledgeQuery } from './edi-acknowledge.query';
import { EdiExchanges } from './edi-exchange';
import { holdBeginning } from './hold-beginning';
import { pullFirst } from './pull-first';
import { toRuleChoice } from './rule-choice';

/** Acknowledges EDI, streamed in both directions. */
@ApiTags('EDI')
@Controller('api/edi')
export class EdiAcknowledgeController {
  constructor(
    @Inject(ACKNOWLEDGER) private readonly acknowledger: Acknowledger,
    private readonly settings: ServiceSettings,
    private readonly exchanges: EdiExchanges,
  ) {}

  @Post('ack')
  @HttpCode(200)
  @ApiOperation({ operationId: 'acknowledgeEdi', summary: 'Acknowledge EDI' })
  @ApiEdiAcknowledge()
  @UseInterceptors(new IgnoredParametersInterceptor(EdiAcknowledgeQuery))
  async acknowledge(@Query(QueryPipe) query: EdiAcknowledgeQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sources, options, answer } = this.exchanges.open(request, reply, query.ediFileName);
    const output = this.acknowledger.acknowledge(sources, { ...toRuleChoice(query, this.settings), ...options });
    await answer(output, { 'content-type': output.contentType }, async (work) => Readable.from(await pullFirst(holdBeginning(work)), { objectMode: false }));
  }
}

import { Readable } from 'node:stream';
import { Controller, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SCRUBBER } from '../../pipeline/pipeline.tokens';
import { readScrubKey } from '../../pipeline/scrubbing/scrub-key';
import type { Scrubber } from '../../pipeline/scrubbing/scrubbing.types';
import { ServiceSettings } from '../settings/service-settings';
import { holdBeginning, pullFirst } from './answer-stream';
import { EdiExchanges } from './edi-exchange';
import { ApiEdiScrub } from './edi.docs';
import { EdiScrubQuery } from './validate.query';

const EDI_TYPE = 'text/plain; charset=utf-8';

/** De-identifies EDI, streamed in both directions. */
@ApiTags('EDI')
@Controller('api/edi/scrub')
export class EdiScrubController {
  private readonly key: Buffer | undefined;

  /** Reads the key file: a wrong one ends the start of the service. */
  constructor(
    @Inject(SCRUBBER) private readonly scrubber: Scrubber,
    { CLEARLOOP_SCRUB_KEY_FILE: keyFile }: ServiceSettings,
    private readonly exchanges: EdiExchanges,
  ) {
    this.key = keyFile === undefined ? undefined : readScrubKey(keyFile);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ operationId: 'scrubEdi', summary: 'De-identify EDI' })
  @ApiEdiScrub()
  async scrub(@Query() query: EdiScrubQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sources, options, answer } = this.exchanges.open(request, reply, query.ediFileName);
    const { signal, maxSegmentBytes } = options;
    const scrubbing = this.scrubber.scrub(sources, {
      ...(this.key ? { key: this.key } : {}),
      ...(signal ? { signal } : {}),
      ...(maxSegmentBytes === undefined ? {} : { maxSegmentBytes }),
    });
    await answer(scrubbing, { 'content-type': EDI_TYPE }, async (work) => Readable.from(await pullFirst(holdBeginning(work)), { objectMode: false }));
  }
}

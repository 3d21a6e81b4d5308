import { Controller, HttpCode, Inject, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Converter } from '../../pipeline/conversion.types';
import { CONVERTER } from '../../pipeline/converter.token';
import { openEdiBody } from '../body/edi-body';
import { countIssue, RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { ApiEdiJson } from '../openapi/edi-json.docs';
import { IgnoredParametersInterceptor } from '../query/ignored-parameters.interceptor';
import { QueryPipe } from '../query/query.pipe';
import { ServiceSettings } from '../settings/service-settings';
import { abortOnClose } from './abort-on-close';
import { toConversionOptions } from './conversion-options';
import { openConversionStream } from './conversion-stream';
import { EdiJsonQuery } from './edi-json.query';

/** Converts EDI into JSON objects, streamed in both directions. */
@ApiTags('EDI')
@Controller('api/edi')
export class EdiJsonController {
  constructor(
    @Inject(CONVERTER) private readonly converter: Converter,
    private readonly settings: ServiceSettings,
    private readonly notes: RequestNotes,
    private readonly log: ServiceLog,
  ) {}

  @Post('json')
  @HttpCode(200)
  @ApiOperation({ summary: 'EDI to JSON or NDJSON' })
  @ApiEdiJson()
  @UseInterceptors(new IgnoredParametersInterceptor(EdiJsonQuery))
  async convert(@Query(QueryPipe) query: EdiJsonQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const note = this.notes.of(request);
    const body = openEdiBody(request.raw, this.settings.CLEARLOOP_MAX_BODY_BYTES, query.ediFileName);
    if (body.fileName !== undefined) note.fileName = body.fileName;
    const conversion = this.converter.convert(body.sources, {
      ...toConversionOptions(query, this.settings),
      signal: abortOnClose(reply.raw),
      onIssue: (issue) => countIssue(note, issue),
    });
    note.summary = conversion.summary;
    const stream = await openConversionStream(conversion);
    // The status is out by then, so a failure of the service can only cut the connection; it is told to the log.
    stream.once('error', (error) => reply.raw.destroyed || this.log.failure(error, request.id));
    await reply.code(200).header('content-type', conversion.contentType).send(stream);
  }
}

import { Controller, HttpCode, Inject, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConversionOptions, Converter } from '../../pipeline/conversion.types';
import { CONVERTER } from '../../pipeline/pipeline.tokens';
import { CLOCK } from '../about/about.controller';
import { UNNAMED_FILE } from '../body/default-file-name';
import { contentDisposition } from '../content-disposition';
import { ErrorsAsText } from '../errors/error-answer';
import { ApiEdiCsv } from '../openapi/edi-csv.docs';
import { IgnoredParametersInterceptor } from '../query/ignored-parameters.interceptor';
import { QueryPipe } from '../query/query.pipe';
import { ServiceSettings } from '../settings/service-settings';
import { prefersZip, tableContentType } from '../answer-form';
import { csvOptions } from './conversion-options';
import { openConversionStream } from './conversion-stream';
import { EdiCsvQuery } from './edi-csv.query';
import { type EdiExchange, EdiExchanges } from './edi-exchange';
import { nameWithoutExtension } from './name-without-extension';
import { openZipStream } from './zip-stream';

/** Converts EDI into CSV, streamed in both directions: one table, or all tables of a schema as an archive. */
@ApiTags('EDI')
@Controller('api/edi')
export class EdiCsvController {
  constructor(
    @Inject(CONVERTER) private readonly converter: Converter,
    @Inject(CLOCK) private readonly now: () => Date,
    private readonly settings: ServiceSettings,
    private readonly exchanges: EdiExchanges,
  ) {}

  @Post('csv')
  @HttpCode(200)
  @ErrorsAsText()
  @ApiOperation({ operationId: 'convertToCsv', summary: 'EDI to CSV' })
  @ApiEdiCsv()
  @UseInterceptors(new IgnoredParametersInterceptor(EdiCsvQuery))
  async convert(@Query(QueryPipe) query: EdiCsvQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const exchange = this.exchanges.open(request, reply, query.ediFileName);
    const options = { ...csvOptions(query, this.settings), ...exchange.options };
    await (prefersZip(request.raw) ? this.answerZip(exchange, options) : this.answerTable(exchange, options, tableContentType(request.raw)));
  }

  private async answerTable({ sources, answer }: EdiExchange, options: ConversionOptions, contentType: string): Promise<void> {
    await answer(this.converter.convert(sources, options), { 'content-type': contentType, vary: 'Accept' }, openConversionStream);
  }

  private async answerZip({ sources, fileName = UNNAMED_FILE, answer }: EdiExchange, options: ConversionOptions): Promise<void> {
    const base = nameWithoutExtension(fileName);
    const entries = { nameOf: (file: string) => `${base}${file}.csv`, modified: this.now() };
    const headers = { 'content-type': 'application/zip', 'content-disposition': contentDisposition(`${base}.zip`) };
    await answer(this.converter.convertToFiles(sources, options), headers, (conversion) => openZipStream(conversion, entries));
  }
}

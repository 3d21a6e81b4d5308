import { Readable } from 'node:stream';
import { Controller, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Acknowledger } from '../../pipeline/acknowledgment/acknowledgment.types';
import type { ConversionOptions } from '../../pipeline/conversion.types';
import type { Parser } from '../../pipeline/parsing/parsing.types';
import { ACKNOWLEDGER, PARSER } from '../../pipeline/pipeline.tokens';
import { UNNAMED_FILE } from '../body/multipart-sources';
import { ErrorsAsText } from '../errors/error-answer';
import { contentDisposition, prefersZip, prefersZipTo, tableContentType } from '../headers';
import { HoldsInput } from '../limits/conversion-slot.guard';
import { ServiceSettings } from '../settings/service-settings';
import { openConversionStream, holdBeginning, pullFirst } from './answer-stream';
import { csvOptions, fhirOptions, jsonOptions, parsingOptions, toRuleChoice, workbookOptions } from './conversion-options';
import { EdiJsonQuery, EdiCsvQuery, EdiFhirQuery, EdiParseQuery, EdiWorkbookQuery } from './convert.query';
import { PARQUET } from './binary-types';
import { EdiExchanges, type EdiExchange } from './edi-exchange';
import { ApiEdiJson, ApiEdiCsv, ApiEdiAcknowledge, ApiEdiFhir, ApiEdiParquet, ApiEdiParse, ApiEdiXlsx } from './edi.docs';
import { EdiAcknowledgeQuery } from './validate.query';
import { nameWithoutExtension, openZipStream } from './zip-stream';
import { RequestConverters } from './request-converters';

/** Converts, acknowledges and parses EDI; conversions and acknowledgments are streamed in both directions. */
@ApiTags('EDI')
@Controller('api/edi')
export class EdiController {
  constructor(
    private readonly converters: RequestConverters,
    @Inject(ACKNOWLEDGER) private readonly acknowledger: Acknowledger,
    @Inject(PARSER) private readonly parser: Parser,
    private readonly settings: ServiceSettings,
    private readonly exchanges: EdiExchanges,
  ) {}

  @Post('json')
  @HttpCode(200)
  @ApiOperation({ operationId: 'convertToJson', summary: 'EDI to JSON or NDJSON' })
  @ApiEdiJson()
  async convertToJson(@Query() query: EdiJsonQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const exchange = this.exchanges.open(request, reply, query.ediFileName);
    const conversion = this.converters.of(exchange).convert(exchange.sources, { ...jsonOptions(query, this.settings), ...exchange.options });
    await exchange.answer(conversion, { 'content-type': conversion.contentType }, openConversionStream);
  }

  @Post('fhir')
  @HttpCode(200)
  @ApiOperation({ operationId: 'convertToFhir', summary: 'EDI to FHIR R4 resources' })
  @ApiEdiFhir()
  async convertToFhir(@Query() query: EdiFhirQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const exchange = this.exchanges.open(request, reply, query.ediFileName);
    const conversion = this.converters.of(exchange).convert(exchange.sources, { ...fhirOptions(query, this.settings), ...exchange.options });
    await exchange.answer(conversion, { 'content-type': conversion.contentType }, openConversionStream);
  }

  /** Answers with one table, or with all tables of a schema as an archive. */
  @Post('csv')
  @HttpCode(200)
  @ErrorsAsText()
  @ApiOperation({ operationId: 'convertToCsv', summary: 'EDI to CSV' })
  @ApiEdiCsv()
  async convertToCsv(@Query() query: EdiCsvQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const exchange = this.exchanges.open(request, reply, query.ediFileName);
    const options = { ...csvOptions(query, this.settings), ...exchange.options };
    await (prefersZip(request.raw) ? this.answerZip(exchange, options, 'csv') : this.answerTable(exchange, options, tableContentType(request.raw)));
  }

  /** Answers with one table, or with all tables of a schema as an archive. */
  @Post('parquet')
  @HttpCode(200)
  @ApiOperation({ operationId: 'convertToParquet', summary: 'EDI to Parquet' })
  @ApiEdiParquet()
  async convertToParquet(@Query() query: EdiWorkbookQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const exchange = this.exchanges.open(request, reply, query.ediFileName);
    const options = { ...workbookOptions('parquet', query, this.settings), ...exchange.options };
    if (prefersZipTo(request.raw, PARQUET)) await this.answerZip(exchange, options, 'parquet');
    else await this.answerFile(exchange, options, 'parquet');
  }

  @Post('xlsx')
  @HttpCode(200)
  @ApiOperation({ operationId: 'convertToXlsx', summary: 'EDI to an Excel workbook' })
  @ApiEdiXlsx()
  async convertToXlsx(@Query() query: EdiWorkbookQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const exchange = this.exchanges.open(request, reply, query.ediFileName);
    await this.answerFile(exchange, { ...workbookOptions('xlsx', query, this.settings), ...exchange.options }, 'xlsx');
  }

  @Post('ack')
  @HttpCode(200)
  @ApiOperation({ operationId: 'acknowledgeEdi', summary: 'Acknowledge EDI' })
  @ApiEdiAcknowledge()
  async acknowledge(@Query() query: EdiAcknowledgeQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sources, options, answer } = this.exchanges.open(request, reply, query.ediFileName);
    const output = this.acknowledger.acknowledge(sources, { ...toRuleChoice(query, this.settings), ...options });
    await answer(output, { 'content-type': output.contentType }, async (work) => Readable.from(await pullFirst(holdBeginning(work)), { objectMode: false }));
  }

  /** Answers with one object, all of it in memory: for small bodies. */
  @Post('parse')
  @HttpCode(200)
  @ApiOperation({ operationId: 'parseEdi', summary: 'EDI to one JSON object, in memory', deprecated: true })
  @ApiEdiParse()
  @HoldsInput()
  async parse(@Query() query: EdiParseQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sources, options, answer } = this.exchanges.open(request, reply, undefined, this.settings.CLEARLOOP_MAX_PARSE_BYTES);
    const parsing = this.parser.parse(sources, { ...parsingOptions(query, this.settings), ...options });
    const open = async (): Promise<Readable> => Readable.from(await parsing.readJson(), { objectMode: false });
    await answer(parsing, { 'content-type': 'application/json; charset=utf-8' }, open);
  }

  private async answerTable(exchange: EdiExchange, options: ConversionOptions, contentType: string): Promise<void> {
    await exchange.answer(
      this.converters.of(exchange).convert(exchange.sources, options),
      { 'content-type': contentType, vary: 'Accept' },
      openConversionStream,
    );
  }

  /** Answers with one binary file, named after the input. */
  private async answerFile(exchange: EdiExchange, options: ConversionOptions, extension: string): Promise<void> {
    const { sources, fileName = UNNAMED_FILE, answer } = exchange;
    const conversion = this.converters.of(exchange).convert(sources, options);
    const disposition = contentDisposition(`${nameWithoutExtension(fileName)}.${extension}`);
    await answer(conversion, { 'content-type': conversion.contentType, 'content-disposition': disposition, vary: 'Accept' }, openConversionStream);
  }

  private async answerZip(exchange: EdiExchange, options: ConversionOptions, extension: 'csv' | 'parquet'): Promise<void> {
    const { sources, fileName = UNNAMED_FILE, openedAt, answer } = exchange;
    const base = nameWithoutExtension(fileName);
    const entries = { nameOf: (file: string) => `${base}${file}.${extension}`, modified: openedAt };
    const headers = { 'content-type': 'application/zip', 'content-disposition': contentDisposition(`${base}.zip`) };
    await answer(this.converters.of(exchange).convertToFiles(sources, options), headers, (conversion) => openZipStream(conversion, entries));
  }
}

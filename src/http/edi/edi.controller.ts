import { Readable } from 'node:stream';
import { Controller, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Acknowledger } from '../../pipeline/acknowledgment/acknowledgment.types';
import type { ConversionOptions, ValidationOptions } from '../../pipeline/conversion.types';
import type { Parser } from '../../pipeline/parsing/parsing.types';
import { ACKNOWLEDGER, PARSER, SCRUBBER } from '../../pipeline/pipeline.tokens';
import { readScrubKey } from '../../pipeline/scrubbing/scrub-key';
import type { Scrubber } from '../../pipeline/scrubbing/scrubbing.types';
import { UNNAMED_FILE } from '../body/edi-body';
import { ErrorsAsText } from '../errors/errors';
import { contentDisposition, prefersZip, prefersZipTo, tableContentType } from '../headers';
import { HoldsInput } from '../limits/conversion-slots';
import { ServiceSettings } from '../settings/service-settings';
import { holdBeginning, nameWithoutExtension, openConversionStream, openZipStream, pullFirst } from './answer-stream';
import { csvOptions, fhirOptions, jsonOptions, parsingOptions, RequestConverters, toRuleChoice, workbookOptions } from './conversion-options';
import { EdiCsvQuery, EdiFhirQuery, EdiJsonQuery, EdiParseQuery, EdiWorkbookQuery } from './edi.query';
import { type EdiExchange, EdiExchanges } from './edi-exchange';
import {
  ApiEdiAcknowledge,
  ApiEdiCsv,
  ApiEdiFhir,
  ApiEdiJson,
  ApiEdiParquet,
  ApiEdiParse,
  ApiEdiScrub,
  ApiEdiValidate,
  ApiEdiValidateText,
  ApiEdiXlsx,
  PARQUET,
} from './edi.docs';
import { EdiAcknowledgeQuery, EdiScrubQuery, EdiValidateQuery, EdiValidateTextQuery } from './edi.query';

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

import { Controller, type DynamicModule, HttpCode, Inject, Module, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import type { ConversionOptions, Converter, FormatInfo } from '../../pipeline/conversion.types';
import type { EdiGenerator } from '../../pipeline/generation/generation.types';
import { CONVERTER, EDI_GENERATOR } from '../../pipeline/pipeline.tokens';
import { LimitsModule } from '../limits/limits.module';
import { LoggingModule } from '../logging/logging.module';
import { ServiceSettings } from '../settings/service-settings';
import { openConversionStream } from './answer-stream';
import { RequestConverters, toRuleChoice } from './conversion-options';
import { EdiFormatParseQuery } from './edi.query';
import { EdiExchanges } from './edi-exchange';
import { checkedAnswer, ediAnswer, EdiGenerateController } from './edi-generate.controller';
import { EdiController, EdiScrubController, EdiValidateController } from './edi.controller';
import { ApiFormatGenerate, ApiFormatParse, ApiFormatValidate } from './edi.docs';
import { EdiGenerateQuery, EdiValidateQuery } from './edi.query';

/** Operations on formats that are not X12, under the name of each format that a plugin brings. */
@ApiTags('Formats')
@Controller('api/:format')
export class EdiFormatController {
  constructor(
    @Inject(CONVERTER) private readonly converter: Converter,
    @Inject(EDI_GENERATOR) private readonly generator: EdiGenerator,
    private readonly settings: ServiceSettings,
    private readonly exchanges: EdiExchanges,
    private readonly converters: RequestConverters,
  ) {}

  @Post('parse')
  @HttpCode(200)
  @ApiOperation({ summary: 'Text of the format to JSON or NDJSON' })
  @ApiFormatParse()
  async parse(@Param('format') id: string, @Query() query: EdiFormatParseQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const format = this.formatOf(id);
    const exchange = this.exchanges.open(request, reply, query.fileName);
    const conversion = this.converters.of(exchange).convert(exchange.sources, { ...this.parseOptions(format, query), ...exchange.options });
    await exchange.answer(conversion, { 'content-type': conversion.contentType }, openConversionStream);
  }

  @Post('validate')
  @HttpCode(200)
  @ApiOperation({ summary: 'Validate text of the format' })
  @ApiFormatValidate()
  async validate(@Param('format') id: string, @Query() query: EdiValidateQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const format = this.formatOf(id).id;
    const exchange = this.exchanges.open(request, reply, query.fileName);
    const output = (query.ndjson ?? this.settings.EDI_NDJSON) ? 'ndjson' : 'json';
    const size = query.chunkSize === undefined ? {} : { chunkSize: query.chunkSize };
    const options = { ...toRuleChoice(query, this.settings), format, output, ...size, ...exchange.options };
    const validation = this.converters.of(exchange).validate(exchange.sources, options);
    await exchange.answer(validation, { 'content-type': validation.contentType }, openConversionStream);
  }

  @Post('generate')
  @HttpCode(200)
  @ApiOperation({ summary: 'Text of the format from JSON' })
  @ApiFormatGenerate()
  async generate(@Param('format') id: string, @Query() query: EdiGenerateQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const format = this.formatOf(id).id;
    const exchange = this.exchanges.openJson(request, reply, query.fileName);
    const fileName = query.fileName === undefined ? {} : { fileName: query.fileName };
    const generation = this.generator.generate(format, exchange.body, { ...toRuleChoice(query, this.settings), ...fileName, ...exchange.options });
    exchange.watch(generation.summary);
    const answer = query.failOnValidationErrors === true ? checkedAnswer : ediAnswer;
    await exchange.send(await answer(generation, exchange.onIssue));
  }

  private parseOptions({ id, recordsKey }: FormatInfo, query: EdiFormatParseQuery): ConversionOptions {
    return {
      format: id,
      ...(query.ndjson === true ? { output: 'ndjson' } : { output: 'json', outputParameters: { recordsKey } }),
      ...toRuleChoice(query, this.settings),
      validate: query.validate ?? false,
      descriptions: query.descriptions ?? this.settings.EDI_DESCRIPTIONS,
      convertControlSegments: query.batch ?? false,
      ...(query.chunkSize === undefined ? {} : { chunkSize: query.chunkSize }),
    };
  }

  private formatOf(id: string): FormatInfo {
    const format = this.converter.formatList?.().find((one) => one.id === id);
    if (format !== undefined) return format;
    throw new EdiError('EDI_NOT_FOUND', 'There is no such operation. /api/docs lists the paths and methods.');
  }
}

/** The operations on EDI: converting, validating, acknowledging, generating, scrubbing. */
@Module({
  imports: [LoggingModule, LimitsModule],
  controllers: [EdiController, EdiValidateController, EdiGenerateController, EdiFormatController, EdiScrubController],
  providers: [EdiExchanges, RequestConverters],
})
export class EdiModule {
  /** `engine` exports the providers `CONVERTER`, `EDI_GENERATOR`, `ACKNOWLEDGER`, `PARSER` and `SCRUBBER`; so does this module. */
  static forRoot(engine: DynamicModule): DynamicModule {
    return { module: EdiModule, imports: [engine], exports: [engine] };
  }
}

import { Readable } from 'node:stream';
import { Controller, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SpoolFile } from '../../io/spool-file';
import type { EdiGenerator, GeneratedIssue, RequestGeneration } from '../../pipeline/generation/generation.types';
import { EDI_GENERATOR } from '../../pipeline/pipeline.tokens';
import { ServiceSettings } from '../settings/service-settings';
import { holdBeginning, pullFirst } from './answer-stream';
import { toRuleChoice } from './conversion-options';
import { EdiExchanges, type JsonExchange, type StreamedAnswer } from './edi-exchange';
import { ApiEdiGenerate, ApiEdiGenerateValidate } from './edi.docs';
import { EdiGenerateQuery, EdiGenerateValidateQuery } from './edi.query';

/** Called with each issue, to count it. */
type IssueCounter = (issue: GeneratedIssue) => void;

const EDI = { 'content-type': 'text/plain; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const FOUND_SOMETHING = 417;

/** Answers with EDI while it is generated. An issue that is found too late for a status cuts the connection. */
export async function ediAnswer(generation: RequestGeneration, count: IssueCounter): Promise<StreamedAnswer> {
  return { status: 200, headers: EDI, stream: toStream(await pullFirst(holdBeginning(ediOf(generation, count)))) };
}

async function* ediOf(generation: RequestGeneration, count: IssueCounter): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of generation) {
    if (piece.kind === 'edi') yield piece.bytes;
    else count(piece.issue);
  }
}

/** Answers with the issues as a JSON array, as they are found. */
export async function issueAnswer(generation: RequestGeneration, count: IssueCounter): Promise<StreamedAnswer> {
  return { status: 200, headers: JSON_TYPE, stream: toStream(await pullFirst(arrayOf(issuesOf(generation, count)))) };
}

async function* issuesOf(generation: RequestGeneration, count: IssueCounter): AsyncGenerator<string, void, undefined> {
  for await (const piece of generation) {
    if (piece.kind === 'edi') continue;
    count(piece.issue);
    yield JSON.stringify(piece.issue);
  }
}

async function* arrayOf(items: AsyncIterable<string>): AsyncGenerator<Buffer, void, undefined> {
  let isFirst = true;
  for await (const item of items) {
    yield Buffer.from(`${isFirst ? '[' : ',\n'}${item}`);
    isFirst = false;
  }
  yield Buffer.from(isFirst ? '[]' : ']');
}

/**
 * Answers with EDI when it has no issues, otherwise 417 with the issues. Both wait on disk until the last record was checked, so that no request is too large.
 */
export async function checkedAnswer(generation: RequestGeneration, count: IssueCounter): Promise<StreamedAnswer> {
  const [edi, issues] = [await SpoolFile.open(), await SpoolFile.open()];
  try {
    let found = 0;
    for await (const piece of generation) {
      if (piece.kind === 'issue') {
        count(piece.issue);
        await issues.append(Buffer.from(`${found++ === 0 ? '[' : ',\n'}${JSON.stringify(piece.issue)}`));
      } else if (found === 0) await edi.append(piece.bytes);
    }
    if (found > 0) await issues.append(Buffer.from(']'));
    const answer = found > 0 ? { status: FOUND_SOMETHING, headers: JSON_TYPE, file: issues } : { status: 200, headers: EDI, file: edi };
    await (found > 0 ? edi : issues).close();
    return { status: answer.status, headers: answer.headers, stream: toStream(contentOf(answer.file)) };
  } catch (error) {
    await Promise.all([edi.close(), issues.close()]);
    throw error;
  }
}

async function* contentOf(file: SpoolFile): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const bytes of file.bytes()) yield bytes;
  } finally {
    await file.close();
  }
}

function toStream(chunks: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(chunks, { objectMode: false });
}

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

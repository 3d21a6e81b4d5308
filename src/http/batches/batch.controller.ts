import { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  type MessageEvent,
  type OnModuleDestroy,
  Param,
  Post,
  Query,
  Res,
  Sse,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { reportText } from '../../batch/batch-report';
import type { ReportFormat } from '../../batch/batch.types';
import { RequiresApiKey } from '../auth/api-key.guard';
import { jsonBodyOf } from '../body/request-bytes';
import { abortOnClose } from '../limits/client-signal';
import {
  ApiBatch,
  ApiBatchCancel,
  ApiBatchEvents,
  ApiBatchFiles,
  ApiBatchList,
  ApiBatchReport,
  ApiBatchRetry,
  ApiBatchSubmit,
  type BatchAnswer,
  type BatchDetailAnswer,
  type BatchFilesAnswer,
  type BatchListAnswer,
  type BatchRetryAnswer,
  toBatchAnswer,
  toFileAnswer,
} from './batch.docs';
import { batchEvents, EventStreamGuard, EventStreams } from './batch-progress';
import { BatchFilesQuery, BatchListQuery, BatchReportQuery, NewBatchBody } from './batch-request';
import { Batches } from './batches';

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  text: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

/** Batches: many files, which workers convert. They are limited to what CLEARLOOP_BATCH_ROOTS allows. */
@ApiTags('Batches')
@Controller('api/batches')
@RequiresApiKey()
export class BatchController implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly batches: Batches,
    private readonly streams: EventStreams,
  ) {}

  /** Streams of events would keep the service from ending. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  @Post()
  @HttpCode(202)
  @UseInterceptors(jsonBodyOf(NewBatchBody))
  @ApiOperation({ operationId: 'submitBatch', summary: 'Leave files to the workers' })
  @ApiBatchSubmit()
  async submit(@Body() body: NewBatchBody, @Res({ passthrough: true }) reply: FastifyReply): Promise<BatchAnswer> {
    const batch = await this.batches.submit(body);
    void reply.header('location', `/api/batches/${batch.id}`);
    return toBatchAnswer(batch);
  }

  @Get()
  @ApiOperation({ operationId: 'listBatches', summary: 'Batches, the newest first' })
  @ApiBatchList()
  async list(@Query() { state, before, limit }: BatchListQuery, @Res({ passthrough: true }) { raw }: FastifyReply): Promise<BatchListAnswer> {
    const { batches, isLast } = await this.batches.list({ limit, state, beforeId: before }, abortOnClose(raw));
    const last = isLast ? undefined : batches.at(-1);
    return { batches: batches.map(toBatchAnswer), ...(last === undefined ? {} : { next: last.id }) };
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getBatch', summary: 'One batch with its figures' })
  @ApiBatch()
  async detail(@Param('id') id: string): Promise<BatchDetailAnswer> {
    const batch = await this.batches.find(id);
    const { figures } = await this.batches.ledger();
    return { ...toBatchAnswer(batch), files: await figures.stateCounts(id), totals: await figures.sums(id), ...batch.listing };
  }

  @Sse(':id/events')
  @UseGuards(EventStreamGuard)
  @ApiOperation({ operationId: 'watchBatch', summary: 'The progress of a batch, as server-sent events' })
  @ApiBatchEvents()
  async events(@Param('id') id: string): Promise<Observable<MessageEvent>> {
    const ledger = await this.batches.ledger();
    return batchEvents(id, ledger, this.stopping.signal).pipe(this.streams.counted());
  }

  @Get(':id/files')
  @ApiOperation({ operationId: 'listBatchFiles', summary: 'What became of the files of a batch' })
  @ApiBatchFiles()
  async files(@Param('id') id: string, @Query() { state, after, limit }: BatchFilesQuery): Promise<BatchFilesAnswer> {
    await this.batches.find(id);
    const rows = await (await this.batches.ledger()).files.page(id, { after, limit: limit + 1, ...(state === undefined ? {} : { states: [state] }) });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { files: page.map(toFileAnswer), ...(last === undefined ? {} : { next: last.id }) };
  }

  @Get(':id/report')
  @ApiOperation({ operationId: 'reportBatch', summary: 'The report of a batch, as text, JSON or CSV' })
  @ApiBatchReport()
  async report(@Param('id') id: string, @Query() { format }: BatchReportQuery, @Res() reply: FastifyReply): Promise<void> {
    const batch = await this.batches.find(id);
    const report = reportText(await this.batches.ledger(), batch, format);
    await reply.header('content-type', CONTENT_TYPES[format]).send(Readable.from(report, { objectMode: false }));
  }

  @Delete(':id')
  @ApiOperation({ operationId: 'cancelBatch', summary: 'Publish nothing more of a batch' })
  @ApiBatchCancel()
  async cancel(@Param('id') id: string): Promise<BatchAnswer> {
    await this.batches.cancel(id);
    return toBatchAnswer(await this.batches.find(id));
  }

  @Post(':id/retry')
  @HttpCode(202)
  @ApiOperation({ operationId: 'retryBatch', summary: 'Convert failed, quarantined and cancelled files again' })
  @ApiBatchRetry()
  async retry(@Param('id') id: string): Promise<BatchRetryAnswer> {
    return { waiting: await this.batches.retry(id) };
  }
}

import { Controller, Get, Res, Module } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BatchStatusReader } from '../batches/batch-progress';
import { BatchesModule } from '../batches/batches.module';
import { ConversionSlots } from '../limits/conversion-slots';
import { LimitsModule } from '../limits/limits.module';

const RETRY_SECONDS = '1';

/** Health of what a part of the service needs. */
type PartHealth = 'ok' | 'unavailable';

/** Answer of the health check. */
interface Health {
  readonly status: 'ok' | 'stopping';
  /** With CLEARLOOP_BATCH_ROOTS. */
  readonly batches?: { readonly ledger: PartHealth; readonly queue: PartHealth };
}

const PART = { type: 'string', enum: ['ok', 'unavailable'] } as const;

const BATCHES = {
  type: 'object',
  description: 'With CLEARLOOP_BATCH_ROOTS: what batches need. The service converts bodies without it.',
  required: ['ledger', 'queue'],
  properties: { ledger: PART, queue: PART },
} as const;

const schemaOf = (status: string, more: object = {}): object => ({
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', enum: [status] }, ...more },
});

const healthOf = (answers: boolean): PartHealth => (answers ? 'ok' : 'unavailable');

/** Answers probes of load balancers and containers: ready while the service takes work. It needs no slot. */
@ApiTags('Service')
@Controller()
export class HealthController {
  constructor(
    private readonly slots: ConversionSlots,
    private readonly batches: BatchStatusReader,
  ) {}

  @Get('health')
  @ApiOperation({ operationId: 'getHealth', summary: 'Whether the service takes work' })
  @ApiOkResponse({ schema: schemaOf('ok', { batches: BATCHES }) })
  @ApiServiceUnavailableResponse({ description: 'The service is being stopped.', schema: schemaOf('stopping') })
  async health(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    if (this.slots.isStopping) {
      void reply.code(503).headers({ 'retry-after': RETRY_SECONDS, connection: 'close' });
      return { status: 'stopping' };
    }
    const batches = await this.batches.health();
    if (batches === undefined) return { status: 'ok' };
    return { status: 'ok', batches: { ledger: healthOf(batches.ledger), queue: healthOf(batches.queue) } };
  }
}

/** The health check: whether the service takes work. */
@Module({ imports: [LimitsModule, BatchesModule], controllers: [HealthController] })
export class HealthModule {}

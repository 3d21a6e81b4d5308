import { Controller, Get, Res, Module } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ConversionSlots } from '../limits/conversion-slots';
import { LimitsModule } from '../limits/limits.module';

const RETRY_SECONDS = '1';

const schemaOf = (status: string): object => ({ type: 'object', required: ['status'], properties: { status: { type: 'string', enum: [status] } } });

/** Answers probes of load balancers and containers: ready while the service takes work. It needs no slot. */
@ApiTags('Service')
@Controller()
export class HealthController {
  constructor(private readonly slots: ConversionSlots) {}

  @Get('health')
  @ApiOperation({ operationId: 'getHealth', summary: 'Whether the service takes work' })
  @ApiOkResponse({ schema: schemaOf('ok') })
  @ApiServiceUnavailableResponse({ description: 'The service is being stopped.', schema: schemaOf('stopping') })
  health(@Res({ passthrough: true }) reply: FastifyReply): { readonly status: 'ok' | 'stopping' } {
    if (!this.slots.isStopping) return { status: 'ok' };
    void reply.code(503).headers({ 'retry-after': RETRY_SECONDS, connection: 'close' });
    return { status: 'stopping' };
  }
}

/** The health check: whether the service takes work. */
@Module({ imports: [LimitsModule], controllers: [HealthController] })
export class HealthModule {}

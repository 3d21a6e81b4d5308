import { Controller, Get, Header, type DynamicModule, Module } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { RequiresApiKey } from '../auth/api-key.guard';
import { BatchesModule } from '../batches/batches.module';
import { LimitsModule } from '../limits/limits.module';
import type { ServiceSettings } from '../settings/service-settings';
import { ServiceMetrics } from './service-metrics';

/** What Prometheus calls its text format. */
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Returns metrics. They reveal the volume of business, so they need a key if there are keys, unless CLEARLOOP_METRICS is `open`. */
@ApiTags('Service')
@Controller()
export class MetricsController {
  constructor(private readonly metrics: ServiceMetrics) {}

  @Get('metrics')
  @RequiresApiKey()
  @Header('content-type', TEXT_FORMAT)
  @ApiOperation({ operationId: 'getMetrics', summary: 'Metrics of the service, for Prometheus' })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  async text(): Promise<string> {
    return this.metrics.text();
  }
}

/** Prometheus metrics, and the operation that returns them. */
@Module({ imports: [LimitsModule, BatchesModule], providers: [ServiceMetrics], exports: [ServiceMetrics] })
export class MetricsModule {
  /** With CLEARLOOP_METRICS `off` there is no such operation. */
  static forRoot({ CLEARLOOP_METRICS: access }: ServiceSettings): DynamicModule {
    return { module: MetricsModule, controllers: access === 'off' ? [] : [MetricsController] };
  }
}

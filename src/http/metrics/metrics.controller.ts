import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { RequiresApiKey } from '../auth/api-key.guard';
import { ServiceMetrics } from './service-metrics';

/** What Prometheus calls its text format. */
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Gives metrics. They tell how much business there is, so where there are keys one is needed, unless CLEARLOOP_METRICS is `open`. */
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

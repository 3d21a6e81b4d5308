import { type DynamicModule, Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import type { ServiceSettings } from '../settings/service-settings';
import { MetricsController } from './metrics.controller';
import { ServiceMetrics } from './service-metrics';

/** What is counted for Prometheus, and the operation that returns it. */
@Module({ imports: [LimitsModule], providers: [ServiceMetrics], exports: [ServiceMetrics] })
export class MetricsModule {
  /** With CLEARLOOP_METRICS `off` there is no such operation. */
  static forRoot({ CLEARLOOP_METRICS: access }: ServiceSettings): DynamicModule {
    return { module: MetricsModule, controllers: access === 'off' ? [] : [MetricsController] };
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AboutModule } from './about/about.module';
import { ApiKeyGuard } from './auth/api-key.guard';
import { AuthModule } from './auth/auth.module';
import { BatchesModule } from './batches/batches.module';
import { EdiModule } from './edi/edi.module';
import { ErrorFilter, PathMethods } from './errors/errors';
import { HealthModule } from './health/health.module';
import { ConversionSlotGuard } from './limits/conversion-slots';
import { LimitsModule } from './limits/limits.module';
import { LoggingModule } from './logging/logging.module';
import { AuditLog, REQUEST_LISTENERS, type RequestListener, RequestLog, RequestWatch } from './logging/request-log';
import { MetricsModule } from './metrics/metrics.module';
import { ServiceMetrics } from './metrics/metrics.module';
import type { ServiceSettings } from './settings/service-settings';
import { SettingsModule } from './settings/settings.module';
import { ViewModule } from './view/view.module';
import { IgnoredParametersInterceptor } from './validation/ignored-parameters.interceptor';
import { createValidationPipe } from './validation/validation.pipe';

/** The features of the service, and what surrounds every request. */
@Module({
  imports: [LoggingModule, LimitsModule, AuthModule, AboutModule, HealthModule, BatchesModule],
  providers: [
    // Guards run in this order: a request that is not admitted takes no slot.
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_GUARD, useClass: ConversionSlotGuard },
    { provide: APP_INTERCEPTOR, useClass: IgnoredParametersInterceptor },
    { provide: APP_PIPE, useFactory: createValidationPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
    PathMethods,
    RequestWatch,
    { provide: REQUEST_LISTENERS, inject: [RequestLog, ServiceMetrics, AuditLog], useFactory: (...listeners: RequestListener[]) => listeners },
  ],
})
export class HttpModule {
  /** `engine` exports `CONVERTER` and the like (see `EdiModule`); without `codes` there is no code look-up. */
  static forRoot(settings: ServiceSettings, engine: DynamicModule, codes?: DynamicModule): DynamicModule {
    const viewer = settings.CLEARLOOP_VIEWER ? [ViewModule.forRoot(settings, engine, codes)] : [];
    const features = [MetricsModule.forRoot(settings), EdiModule.forRoot(engine), ...(codes ? [codes] : []), ...viewer];
    return { module: HttpModule, imports: [SettingsModule.forRoot(settings), ...features] };
  }
}

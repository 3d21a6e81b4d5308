import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AboutController, BUILD_INFO, CLOCK, LICENSE } from './about/about.controller';
import { readBuildInfo } from './about/build-info';
import { OPEN_LICENSE, readLicense } from './about/license';
import { AuditLog } from './audit/audit-log';
import { authProviders } from './auth/auth.providers';
import { CodeController } from './codes/code.controller';
import { EdiAcknowledgeController } from './edi/edi-acknowledge.controller';
import { EdiCsvController } from './edi/edi-csv.controller';
import { EdiExchanges } from './edi/edi-exchange';
import { EdiFormatController } from './edi/edi-format.controller';
import { EdiGenerateController } from './edi/edi-generate.controller';
import { EdiJsonController } from './edi/edi-json.controller';
import { EdiParseController } from './edi/edi-parse.controller';
import { EdiValidateController } from './edi/edi-validate.controller';
import { ErrorFilter } from './errors/error.filter';
import { PathMethods } from './errors/path-methods';
import { HealthController } from './health.controller';
import { ConversionSlots } from './limits/conversion-slots';
import { limitProviders } from './limits/limit.providers';
import { RequestLog } from './logging/request-log';
import { RequestNotes } from './logging/request-notes';
import { MONOTONIC_CLOCK, REQUEST_LISTENERS, type RequestListener, RequestWatch } from './logging/request-watch';
import { ServiceLog } from './logging/service-log';
import { MetricsController } from './metrics/metrics.controller';
import { ServiceMetrics } from './metrics/service-metrics';
import { RootController } from './root.controller';
import { ServiceSettings } from './settings/service-settings';

/** The operations of the service, and what stands around every request. */
@Module({})
export class HttpModule {
  /** `converterModule` exports the provider `CONVERTER`, `codesModule` those of `CodesModule`; without it there is no code look-up. */
  static forRoot(settings: ServiceSettings, converterModule: DynamicModule, codesModule?: DynamicModule): DynamicModule {
    return {
      module: HttpModule,
      imports: [converterModule, ...(codesModule ? [codesModule] : [])],
      controllers: [
        AboutController,
        RootController,
        HealthController,
        ...(settings.CLEARLOOP_METRICS === 'off' ? [] : [MetricsController]),
        EdiJsonController,
        EdiCsvController,
        EdiValidateController,
        EdiGenerateController,
        EdiAcknowledgeController,
        EdiParseController,
        ...(codesModule ? [CodeController] : []),
        EdiFormatController,
      ],
      providers: [
        RequestNotes,
        RequestLog,
        RequestWatch,
        ServiceMetrics,
        {
          provide: REQUEST_LISTENERS,
          inject: [RequestLog, ServiceMetrics, AuditLog],
          useFactory: (...listeners: RequestListener[]) => listeners,
        },
        EdiExchanges,
        // The guards run in this order: a request that is not let in takes no slot.
        ...authProviders(settings),
        ...limitProviders(settings),
        {
          provide: AuditLog,
          inject: [CLOCK, ServiceLog],
          useFactory: (now: () => Date, log: ServiceLog) => new AuditLog(settings.CLEARLOOP_AUDIT_LOG, now, log),
        },
        PathMethods,
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: ServiceSettings, useValue: settings },
        { provide: ServiceLog, useFactory: () => new ServiceLog(settings.CLEARLOOP_LOG_LEVEL) },
        { provide: BUILD_INFO, useFactory: readBuildInfo },
        { provide: LICENSE, useFactory: () => licenseOf(settings) },
        { provide: CLOCK, useValue: () => new Date() },
        { provide: MONOTONIC_CLOCK, useValue: () => performance.now() },
      ],
      exports: [RequestWatch, ServiceLog, BUILD_INFO, ConversionSlots],
    };
  }
}

function licenseOf({ EDI_LICENSE_FILE: file, CLEARLOOP_LICENSE_PUBLIC_KEY: key }: ServiceSettings): ReturnType<typeof readLicense> {
  return file === undefined ? OPEN_LICENSE : readLicense(file, key);
}

import { Module } from '@nestjs/common';
import { CLOCK, MONOTONIC_CLOCK } from '../clocks';
import { ServiceSettings } from '../settings/service-settings';
import { AuditLog, RequestLog } from './request-log';
import { RequestNotes } from './request-notes';
import { ServiceLog } from './service-log';

/** The log of the service, its request logging, and its clocks. */
@Module({
  providers: [
    { provide: CLOCK, useValue: () => new Date() },
    { provide: MONOTONIC_CLOCK, useValue: () => performance.now() },
    { provide: ServiceLog, inject: [ServiceSettings], useFactory: (settings: ServiceSettings) => new ServiceLog(settings.CLEARLOOP_LOG_LEVEL) },
    RequestNotes,
    RequestLog,
    AuditLog,
  ],
  exports: [CLOCK, MONOTONIC_CLOCK, ServiceLog, RequestNotes, RequestLog, AuditLog],
})
export class LoggingModule {}

import { Module } from '@nestjs/common';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { LoggingModule } from '../logging/logging.module';
import { RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { ServiceSettings } from '../settings/service-settings';
import { ClientWatch } from './client-watch';
import { ConversionSlots } from './conversion-slots';
import { LargeRecords } from './overload';

/** Limits of all requests together. */
@Module({
  imports: [LoggingModule],
  providers: [
    { provide: ConversionSlots, inject: [ServiceSettings, MONOTONIC_CLOCK], useFactory: slotsOf },
    { provide: ClientWatch, inject: [ServiceSettings, RequestNotes, ServiceLog], useFactory: watchOf },
    LargeRecords,
  ],
  exports: [ConversionSlots, ClientWatch, LargeRecords],
})
export class LimitsModule {}

function slotsOf(settings: ServiceSettings, clock: MonotonicClock): ConversionSlots {
  const { CLEARLOOP_MAX_CONVERSIONS: running, CLEARLOOP_MAX_PARSES: holding, CLEARLOOP_MAX_WAITING: waiting, CLEARLOOP_WAIT_SECONDS: seconds } = settings;
  return new ConversionSlots({ running, holding, waiting, waitMilliseconds: seconds * 1000 }, clock);
}

function watchOf(settings: ServiceSettings, notes: RequestNotes, log: ServiceLog): ClientWatch {
  const { CLEARLOOP_CLIENT_SECONDS: seconds, CLEARLOOP_CLIENT_BYTES_PER_SECOND: bytesPerSecond } = settings;
  return new ClientWatch({ seconds, bytesPerSecond }, notes, log);
}

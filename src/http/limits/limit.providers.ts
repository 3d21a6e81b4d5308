import type { Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RequestNotes } from '../logging/request-notes';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../logging/request-watch';
import { ServiceLog } from '../logging/service-log';
import type { ServiceSettings } from '../settings/service-settings';
import { ClientWatch } from './client-watch';
import { ConversionSlotGuard } from './conversion-slot.guard';
import { ConversionSlots } from './conversion-slots';
import { LargeRecords } from './large-records';

/** Gives what keeps requests, all together, within bounds. */
export function limitProviders(settings: ServiceSettings): Provider[] {
  const { CLEARLOOP_MAX_CONVERSIONS: running, CLEARLOOP_MAX_PARSES: holding, CLEARLOOP_MAX_WAITING: waiting, CLEARLOOP_WAIT_SECONDS: waitSeconds } = settings;
  const { CLEARLOOP_CLIENT_SECONDS: seconds, CLEARLOOP_CLIENT_BYTES_PER_SECOND: bytesPerSecond } = settings;
  return [
    {
      provide: ConversionSlots,
      inject: [MONOTONIC_CLOCK],
      useFactory: (clock: MonotonicClock) => new ConversionSlots({ running, holding, waiting, waitMilliseconds: waitSeconds * 1000 }, clock),
    },
    {
      provide: ClientWatch,
      inject: [RequestNotes, ServiceLog],
      useFactory: (notes: RequestNotes, log: ServiceLog) => new ClientWatch({ seconds, bytesPerSecond }, notes, log),
    },
    LargeRecords,
    { provide: APP_GUARD, useClass: ConversionSlotGuard },
  ];
}

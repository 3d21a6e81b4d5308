import type { Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerStorage, ThrottlerStorageService } from '@nestjs/throttler';
import { CLOCK } from '../about/about.controller';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../logging/request-watch';
import { RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import type { ServiceSettings } from '../settings/service-settings';
import { Admission } from './admission';
import { ApiKeyGuard } from './api-key.guard';
import { KeyStore } from './key-store';
import { RateLimit } from './rate-limit';

/** Gives what guards the operations. Making `Admission` reads the file of keys and throws EDI_SOURCE_UNREADABLE. */
export function authProviders({ CLEARLOOP_API_KEYS_FILE: file, CLEARLOOP_RATE_LIMIT: perMinute }: ServiceSettings): Provider[] {
  return [
    { provide: ThrottlerStorage, useClass: ThrottlerStorageService },
    {
      provide: Admission,
      inject: [ServiceLog, RequestNotes, CLOCK, MONOTONIC_CLOCK, ThrottlerStorage],
      useFactory: (log: ServiceLog, notes: RequestNotes, now: () => Date, monotonic: MonotonicClock, storage: ThrottlerStorage) =>
        new Admission(file === undefined ? undefined : new KeyStore(file, { now, monotonic }, log), new RateLimit(storage, perMinute), notes),
    },
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ];
}

import { Module } from '@nestjs/common';
import { ThrottlerStorage, ThrottlerStorageService } from '@nestjs/throttler';
import { CLOCK, MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { LoggingModule } from '../logging/logging.module';
import { RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { ServiceSettings } from '../settings/service-settings';
import { Admission, RateLimit } from './api-key.guard';
import { type KeyClocks, KeyStore } from './key-file';

const KEYS = Symbol('keys');

/** API keys and rate limits. The start fails with EDI_SOURCE_UNREADABLE where the file of keys cannot be read. */
@Module({
  imports: [LoggingModule],
  providers: [
    { provide: ThrottlerStorage, useClass: ThrottlerStorageService },
    {
      provide: KEYS,
      inject: [ServiceSettings, CLOCK, MONOTONIC_CLOCK, ServiceLog],
      useFactory: (settings: ServiceSettings, now: () => Date, monotonic: MonotonicClock, log: ServiceLog) => keysOf(settings, { now, monotonic }, log),
    },
    {
      provide: Admission,
      inject: [KEYS, ServiceSettings, ThrottlerStorage, RequestNotes],
      useFactory: (keys: KeyStore | undefined, settings: ServiceSettings, storage: ThrottlerStorage, notes: RequestNotes) =>
        new Admission(keys, new RateLimit(storage, settings.CLEARLOOP_RATE_LIMIT), notes),
    },
  ],
  exports: [Admission],
})
export class AuthModule {}

function keysOf({ CLEARLOOP_API_KEYS_FILE: file }: ServiceSettings, clocks: KeyClocks, log: ServiceLog): KeyStore | undefined {
  return file === undefined ? undefined : new KeyStore(file, clocks, log);
}

import { Inject, Injectable } from '@nestjs/common';
import { EdiError } from '../../common/edi-error';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../logging/request-watch';
import { ServiceSettings } from '../settings/service-settings';
import { ConversionSlots, type ReleaseSlot, SlotRefusal } from './conversion-slots';

/** When a refused client may come again: pressure is measured every three seconds. */
export const OVERLOAD_RETRY_SECONDS = 3;

/** Divides the memory of the service among requests whose records are large: a bounded number of them is read at a time, the others wait. */
@Injectable()
export class LargeRecords {
  private readonly slots: ConversionSlots;

  constructor(settings: ServiceSettings, @Inject(MONOTONIC_CLOCK) clock: MonotonicClock) {
    const { CLEARLOOP_MAX_LARGE_RECORDS: running, CLEARLOOP_MAX_CONVERSIONS: waiting, CLEARLOOP_WAIT_SECONDS: seconds } = settings;
    this.slots = new ConversionSlots({ running, holding: running, waiting, waitMilliseconds: seconds * 1000 }, clock);
  }

  /** Resolves when the record may be read on; call what it gives when the record was written. Throws EDI_SERVICE_OVERLOADED. */
  async admit(signal: AbortSignal): Promise<ReleaseSlot> {
    return this.slots.acquire(signal).catch((error: unknown) => {
      throw error instanceof SlotRefusal ? overloaded() : error;
    });
  }
}

/** The error of a request that the service has no memory or time for now. */
export function overloaded(): EdiError {
  return new EdiError('EDI_SERVICE_OVERLOADED', `The service has no memory or time for the request now. Send it again in ${OVERLOAD_RETRY_SECONDS} s.`);
}

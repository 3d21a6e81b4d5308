import type { ThrottlerStorage } from '@nestjs/throttler';

const MINUTE = 60_000;

/** The storage counts several limits side by side under their names; there is one. */
const LIMIT_NAME = 'requests';

/** A storage with the limit 0 refuses until the oldest request is a minute old, and not for a minute from the first refusal on. */
const NO_BLOCK = 0;

/**
 * Counts the requests of each caller over the last minute. Only the counter of `@nestjs/throttler` is used: its guard sees the
 * operations of Nest and neither the pages of the OpenAPI document nor paths that do not exist, and knows no `ErrorBody`.
 */
export class RateLimit {
  /** `perMinute` 0 stands for no limit. */
  constructor(
    private readonly storage: ThrottlerStorage,
    readonly perMinute: number,
  ) {}

  /** Counts a request. Gives the whole seconds after which it may come again when it is one too many, else undefined. */
  async count(caller: string): Promise<number | undefined> {
    if (this.perMinute === 0) return undefined;
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(caller, MINUTE, this.perMinute, NO_BLOCK, LIMIT_NAME);
    return isBlocked ? Math.max(1, timeToBlockExpire) : undefined;
  }
}

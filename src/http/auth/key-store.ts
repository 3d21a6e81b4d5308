import { statSync } from 'node:fs';
import { EdiError } from '../../common/edi-error';
import { systemErrorCode } from '../../io/system-error';
import type { MonotonicClock } from '../clocks';
import type { ServiceLog } from '../logging/service-log';
import { type ApiKeyRecord, type ApiKeyState, hashOf, isKeyOf, stateOf } from './api-key';
import { readKeyFile } from './key-file';

const CHECK_MILLISECONDS = 1_000;

/** The clocks that keys are measured with. */
export interface KeyClocks {
  readonly now: () => Date;
  readonly monotonic: MonotonicClock;
}

/** A key that a request proved to have. */
export interface KnownKey {
  readonly id: string;
  readonly state: ApiKeyState;
}

/**
 * The keys of a file. When a key is looked up, at most once a second, it checks whether the file has changed, so that a revocation works without a restart. A
 * file that can no longer be read is logged, and the last keys remain.
 */
export class KeyStore {
  private keys: ReadonlyMap<string, ApiKeyRecord>;
  private stamp: string;
  private nextCheck: number;
  private isFailing = false;

  /** Reads the file. Throws EDI_SOURCE_UNREADABLE. */
  constructor(
    private readonly file: string,
    private readonly clocks: KeyClocks,
    private readonly log: ServiceLog,
  ) {
    this.stamp = stampOf(file);
    this.keys = byHash(readKeyFile(file));
    this.nextCheck = clocks.monotonic() + CHECK_MILLISECONDS;
  }

  /** Number of the keys that open something now. */
  get activeCount(): number {
    const now = this.clocks.now();
    return [...this.keys.values()].filter((record) => stateOf(record, now) === 'active').length;
  }

  /** Finds the key that a request sends; undefined for one that is not known, or is no key at all. */
  identify(key: string): KnownKey | undefined {
    this.refresh();
    const record = this.keys.get(hashOf(key));
    if (!isKeyOf(key, record) || record === undefined) return undefined;
    return { id: record.id, state: stateOf(record, this.clocks.now()) };
  }

  private refresh(): void {
    const time = this.clocks.monotonic();
    if (time < this.nextCheck) return;
    this.nextCheck = time + CHECK_MILLISECONDS;
    const stamp = stampOf(this.file);
    if (stamp === this.stamp && !this.isFailing) return;
    try {
      this.keys = byHash(readKeyFile(this.file));
      this.stamp = stamp;
      this.isFailing = false;
      this.log.log({ event: 'api-keys-read', keys: this.keys.size, active: this.activeCount });
    } catch (error) {
      this.logFailure(error);
    }
  }

  /** Logs the first of consecutive failures: the file is tried again every second. */
  private logFailure(error: unknown): void {
    if (!this.isFailing) {
      const reason = error instanceof EdiError ? systemErrorCode(error.cause) : undefined;
      const note = 'The file of API keys cannot be read any more. The keys read last stay in force, and later changes have no effect.';
      this.log.warn({ event: 'api-keys-unreadable', reason: reason ?? 'broken', note });
    }
    this.isFailing = true;
  }
}

function byHash(records: readonly ApiKeyRecord[]): ReadonlyMap<string, ApiKeyRecord> {
  return new Map(records.map((record) => [record.hash, record]));
}

/** Returns a text that changes with the file: replaced, written, made readable. */
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(':');
  } catch (error) {
    // Reading the file, which comes next, meets the same error and reports it.
    return systemErrorCode(error) ?? 'unknown error';
  }
}

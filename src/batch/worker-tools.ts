import type { StoredFile } from '../storage/storage';
import type { Storages } from '../storage/storages';
import type { BatchRequest, ConversionHooks, FileConverter, FileFailure, FileReference, FileState } from './batch.types';
import type { BatchFileEntity } from './ledger/batch-file.entity';
import type { Lease } from './ledger/columns';
import type { Ledger } from './ledger/ledger';

/** How often and when a file is tried again. */
export interface Attempts {
  /** Attempts that may fail with what may pass, such as a network that is down. */
  readonly maxFailures: number;
  /** Converters that a file may end before it is quarantined. */
  readonly maxDeaths: number;
  /** Milliseconds before the next attempt, by the number of failures so far. */
  readonly delay: (failures: number) => number;
  /** Milliseconds after which a source that changed is looked at again. */
  readonly settleMilliseconds: number;
}

/** What a worker works with. */
export interface WorkerTools {
  readonly ledger: Ledger;
  readonly storages: Storages;
  readonly converter: FileConverter;
  readonly lease: Lease;
  /** Ids of the files and parts that are in work; `workOn` adds and removes them. */
  readonly inWork: Set<number>;
  readonly attempts: Attempts;
  readonly onBytes?: (count: number) => void;
}

/** A file that a worker has. */
export interface Claimed {
  readonly file: BatchFileEntity;
  readonly stored: StoredFile;
  readonly storages: Storages;
}

/** How an attempt ended: the state of the file, or `taken` where another worker has it. `notBefore` is set for a file that waits. */
export interface AttemptOutcome {
  readonly state: FileState | 'taken';
  readonly notBefore?: Date;
  /** Why it failed. */
  readonly failure?: FileFailure;
}

/** The reference of a file, for its converter. */
export function referenceOf({ source, name, output, bytes, version }: BatchFileEntity, { roots }: BatchRequest): FileReference {
  return { source, name, output, bytes: bytes ?? undefined, version: version ?? undefined, ...(roots === undefined ? {} : { roots }) };
}

/** Hooks of a conversion that publishes. */
export function hooksOf(file: BatchFileEntity, { ledger, onBytes }: WorkerTools, signal: AbortSignal): ConversionHooks {
  return { signal, mayPublish: (outputs) => ledger.mayPublish(file, outputs), ...(onBytes === undefined ? {} : { onBytes }) };
}

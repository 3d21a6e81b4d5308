import { EdiError, toEdiError } from '../common/edi-error';
import type { Storages } from '../storage/storages';
import { type BatchRequest, ConverterDied, type FileConverter, type FileFailure, type FileState, NotPublished } from './batch.types';
import { contentKey } from './content-key';
import { failureOf } from './convert-stored';
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

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 60_000;

/** Three attempts, one and four seconds apart; three deaths. */
export const USUAL_ATTEMPTS: Attempts = {
  maxFailures: 3,
  maxDeaths: 3,
  delay: (failures) => Math.min(LONGEST_DELAY, FIRST_DELAY * 4 ** (failures - 1)),
  settleMilliseconds: 2000,
};

/** What a worker works with. */
export interface WorkerTools {
  readonly ledger: Ledger;
  readonly storages: Storages;
  readonly converter: FileConverter;
  readonly lease: Lease;
  readonly attempts: Attempts;
  readonly onBytes?: (count: number) => void;
}

/** How an attempt ended: the state of the file, or `taken` where another worker has it. `notBefore` is set for a file that waits. */
export interface AttemptOutcome {
  readonly state: FileState | 'taken';
  readonly notBefore?: Date;
  /** Why it failed. */
  readonly failure?: FileFailure;
}

/** Errors that may pass. Everything else comes from the file itself, and comes again. */
const MAY_PASS: ReadonlySet<string> = new Set(['EDI_SOURCE_UNREADABLE', 'EDI_OUTPUT_FAILED', 'EDI_INTERNAL', 'EDI_CODES_UNAVAILABLE']);

/**
 * Takes a waiting file, converts it, publishes its outputs and notes what became of it. Several workers may be given the same file: one of them takes it. Throws what the
 * ledger throws, and the reason of an aborted signal after the file was released.
 */
export async function workOn(id: number, request: BatchRequest, tools: WorkerTools, signal: AbortSignal): Promise<AttemptOutcome> {
  const file = await tools.ledger.files.claim(id, tools.lease);
  if (file === undefined) return { state: 'taken' };
  try {
    return await convertClaimed(file, request, tools, signal);
  } catch (error) {
    return afterFailure(file, error, tools, signal);
  }
}

async function convertClaimed(file: BatchFileEntity, request: BatchRequest, tools: WorkerTools, signal: AbortSignal): Promise<AttemptOutcome> {
  const { ledger, converter } = tools;
  const { options, again = false, roots } = request;
  const storages = tools.storages.within(roots);
  const stored = await storages.find(file.source);
  if (stored === undefined) throw new EdiError('EDI_SOURCE_UNREADABLE', `${file.source} cannot be read: it is no longer there.`);
  const { bytes, version } = stored;
  if (bytes !== (file.bytes ?? undefined) || version !== (file.version ?? undefined)) return waitUntilSettled(file, { bytes, version }, tools);
  const key = await contentKey(file, stored, options, storages);
  if (key !== undefined) {
    const before = await ledger.files.findConverted(key, file.batchId, again);
    if (before !== undefined && (await areThere(before.outputs, storages))) {
      await ledger.files.skip(file, undefined, before.outputs);
      return { state: 'skipped' };
    }
    await ledger.files.identify(file, key);
  }
  const owner = await ledger.files.claimOutput(file.output, file.source, again);
  if (owner !== file.source) throw outputTaken(file.output, owner);
  const { source, name, output } = file;
  const hooks = { signal, mayPublish: () => ledger.files.mayPublish(file), ...(tools.onBytes === undefined ? {} : { onBytes: tools.onBytes }) };
  const result = await converter.convertFile({ source, name, output, bytes, version, ...(roots === undefined ? {} : { roots }) }, options, hooks);
  return { state: (await ledger.files.finish(file, result)) ? 'done' : 'taken' };
}

/** A file that is written to is looked at again when it may be whole; each time it changed, once more. */
async function waitUntilSettled(
  file: BatchFileEntity,
  found: { readonly bytes: number | undefined; readonly version: string | undefined },
  { ledger, attempts }: WorkerTools,
): Promise<AttemptOutcome> {
  const notBefore = new Date(ledger.now().getTime() + attempts.settleMilliseconds);
  if (await ledger.files.update(file, { ...found, notBefore })) return { state: 'waiting', notBefore };
  await ledger.files.skip(file, undefined, null);
  return { state: 'skipped' };
}

async function areThere(outputs: string | null, storages: Storages): Promise<boolean> {
  for (const output of readOutputs(outputs)) if ((await storages.find(output)) === undefined) return false;
  return true;
}

/** Reads the addresses of outputs as the ledger keeps them. */
export function readOutputs(outputs: string | null): readonly string[] {
  return outputs === null ? [] : (JSON.parse(outputs) as readonly string[]);
}

const outputTaken = (output: string, owner: string): EdiError =>
  new EdiError('EDI_BATCH_REFUSED', `${output} is the output of another source, ${owner}. Name another target, or replace it with --again.`);

async function afterFailure(file: BatchFileEntity, error: unknown, { ledger, attempts }: WorkerTools, signal: AbortSignal): Promise<AttemptOutcome> {
  if (signal.aborted) {
    await ledger.files.release(file);
    throw error;
  }
  if (error instanceof NotPublished) return { state: 'taken' };
  if (error instanceof ConverterDied) return afterDeath(file, { ledger, attempts });
  const failure = toEdiError(error);
  // Without its ledger a worker can note nothing; the lease ends by itself.
  if (failure.code === 'EDI_LEDGER_UNAVAILABLE') throw failure;
  if (!MAY_PASS.has(failure.code) || file.failures + 1 >= attempts.maxFailures) {
    return (await ledger.files.fail(file, failureOf(failure))) ? { state: 'failed', failure: failureOf(failure) } : { state: 'taken' };
  }
  const notBefore = new Date(ledger.now().getTime() + attempts.delay(file.failures + 1));
  return (await ledger.files.giveBack(file, { notBefore, failure: failureOf(failure) })) ? { state: 'waiting', notBefore } : { state: 'taken' };
}

async function afterDeath(file: BatchFileEntity, { ledger, attempts }: Pick<WorkerTools, 'ledger' | 'attempts'>): Promise<AttemptOutcome> {
  const deaths = file.deaths + 1;
  const failure = { code: 'EDI_WORKER_DIED', message: `What converted the file ended without an answer, ${deaths} times. Is its memory enough?` };
  if (deaths >= attempts.maxDeaths) return (await ledger.files.fail(file, failure, 'quarantined')) ? { state: 'quarantined', failure } : { state: 'taken' };
  return (await ledger.files.giveBack(file, { failure, died: true })) ? { state: 'waiting' } : { state: 'taken' };
}

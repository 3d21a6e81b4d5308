import { DamagedInput } from '../common/damaged-input';
import { EdiError, toEdiError } from '../common/edi-error';
import type { OutputFile } from '../io/output-set';
import { missingAt } from '../storage/storage-error';
import type { Storages } from '../storage/storages';
import { type BatchRequest, ConverterDied, NotPublished } from './batch.types';
import { contentKey } from './content-key';
import { failureOf } from './convert-stored';
import { finishClaimed } from './finish-claimed';
import type { BatchFileEntity } from './ledger/batch-file.entity';
import { convertClaimedPart, divideClaimed, forgetParts, joinClaimed } from './part-worker';
import { type AttemptOutcome, type Attempts, hooksOf, referenceOf, type WorkerTools } from './worker-tools';

export type { AttemptOutcome, Attempts, WorkerTools } from './worker-tools';

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 60_000;

/** Three attempts, one and four seconds apart; three deaths. */
export const USUAL_ATTEMPTS: Attempts = {
  maxFailures: 3,
  maxDeaths: 3,
  delay: (failures) => Math.min(LONGEST_DELAY, FIRST_DELAY * 4 ** (failures - 1)),
  settleMilliseconds: 2000,
};

/** Errors that may pass. Everything else comes from the file itself, and comes again. */
const MAY_PASS: ReadonlySet<string> = new Set(['EDI_SOURCE_UNREADABLE', 'EDI_OUTPUT_FAILED', 'EDI_INTERNAL', 'EDI_CODES_UNAVAILABLE']);

/**
 * Takes a waiting file or part, converts it, publishes its outputs and notes what became of it. Several workers may be given the same file: one of them takes it. Throws what the
 * ledger throws, and the reason of an aborted signal after the file was released.
 */
export async function workOn(id: number, request: BatchRequest, tools: WorkerTools, signal: AbortSignal): Promise<AttemptOutcome> {
  // A queue may repeat a job.
  if (tools.inWork.has(id)) return { state: 'taken' };
  // Before the claim, whose answer may be lost.
  tools.inWork.add(id);
  try {
    return await claimAndConvert(id, request, tools, signal);
  } finally {
    tools.inWork.delete(id);
  }
}

async function claimAndConvert(id: number, request: BatchRequest, tools: WorkerTools, signal: AbortSignal): Promise<AttemptOutcome> {
  const file = await tools.ledger.files.claim(id, tools.lease);
  if (file === undefined) return { state: 'taken' };
  try {
    return await convertClaimed(file, request, tools, signal);
  } catch (error) {
    return await afterFailure(file, error, tools, signal);
  } finally {
    // The last part of a file lets it go on, and one that failed ends it.
    if (file.partOf !== null) await tools.ledger.parts.settle();
  }
}

async function convertClaimed(file: BatchFileEntity, request: BatchRequest, tools: WorkerTools, signal: AbortSignal): Promise<AttemptOutcome> {
  const { ledger, converter } = tools;
  const { options, again = false, roots } = request;
  if (file.partOf !== null) return convertClaimedPart(file, request, tools, signal);
  const storages = tools.storages.within(roots);
  const stored = await storages.find(file.source);
  if (stored === undefined) throw missingAt(file.source);
  const { bytes, version } = stored;
  if (bytes !== (file.bytes ?? undefined) || version !== (file.version ?? undefined)) {
    await forgetParts(file, null, { ledger, storages });
    return waitUntilSettled(file, { bytes, version }, tools);
  }
  const claimed = { file, stored, storages };
  const joined = await joinClaimed(claimed, request, tools, signal);
  if (joined !== undefined) return joined;
  const key = await contentKey(claimed, request, signal);
  if (key !== undefined) {
    const published = await ledger.findPublished(key, file.batchId, again);
    if (published !== undefined && (await areThere(published, storages))) {
      await ledger.files.skip(file, undefined, JSON.stringify(published.map(({ path }) => path)));
      return { state: 'skipped' };
    }
    await ledger.files.identify(file, key);
  }
  const owner = await ledger.files.claimOutput(file.output, file.source, again);
  if (owner !== file.source) throw outputTaken(file.output, owner);
  const divided = await divideClaimed(claimed, request, tools, signal);
  if (divided !== undefined) return divided;
  const result = await converter.convertFile(referenceOf(file, request), options, hooksOf(file, tools, signal));
  return { state: (await finishClaimed(claimed, result, request, ledger)) ? 'done' : 'taken' };
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

/** True for outputs that are there with the size that they had; programs without the ledger may have replaced them. */
async function areThere(outputs: readonly OutputFile[], storages: Storages): Promise<boolean> {
  for (const { path, bytes } of outputs) {
    const stored = await storages.find(path);
    if (stored === undefined || (stored.bytes ?? bytes) !== bytes) return false;
  }
  return true;
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
  // Without its ledger a worker can note nothing; the heartbeat releases the file.
  if (failure.code === 'EDI_LEDGER_UNAVAILABLE') throw failure;
  if (!mayPass(failure, file) || file.failures + 1 >= attempts.maxFailures) {
    return (await ledger.files.fail(file, failureOf(failure))) ? { state: 'failed', failure: failureOf(failure) } : { state: 'taken' };
  }
  const notBefore = new Date(ledger.now().getTime() + attempts.delay(file.failures + 1));
  return (await ledger.files.giveBack(file, { notBefore, failure: failureOf(failure) })) ? { state: 'waiting', notBefore } : { state: 'taken' };
}

/** Where the size of a file is not known, it may have been cut by the network. */
const mayPass = (failure: EdiError, { bytes }: BatchFileEntity): boolean => MAY_PASS.has(failure.code) && !(failure instanceof DamagedInput && bytes !== null);

async function afterDeath(file: BatchFileEntity, { ledger, attempts }: Pick<WorkerTools, 'ledger' | 'attempts'>): Promise<AttemptOutcome> {
  const deaths = file.deaths + 1;
  const failure = { code: 'EDI_WORKER_DIED', message: `What converted the file ended without an answer, ${deaths} times. Is its memory enough?` };
  if (deaths >= attempts.maxDeaths) return (await ledger.files.fail(file, failure, 'quarantined')) ? { state: 'quarantined', failure } : { state: 'taken' };
  return (await ledger.files.giveBack(file, { failure, died: true })) ? { state: 'waiting' } : { state: 'taken' };
}

import { posix } from 'node:path';
import { parseAddress, pathOf, showAddress, withPath } from '../storage/address';
import { missingAt } from '../storage/storage-error';
import { type BatchRequest, DEFAULT_PART_BYTES } from './batch.types';
import { finishClaimed } from './finish-claimed';
import type { BatchFileEntity } from './ledger/batch-file.entity';
import { readOutputs, readPart, readPartResult } from './ledger/columns';
import type { FileVersion } from './ledger/part-table';
import { mayDivide, removeOutputs } from './stored-parts';
import { type AttemptOutcome, type Claimed, hooksOf, referenceOf, type WorkerTools } from './worker-tools';

type PartTools = Pick<WorkerTools, 'ledger' | 'storages'>;

/** Divides a large file, whose parts any worker may convert; undefined for a file that is converted whole. */
export async function divideClaimed(
  { file, stored }: Claimed,
  request: BatchRequest,
  tools: WorkerTools,
  signal: AbortSignal,
): Promise<AttemptOutcome | undefined> {
  const { ledger, converter } = tools;
  const { partBytes = DEFAULT_PART_BYTES, options } = request;
  if (converter.parts === undefined || file.parts !== null || !mayDivide(stored, partBytes)) return undefined;
  const parts = await converter.parts.divide(referenceOf(file, request), partBytes, options, signal);
  if (parts === undefined) return undefined;
  return { state: (await ledger.parts.divide(file, parts)) ? 'divided' : 'taken' };
}

/** Converts a part that a worker has. Its output has a name of its own in each attempt, so that an attempt that was believed dead replaces nothing. */
export async function convertClaimedPart(row: BatchFileEntity, request: BatchRequest, tools: WorkerTools, signal: AbortSignal): Promise<AttemptOutcome> {
  const { ledger, converter } = tools;
  const storages = tools.storages.within(request.roots);
  const stored = await storages.find(row.source);
  if (stored === undefined) throw missingAt(row.source);
  if (converter.parts === undefined || stored.bytes !== (row.bytes ?? undefined) || stored.version !== (row.version ?? undefined)) {
    await ledger.parts.divideAgain(row);
    await removeParts({ ledger, storages }, row.partOf ?? 0, row);
    return { state: 'taken' };
  }
  const reference = { ...referenceOf(row, request), output: hiddenOutput(row), part: readPart(row) };
  const result = await converter.parts.convert(reference, request.options, signal);
  if (await ledger.parts.finish(row, result)) return { state: 'done' };
  await removeOutputs(
    result.outputs.map(([, address]) => address),
    storages,
  );
  return { state: 'taken' };
}

/** `out/march/a.835` is `out/march/.a.835.part-BATCH-7-2` for attempt 2 of row 7. */
function hiddenOutput({ output, batchId, id, attempts }: BatchFileEntity): string {
  const address = parseAddress(output);
  const path = pathOf(address);
  return showAddress(withPath(address, posix.join(posix.dirname(path), `.${posix.basename(path)}.part-${batchId}-${id}-${attempts}`)));
}

/** The outputs of a part that is done, and those that earlier attempts may have left. */
function outputsOfAttempts(row: BatchFileEntity): readonly string[] {
  const outputs = readOutputs(row.outputs);
  const own = hiddenOutput(row).length;
  const attempts = Array.from({ length: row.attempts }, (_, index) => hiddenOutput({ ...row, attempts: index + 1 }));
  return attempts.flatMap((hidden) => outputs.map((output) => hidden + output.slice(own)));
}

/** Joins the parts of a file that a worker has; undefined for a file without parts, and for one whose parts do not fit together. */
export async function joinClaimed(claimed: Claimed, request: BatchRequest, tools: WorkerTools, signal: AbortSignal): Promise<AttemptOutcome | undefined> {
  const { ledger, converter } = tools;
  const { file, storages } = claimed;
  if (file.parts === null || file.parts === 0) return undefined;
  const rows = await ledger.parts.of(file.id);
  if (rows.length === file.parts && rows.some(({ state }) => state !== 'done')) {
    await ledger.parts.waitAgain(file);
    return { state: 'divided' };
  }
  const parts = rows.map(readPartResult);
  const result =
    rows.length === file.parts ? await converter.parts?.join(referenceOf(file, request), parts, request.options, hooksOf(file, tools, signal)) : undefined;
  if (result === undefined) {
    await forgetParts(file, 0, { ledger, storages });
    return undefined;
  }
  const isDone = await finishClaimed(claimed, result, request, ledger);
  if (isDone) await forgetParts(file, file.parts, { ledger, storages });
  return { state: isDone ? 'done' : 'taken' };
}

/** Removes the parts of a file and their outputs; `parts` is what the file has from now on: 0 to be converted whole, null to be divided again. */
export async function forgetParts(file: BatchFileEntity, parts: number | null, tools: PartTools): Promise<void> {
  if (file.parts === null || file.parts === 0) return;
  await removeParts(tools, file.id);
  await tools.ledger.parts.setCount(file, parts);
}

/** An attempt that ends after its part was withdrawn removes its own outputs; rows are removed last, so that an interrupted removal is repeated. */
async function removeParts({ ledger, storages }: PartTools, fileId: number, version?: FileVersion): Promise<void> {
  const done = await ledger.parts.withdraw(fileId, version);
  for (const part of done) await removeOutputs(outputsOfAttempts(part), storages);
  await ledger.parts.remove(done);
}

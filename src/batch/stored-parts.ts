import { EdiError } from '../common/edi-error';
import { OutputSet } from '../io/output-set';
import type { FilePart } from '../pipeline/workers/file-part';
import { convertPart, cutSource, joinParts, type PartOfSource, type StoredPart } from '../pipeline/workers/stored-parts';
import type { StoredFile } from '../storage/storage';
import type { Storages } from '../storage/storages';
import type { BatchOptions, ConversionHooks, FileReference, FileResult, PartReference, PartResult } from './batch.types';
import { conversionOptions, type ConversionTools, errorMember, findUnchanged, FirstLoss, publish, shownAs, throwIfUnread } from './convert-stored';

/** True for a file that may be divided: a large one, of which ranges can be read, and which is not packed. */
export function mayDivide({ bytes, hasRanges, below }: StoredFile, partBytes: number): boolean {
  return partBytes > 0 && hasRanges === true && bytes !== undefined && bytes > partBytes && !/\.(zip|gz)$/i.test(below);
}

/** Cuts a stored file; undefined for one that has to be converted whole. */
export async function divideStored(
  reference: FileReference,
  partBytes: number,
  { conversion }: BatchOptions,
  signal: AbortSignal,
  tools: ConversionTools,
): Promise<readonly FilePart[] | undefined> {
  const storages = tools.storages.within(reference.roots);
  const file = await findUnchanged(reference, storages);
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of storages.read(file)) {
      signal.throwIfAborted();
      yield chunk;
    }
  };
  return cutSource(tools.engine.context, conversion, bytes(), partBytes);
}

/** Converts a part of a stored file into outputs of its own, under hidden names. */
export async function convertStoredPart(reference: PartReference, options: BatchOptions, signal: AbortSignal, tools: ConversionTools): Promise<PartResult> {
  const { engine, errors } = tools;
  const storages = tools.storages.within(reference.roots);
  errors.length = 0;
  const file = await findUnchanged(reference, storages);
  const lost = new FirstLoss();
  const outputs: [file: string, address: string][] = [];
  const output = new OutputSet((continued) => {
    const address = `${reference.output}${continued}.${options.extension}`;
    outputs.push([continued, address]);
    return storages.create(address);
  });
  try {
    const chunks = convertPart(engine.context, conversionOptions(options, signal, lost.onIssue), partOf(file, reference, options, storages));
    let next = await chunks.next();
    for (; next.done !== true; next = await chunks.next()) await output.write(next.value.file, next.value.bytes);
    throwIfUnread(errors);
    await output.commit();
    return { ...next.value, ...errorMember(errors, lost), outputs };
  } catch (error) {
    await output.discard().catch(() => undefined);
    throw error;
  }
}

function partOf(file: StoredFile, { part, name }: PartReference, options: BatchOptions, storages: Storages): PartOfSource {
  const range = { start: part.from.byteOffset, end: part.to ?? file.bytes ?? 0 };
  return {
    part,
    source: { ...shownAs(storages.source(file, name), options), open: () => storages.read(file, range) },
    read: async (start, end) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of storages.read(file, { start, end })) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}

/** Joins the outputs of parts into those of their file, or gives each its name, and publishes these; undefined if the parts do not fit together. */
export async function joinStored(
  reference: FileReference,
  parts: readonly PartResult[],
  options: BatchOptions,
  hooks: ConversionHooks,
  tools: ConversionTools,
): Promise<FileResult | undefined> {
  const storages = tools.storages.within(reference.roots);
  const output = new OutputSet((continued) => storages.create(`${reference.output}${continued}.${options.extension}`));
  const join = joinParts(
    tools.engine.context,
    conversionOptions(options, hooks.signal, () => undefined),
    parts.map((part) => storedPart(part, storages)),
  );
  try {
    let current: string | undefined;
    for await (const { file, bytes } of join) {
      // Files that are open hold memory, on their way to a bucket most of all.
      if (join.isSplit && file !== current) await output.settle();
      current = file;
      await output.write(file, bytes);
    }
    if (join.isRefused) {
      await output.discard();
      return undefined;
    }
    const published = await publish([output], hooks);
    const error = parts.find((part) => part.error !== undefined)?.error;
    return { outputs: published, counts: { ...join.counts }, ...(error === undefined ? {} : { error }) };
  } catch (error) {
    await output.discard().catch(() => undefined);
    throw error;
  }
}

function storedPart(part: PartResult, storages: Storages): StoredPart {
  const addresses = new Map(part.outputs);
  return {
    ...part,
    files: part.outputs.map(([file]) => file),
    read: async function* (file) {
      const address = addresses.get(file) ?? '';
      const stored = await storages.find(address);
      if (stored === undefined) throw new EdiError('EDI_SOURCE_UNREADABLE', `${address} cannot be read: it is no longer there.`);
      yield* storages.read(stored);
    },
  };
}

/** Removes outputs of parts. What cannot be removed stays hidden. */
export async function removeOutputs(addresses: readonly string[], storages: Storages): Promise<void> {
  for (const address of addresses) await storages.remove(address).catch(() => undefined);
}

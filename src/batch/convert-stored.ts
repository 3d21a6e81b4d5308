import { DamagedInput } from '../common/damaged-input';
import { EdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { EdiSource } from '../io/edi-source';
import { sourceName } from '../io/source-name';
import { FreeNames } from '../io/free-names';
import { OutputSet } from '../io/output-set';
import type { ConversionOptions, FilesConversion } from '../pipeline/conversion.types';
import { noCounts } from '../pipeline/counts';
import type { Engine } from '../pipeline/engine';
import type { StoredFile } from '../storage/storage';
import { missingAt } from '../storage/storage-error';
import type { Storages } from '../storage/storages';
import { type BatchOptions, type ConversionHooks, type FileFailure, type FileReference, type FileResult, NotPublished } from './batch.types';

/** An engine that is used for one file at a time, because it reports errors to one listener. */
export interface FileEngine {
  readonly engine: Engine;
  /** Errors of the current file. */
  readonly errors: EdiError[];
}

/** What a conversion works with. */
export interface ConversionTools extends FileEngine {
  readonly storages: Storages;
}

/** Errors that make an output worthless: of the source and of the machine, and not of the EDI. */
const NOT_OF_THE_INPUT: ReadonlySet<string> = new Set(['EDI_SOURCE_UNREADABLE', 'EDI_OUTPUT_FAILED', 'EDI_INTERNAL', 'EDI_PLUGIN_FAILED', 'EDI_PART_MISSING']);

/** Errors that end a conversion before it has an output, and which the other entries of an archive have too. */
const OF_THE_BATCH: ReadonlySet<string> = new Set(['EDI_BAD_PARAMETER', 'EDI_BATCH_REFUSED', 'EDI_CODES_UNAVAILABLE']);

const isOfInput = ({ code }: EdiError): boolean => !NOT_OF_THE_INPUT.has(code) && !OF_THE_BATCH.has(code);

/**
 * Converts one stored file into outputs that appear together, after `mayPublish` allowed it. Errors of its EDI are in the outputs, as always; a file of
 * which nothing could be converted, or that could not be read to its end, throws and leaves none. An archive has outputs for each entry, except for entries of
 * which nothing could be converted: the first of them is the error of the result.
 */
export async function convertStored(reference: FileReference, options: BatchOptions, hooks: ConversionHooks, tools: ConversionTools): Promise<FileResult> {
  const { engine, errors } = tools;
  const storages = tools.storages.within(reference.roots);
  errors.length = 0;
  const file = await findUnchanged(reference, storages);
  const outputs: OutputSet[] = [];
  const counts = noCounts();
  const lost = new FirstLoss();
  const taken = new Set<string>();
  let failed: EdiError | undefined;
  try {
    for await (const source of sourcesOf(file, reference, storages, hooks.onBytes)) {
      const base = isArchive(file) ? `${reference.output}${source.name.slice(reference.name.length)}` : reference.output;
      const names = new FreeNames(base, options.extension, taken);
      const output = new OutputSet((continued) => storages.create(names.take(continued)));
      outputs.push(output);
      const conversion = engine.convertToFiles([shownAs(source, options)], conversionOptions(options, hooks.signal, lost.onIssue));
      try {
        await writeTo(output, conversion, errors);
      } catch (error) {
        if (!isArchive(file) || hooks.signal.aborted) throw error;
        const failure = errorOfEntry(error, source);
        failed ??= failure;
        counts.errors += conversion.summary.errors === 0 ? 1 : 0;
        outputs.pop();
        await output.discard();
      }
      for (const key of readKeys(counts)) counts[key] += conversion.summary[key];
    }
    if (failed !== undefined && outputs.length === 0) throw failed;
    const published = await publish(outputs, hooks);
    return { outputs: published, counts, ...errorMember(failed === undefined ? errors : [failed], lost) };
  } catch (error) {
    await Promise.all(outputs.map((output) => output.discard().catch(() => undefined)));
    // A file that was written to meanwhile is not damaged: it is read again when it is complete.
    if (error instanceof DamagedInput) await findUnchanged(reference, storages);
    throw error;
  }
}

async function writeTo(output: OutputSet, conversion: FilesConversion, errors: readonly EdiError[]): Promise<void> {
  for await (const { file, bytes } of conversion) await output.write(file, bytes);
  throwIfUnread(errors);
}

/** The error of an entry of which nothing could be converted, with its name. Throws errors that the whole archive has. */
function errorOfEntry(error: unknown, { name }: EdiSource): EdiError {
  if (!(error instanceof EdiError)) throw error;
  const message = `${name}: ${error.message}`;
  const named = error instanceof DamagedInput ? new DamagedInput(message, { cause: error }) : new EdiError(error.code, message, { cause: error });
  if (!isOfInput(error)) throw named;
  return named;
}

/** Notes the first issue that lost data. */
export class FirstLoss {
  failure: FileFailure | undefined;

  readonly onIssue = ({ dataLoss, errorCode = 'EDI_DATA_LOST', message }: Issue): void => {
    if (dataLoss === true) this.failure ??= { code: errorCode, message };
  };
}

/** The first error of a conversion, as a member of its result. */
export function errorMember([error]: readonly EdiError[], { failure: lost }: FirstLoss): Pick<FileResult, 'error'> {
  const failure = error === undefined ? lost : failureOf(error);
  return failure === undefined ? {} : { error: failure };
}

/** What the ledger keeps of an error. */
export const failureOf = ({ code, message }: EdiError): FileFailure => ({ code, message });

/** Publishes outputs if that is allowed. Throws NotPublished. */
export async function publish(outputs: readonly OutputSet[], { mayPublish, signal }: ConversionHooks): Promise<readonly string[]> {
  for (const output of outputs) await output.settle();
  signal.throwIfAborted();
  if (!(await mayPublish(outputs.flatMap(({ files }) => files)))) throw new NotPublished('The file was taken away.');
  const published: string[] = [];
  for (const output of outputs) published.push(...(await output.commit()));
  return published;
}

/** Finds a source as it was found before. Throws EDI_SOURCE_UNREADABLE for one that changed. */
export async function findUnchanged({ source, bytes, version }: FileReference, storages: Storages): Promise<StoredFile> {
  const file = await storages.find(source);
  if (file === undefined) throw missingAt(source);
  const isSame = (bytes === undefined || file.bytes === bytes) && (version === undefined || file.version === version);
  if (!isSame) throw new EdiError('EDI_SOURCE_UNREADABLE', `${source} changed since it was found. It is converted when it is complete.`);
  return file;
}

const isArchive = ({ below }: StoredFile): boolean => /\.zip$/i.test(below);

async function* sourcesOf(file: StoredFile, { name }: FileReference, storages: Storages, onBytes: ConversionHooks['onBytes']): AsyncGenerator<EdiSource> {
  if (!isArchive(file)) {
    yield storages.source(file, name, onBytes);
    return;
  }
  if (file.address.kind !== 'file') {
    throw new DamagedInput('A zip archive is read from a folder only. Store its files unpacked, or as .gz.');
  }
  const { zipSources } = await import('../io/zip-source.js');
  yield* zipSources(file.address.path, onBytes, name);
}

/** A source under the name that records show. */
export const shownAs = (source: EdiSource, { hasBareNames = false }: BatchOptions): EdiSource =>
  hasBareNames ? { ...source, name: sourceName(source.name) } : source;

/** Options of one conversion. */
export function conversionOptions({ conversion }: BatchOptions, signal: AbortSignal, onIssue: (issue: Issue) => void): ConversionOptions {
  return { ...conversion, reusesChunks: true, signal, onIssue };
}

function readKeys<T extends object>(counts: T): readonly (keyof T)[] {
  return Object.keys(counts) as (keyof T)[];
}

/** A source that breaks off is an ERROR object in the output, which is right for a reader who waits, and wrong for a file that can be read again. */
export function throwIfUnread(errors: readonly EdiError[]): void {
  const fatal = errors.find(({ code }) => NOT_OF_THE_INPUT.has(code));
  if (fatal !== undefined) throw fatal;
}

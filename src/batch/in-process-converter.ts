import { lazyDirectory } from '../codes/lazy-directory';
import type { EdiError } from '../common/edi-error';
import type { CodeDirectory } from '../mapping/code-descriptions';
import { createConverter } from '../pipeline/create-converter';
import { Storages } from '../storage/storages';
import type { StorageEnvironment } from '../storage/storage';
import type { BatchOptions, FileConverter, PartConverter } from './batch.types';
import { type ConversionTools, convertStored, type FileEngine } from './convert-stored';
import { convertStoredPart, divideStored, joinStored } from './stored-parts';

/** What a converter takes from its process. */
export interface ConverterSettings {
  /** Credentials of storages, and where codes are. */
  readonly environment: StorageEnvironment;
}

/** Converts in this process, on one core: for tests, for workers that are processes themselves, and where only one file is converted at a time. */
export function inProcessConverter(settings: ConverterSettings, slots = 1): FileConverter & { readonly parts: PartConverter } {
  const storages = new Storages(settings);
  const codes = lazyDirectory(settings.environment, () => undefined);
  const free = new Map<string, FileEngine[]>();
  // Engines are kept: they cache compiled guides, which cost more than a small file.
  const take = ({ plugins = [] }: BatchOptions): { readonly engines: FileEngine[]; readonly engine: FileEngine } => {
    const key = JSON.stringify(plugins);
    const engines = free.get(key) ?? [];
    free.set(key, engines);
    return { engines, engine: engines.pop() ?? newEngine(codes, plugins) };
  };
  const withEngine = async <T>(options: BatchOptions, signal: AbortSignal, work: (tools: ConversionTools) => Promise<T>): Promise<T> => {
    const { engines, engine } = take(options);
    try {
      return await work({ ...engine, storages });
    } finally {
      // A conversion that was aborted may not have ended yet.
      if (!signal.aborted) engines.push(engine);
    }
  };
  return {
    slots,
    convertFile: (reference, options, hooks) => withEngine(options, hooks.signal, (tools) => convertStored(reference, options, hooks, tools)),
    parts: {
      divide: (reference, partBytes, options, signal) => withEngine(options, signal, (tools) => divideStored(reference, partBytes, options, signal, tools)),
      convert: (reference, options, signal) => withEngine(options, signal, (tools) => convertStoredPart(reference, options, signal, tools)),
      join: (reference, parts, options, hooks) => withEngine(options, hooks.signal, (tools) => joinStored(reference, parts, options, hooks, tools)),
    },
    close: async () => {
      await storages.close();
      await codes.close();
    },
  };
}

function newEngine(codes: CodeDirectory, plugins: readonly string[]): FileEngine {
  const errors: EdiError[] = [];
  return { engine: createConverter({ onError: (error) => errors.push(error), codes, plugins }), errors };
}

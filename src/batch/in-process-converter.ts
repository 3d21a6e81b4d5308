import { lazyDirectory } from '../codes/lazy-directory';
import type { EdiError } from '../common/edi-error';
import type { CodeDirectory } from '../mapping/code-descriptions';
import { createConverter } from '../pipeline/create-converter';
import { Storages } from '../storage/storages';
import type { StorageEnvironment } from '../storage/storage';
import type { BatchOptions, FileConverter } from './batch.types';
import { convertStored, type FileEngine } from './convert-stored';

/** What a converter takes from its process. */
export interface ConverterSettings {
  /** Credentials of storages, and where codes are. */
  readonly environment: StorageEnvironment;
  /** False where a web server may not send a reader to another address. */
  readonly redirects?: boolean;
}

/** Converts in this process, on one core: for tests, for workers that are processes themselves, and where only one file is converted at a time. */
export function inProcessConverter(settings: ConverterSettings, slots = 1): FileConverter {
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
  return {
    slots,
    convertFile: async (reference, options, hooks) => {
      const { engines, engine } = take(options);
      try {
        return await convertStored(reference, options, hooks, { ...engine, storages });
      } finally {
        // A conversion that was aborted may not have ended yet.
        if (!hooks.signal.aborted) engines.push(engine);
      }
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

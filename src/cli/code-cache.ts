import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** A CommonJS module that was loaded through V8's code cache. */
export interface CachedModule {
  readonly exports: unknown;
  /** Writes the code that V8 has compiled so far, unless a usable cache was read. Never throws: an install folder may be read-only. */
  readonly writeCache: () => void;
}

/**
 * Loads a CommonJS module of ASCII text as `require` does, with the compiled code in `cacheFile` where V8 accepts it. A cache that is missing,
 * truncated, corrupt or made under another version or other flags of V8 is ignored.
 */
export function requireThroughCache(file: string, cacheFile: string): CachedModule {
  const module = Object.assign(new Module(file), { filename: file });
  require.cache[file] = module;
  const { script, isCached } = compile(file, cacheFile);
  asWrapper(script.runInThisContext()).call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  module.loaded = true;
  return {
    exports: module.exports,
    writeCache: () => {
      if (!isCached) writeCache(cacheFile, script.createCachedData());
    },
  };
}

/** Nothing holds on to the cache, which is as large as the text, once it was read. */
function compile(file: string, cacheFile: string): { readonly script: Script; readonly isCached: boolean } {
  const cachedData = readCache(cacheFile);
  // In one-byte text V8 needs no second pass to find the encoding.
  const script = new Script(Module.wrap(readFileSync(file, 'latin1')), {
    filename: file,
    importModuleDynamically: (specifier) => import(specifier),
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  return { script, isCached: cachedData !== undefined };
}

type Wrapper = (exports: unknown, require: NodeJS.Require, module: Module, file: string, folder: string) => void;

function asWrapper(value: unknown): Wrapper {
  return value as Wrapper;
}

const DIGEST_BYTES = 32;

const digestOf = (code: Buffer): Buffer => createHash('sha256').update(code).digest();

/** The cache after its digest; undefined when it cannot be read or was damaged: V8 itself checks only length, version and flags. */
function readCache(file: string): Buffer | undefined {
  try {
    const content = readFileSync(file);
    const code = content.subarray(DIGEST_BYTES);
    return digestOf(code).equals(content.subarray(0, DIGEST_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Other processes see the whole file or none. */
function writeCache(file: string, code: Buffer): void {
  const partial = `${file}.${process.pid}`;
  try {
    writeFileSync(partial, Buffer.concat([digestOf(code), code]), { flag: 'wx' });
    renameSync(partial, file);
  } catch {
    // The next start compiles the module again.
    rmSync(partial, { force: true });
  }
}

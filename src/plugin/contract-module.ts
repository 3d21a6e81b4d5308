import Module from 'node:module';
import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What plugins import. */
const CONTRACT = 'clearloop/plugin';

/** The contract of this engine, beside this file in the sources and in the build. */
const OWN_CONTRACT = join(__dirname, 'index');

type Resolve = (request: string, parent: { readonly filename?: string | null } | undefined, ...rest: readonly unknown[]) => string;

/** Folders of plugins, with their separator at the end. */
const folders = new Set<string>();

let isInstalled = false;

/**
 * Makes `require('clearloop/plugin')` below a folder mean the engine that loads the plugin, wherever the plugin lies and whatever is
 * installed beside it. With a second copy of the contract nothing that a plugin declares would be known to the engine.
 *
 * Node 20 has no public way to do so; `registerHooks` of later releases is one. Other requests, and those of other files, are untouched.
 */
export function shareContract(folder: string): void {
  folders.add(realpathSync(folder) + sep);
  if (isInstalled) return;
  isInstalled = true;
  const loader = asLoader(Module);
  const resolve = loader._resolveFilename;
  loader._resolveFilename = (request, parent, ...rest) =>
    request === CONTRACT && isOfPlugin(parent?.filename) ? require.resolve(OWN_CONTRACT) : resolve.call(Module, request, parent, ...rest);
}

function isOfPlugin(file: string | null | undefined): boolean {
  return typeof file === 'string' && [...folders].some((folder) => file.startsWith(folder));
}

/** The part of Node's loader that decides which file a request means. */
function asLoader(module: unknown): { _resolveFilename: Resolve } {
  return module as { _resolveFilename: Resolve };
}

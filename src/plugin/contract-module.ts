import Module, { createRequire } from 'node:module';
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import * as contract from './index';
import * as io from './io';
import { loadVocabulary } from './product-plugins';

/** What plugins import. */
const CONTRACT: ReadonlyMap<string, () => unknown> = new Map([
  ['clearloop/plugin', () => contract],
  ['clearloop/plugin/io', () => io],
  ['clearloop/vocabulary', loadVocabulary],
]);

/** The Nest of a package with a Nest module is that of the service, so that both mean the same classes by `ConfigService`. */
const NEST: ReadonlySet<string> = new Set(['@nestjs/common', '@nestjs/config', '@nestjs/core']);

/** Requires a package as this file does. */
const requireOwn: (name: string) => unknown = createRequire(__filename);

type Load = (request: string, parent: { readonly filename?: string | null } | undefined, ...rest: readonly unknown[]) => unknown;

/** Folders of plugins, with their separator at the end. */
const folders = new Set<string>();

let isInstalled = false;

/**
 * Makes `require('clearloop/plugin')`, and the like, below a folder return the contract of the engine that loads the plugin, wherever the
 * plugin lies and whatever is installed beside it. With a second copy of the contract nothing that a plugin declares would be known to the engine.
 *
 * Node 20 has no public way to do so; `registerHooks` of later releases is one. Other requests, and those of other files, are untouched.
 */
export function shareContract(folder: string): void {
  folders.add(realpathSync(folder) + sep);
  if (isInstalled) return;
  isInstalled = true;
  const loader = asLoader(Module);
  const load = loader._load;
  loader._load = (request, parent, ...rest) => {
    const provide = CONTRACT.get(request);
    const isShared = (provide !== undefined || NEST.has(request)) && isOfPlugin(parent?.filename);
    if (!isShared) return load.call(Module, request, parent, ...rest);
    return provide === undefined ? requireOwn(request) : provide();
  };
}

function isOfPlugin(file: string | null | undefined): boolean {
  return typeof file === 'string' && [...folders].some((folder) => file.startsWith(folder));
}

/** The part of Node's loader that returns a module for a request. */
function asLoader(module: unknown): { _load: Load } {
  return module as { _load: Load };
}

import { checkDeclarations } from './plugin-declarations';
import { refusePlugin } from './plugin-refusal';
import { loadPluginPackage, type PluginPackage } from './plugin-package';

/** The names in the setting CLEARLOOP_PLUGINS: folders and packages, separated by commas. */
export const pluginNames = (setting: string | undefined): readonly string[] =>
  (setting ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Loads plugin packages for an engine without Nest, as `loadServicePackages` does. A package that exports a Nest module is refused: nothing
 * would make its providers.
 */
export function loadPackages(names: readonly string[]): readonly PluginPackage[] {
  const loaded = loadServicePackages(names);
  const withModule = loaded.find(({ nestModules }) => nestModules.length > 0);
  if (withModule === undefined) return loaded;
  const advice = 'For commands and programs, export what `defineTransactionSet` and the like return.';
  throw refusePlugin(withModule.name, `it exports a Nest module, which only the service can load. ${advice}`);
}

/**
 * Loads plugin packages from outside the product, each once, and checks everything that does not need an input: the version of the contract, the shape of their
 * exports, their guides, and that every declaration has its place in its guides. Providers of Nest modules in a package are not known before there is an
 * application (see `PluginExplorer`). Throws EDI_PLUGIN_INVALID with the name of the package and the reason.
 */
export function loadServicePackages(names: readonly string[]): readonly PluginPackage[] {
  const byFolder = new Map<string, PluginPackage>();
  for (const name of names) {
    const loaded = loadPluginPackage(name);
    if (byFolder.has(loaded.folder)) continue;
    if (loaded.nestModules.length === 0) checkDeclarations(loaded);
    byFolder.set(loaded.folder, loaded);
  }
  return [...byFolder.values()];
}

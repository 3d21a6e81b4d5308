import { checkDeclarations } from './plugin-declarations';
import { loadPluginPackage, type PluginPackage } from './plugin-package';

/** The names in the setting CLEARLOOP_PLUGINS: folders and packages, separated by commas. */
export const pluginNames = (setting: string | undefined): readonly string[] =>
  (setting ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Loads plugin packages from outside the product, each once, and checks all that can be checked before there is an input: the version of the
 * contract, the shape of what they export, their guides, and that every declaration has its place in its guides.
 * Throws EDI_PLUGIN_INVALID with the name of the package and the reason.
 */
export function loadPackages(names: readonly string[]): readonly PluginPackage[] {
  const byFolder = new Map<string, PluginPackage>();
  for (const name of names) {
    const loaded = loadPluginPackage(name);
    if (byFolder.has(loaded.folder)) continue;
    checkDeclarations(loaded);
    byFolder.set(loaded.folder, loaded);
  }
  return [...byFolder.values()];
}

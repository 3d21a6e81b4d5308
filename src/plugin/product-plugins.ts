import { loadVocabulary, PRODUCT_PLUGINS, PRODUCT_SETS } from '../../plugins/product-plugins';
import { isPluginType, type PluginType } from './plugin-loader';
import { PluginRegistry } from './plugin.registry';
import type { TransactionSetPlugin } from './transaction-set.plugin';

export { loadVocabulary };

/** Returns the classes of the plugins that come with the product. Loads them all. */
export const loadProductPlugins = (): readonly PluginType[] => [...PRODUCT_PLUGINS, ...PRODUCT_SETS.map(({ load }) => classIn(load()))];

/** Registers the plugins that come with the product, before all others. Declarations of a set are loaded when they are first needed. */
export function registerProductPlugins(registry: PluginRegistry): void {
  const sets = PRODUCT_SETS.map(({ options, load }) => ({ options, make: () => asTransactionSet(new (classIn(load()))()) }));
  registry.addProduct(
    PRODUCT_PLUGINS.map((type) => new type()),
    sets,
  );
}

/** A registry with the plugins of the product. */
export function productRegistry(): PluginRegistry {
  const registry = new PluginRegistry();
  registerProductPlugins(registry);
  return registry;
}

/** The plugin that a module exports. */
function classIn(exported: unknown): PluginType {
  const found = Object.values(asExports(exported)).find(isPluginType);
  if (found === undefined) throw new Error('A folder of the product exports no plugin.');
  return found;
}

const asExports = (module: unknown): object => module as object;

const asTransactionSet = (plugin: unknown): TransactionSetPlugin => plugin as TransactionSetPlugin;

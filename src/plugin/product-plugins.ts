import { loadVocabulary, PRODUCT_PLUGINS, PRODUCT_SETS } from '../../plugins/product-plugins';
import { isPluginType, type PluginType } from './plugin-loader';
import type { TransactionSetOptions, TransactionSetPlugin } from './transaction-set.plugin';

export { loadVocabulary };

/** A plugin of the product for a transaction set: its options are known at once, and it is made when it is first needed. */
export interface ProductSet {
  readonly options: TransactionSetOptions;
  readonly make: () => TransactionSetPlugin;
}

/** Makes the plugins of the product that most inputs need. */
export const makeProductPlugins = (): readonly object[] => PRODUCT_PLUGINS.map((Plugin) => new Plugin());

/** The plugins of the product for transaction sets. Loads none. */
export const productSets: readonly ProductSet[] = PRODUCT_SETS.map(({ options, load }) => ({
  options,
  make: () => asTransactionSet(new (classIn(load()))()),
}));

/** The plugin that a module exports. */
function classIn(exported: unknown): PluginType {
  const found = Object.values(asExports(exported)).find(isPluginType);
  if (found === undefined) throw new Error('A folder of the product exports no plugin.');
  return found;
}

function asExports(module: unknown): object {
  return module as object;
}

function asTransactionSet(plugin: unknown): TransactionSetPlugin {
  return plugin as TransactionSetPlugin;
}

import { PRODUCT_PLUGINS, vocabulary } from '../../plugins/product-plugins';
import type { PluginType } from './plugin-loader';

/** Returns the classes of the plugins that come with the product. */
export const loadProductPlugins = (): readonly PluginType[] => PRODUCT_PLUGINS;

/** Returns what plugins import as the vocabulary of healthcare. */
export const loadVocabulary = (): object => vocabulary;

import { loadPlugin, loadProductPlugins } from '../plugin/plugin-loader';
import { PluginRegistry } from '../plugin/plugin.registry';
import { Engine, type ErrorListener } from './engine';

/** What an engine is made of besides the plugins that come with the product. */
export interface ConverterOptions {
  /** Folders or packages with further plugins. */
  readonly plugins?: readonly string[];
  /** Told of errors that became in-band ERROR objects. */
  readonly onError?: ErrorListener;
}

/**
 * Makes an engine without Nest: for the command line, the library and tests. Guides are read when they are first needed.
 * Throws EDI_PLUGIN_INVALID.
 */
export function createConverter({ plugins = [], onError }: ConverterOptions = {}): Engine {
  const registry = new PluginRegistry();
  for (const type of [...loadProductPlugins(), ...plugins.flatMap(loadPlugin)]) registry.register(new type());
  return new Engine(registry, onError);
}

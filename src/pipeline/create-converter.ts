import { loadPlugin, loadProductPlugins } from '../plugin/plugin-loader';
import { PluginRegistry } from '../plugin/plugin.registry';
import { Engine, type EngineOptions } from './engine';

/** What an engine is made of besides the plugins that come with the product. */
export interface ConverterOptions extends EngineOptions {
  /** Folders or packages with further plugins. */
  readonly plugins?: readonly string[];
}

/**
 * Makes an engine without Nest: for the command line, the library and tests. Guides are read when they are first needed.
 * Throws EDI_PLUGIN_INVALID.
 */
export function createConverter({ plugins = [], ...options }: ConverterOptions = {}): Engine {
  const registry = new PluginRegistry();
  for (const type of [...loadProductPlugins(), ...plugins.flatMap(loadPlugin)]) registry.register(new type());
  return new Engine(registry, options);
}

import { loadPackages } from '../plugin/load-packages';
import { PluginRegistry } from '../plugin/plugin.registry';
import type { EngineOptions } from './context';
import { Engine } from './engine';
import { checkOptionNames, type OptionTable } from './known-options';
import type { PluginBindings } from './plugin-bindings';

/** Parts of an engine in addition to the plugins of the product. */
export interface ConverterOptions extends Omit<EngineOptions, 'packages'> {
  /** Further plugins: folders, or names of installed packages. See docs/plugins.md. */
  readonly plugins?: readonly string[];
}

/**
 * Makes an engine without Nest: for the command line, the library and tests. Guides are read when they are first needed.
 * Throws EDI_BAD_PARAMETER for an unknown option, and EDI_PLUGIN_INVALID.
 */
export function createConverter(given: ConverterOptions = {}): Engine {
  checkOptionNames('createConverter', given, { onError: 'function', codes: 'object', plugins: 'object' } satisfies OptionTable<ConverterOptions>);
  const { plugins = [], ...options } = given;
  const registry = PluginRegistry.ofProduct();
  for (const one of loadPackages(plugins)) registry.addPackage(one);
  const engine = new Engine(registry, { ...options, packages: plugins });
  engine.checkPackages();
  return engine;
}

/** Never removed: a process has few lists of plugins, and Node holds the modules of each. */
const bindingsByPlugins = new Map<string, PluginBindings>();

/**
 * Makes an engine for one call of the library. Its options belong to the call; calls with the same plugins share their bindings, and the plugins are loaded at
 * the first of them. Throws as `createConverter` does.
 */
export function converterOfCall({ plugins = [], ...options }: ConverterOptions = {}): Engine {
  // A folder is relative to the working directory of the call.
  const key = plugins.length === 0 ? '' : JSON.stringify([process.cwd(), plugins]);
  const bindings = bindingsByPlugins.get(key);
  if (bindings !== undefined) return new Engine(bindings, { ...options, packages: plugins });
  const engine = createConverter({ ...options, plugins });
  bindingsByPlugins.set(key, engine.context.bindings);
  return engine;
}

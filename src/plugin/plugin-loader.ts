import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EdiError } from '../common/edi-error';
import { acknowledgmentOptions, outputOptions, transactionSetOptions } from './plugin-metadata';

/** A class that is a plugin; plugins are made without arguments. */
export type PluginType = new () => object;

/** The folder of the plugins that come with the product, beside `src` in the sources and in the build. */
const PRODUCT_PLUGINS = resolve(__dirname, '../../plugins');

/** Loads the classes of every plugin that comes with the product: one folder each, with an index that exports them. */
export function loadProductPlugins(): PluginType[] {
  const folders = readdirSync(PRODUCT_PLUGINS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => loadPlugin(join(PRODUCT_PLUGINS, name)));
}

/**
 * Loads the plugin classes that a folder or package exports.
 * Throws EDI_PLUGIN_INVALID when it cannot be loaded or exports none.
 */
export function loadPlugin(name: string): PluginType[] {
  const target = existsSync(name) ? resolve(name) : name;
  const exported = requireModule(target);
  const types = Object.values(exported).filter(isPluginType);
  if (types.length === 0)
    throw new EdiError('EDI_PLUGIN_INVALID', `Plugin ${name} is refused: it exports no class with @TransactionSet, @Output or @Acknowledgment.`);
  return types;
}

function requireModule(target: string): Record<string, unknown> {
  try {
    return asModule(require(target));
  } catch (cause) {
    if (cause instanceof EdiError) throw cause;
    throw new EdiError('EDI_PLUGIN_INVALID', `Plugin ${target} is refused: it cannot be loaded. Is its index built and are its dependencies installed?`, {
      cause,
    });
  }
}

function asModule(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isPluginType(value: unknown): value is PluginType {
  return typeof value === 'function' && [transactionSetOptions, outputOptions, acknowledgmentOptions].some((optionsOf) => optionsOf(value) !== undefined);
}

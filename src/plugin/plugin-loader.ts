import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isPluginClass } from './plugin-metadata';

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
    .flatMap((name) => Object.values(requireModule(join(PRODUCT_PLUGINS, name))).filter(isPluginType));
}

/** Loads a module and gives what it exports, by name. Throws what the module throws. */
export function requireModule(path: string): Readonly<Record<string, unknown>> {
  return asExports(require(path));
}

function asExports(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** True for a class that is marked as a plugin. */
export function isPluginType(value: unknown): value is PluginType {
  return isPluginClass(value);
}

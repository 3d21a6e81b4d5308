import { isPluginClass } from './plugin-metadata';

/** A class that is a plugin; plugins are made without arguments. */
export type PluginType = new () => object;

/** Loads a module and returns its exports, by name. Throws what the module throws. */
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

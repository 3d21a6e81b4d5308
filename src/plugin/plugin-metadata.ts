import type { OutputOptions, OutputPlugin } from './output.plugin';
import type { TransactionSetOptions, TransactionSetPlugin } from './transaction-set.plugin';

type PluginClass = abstract new (...args: never[]) => object;

/** A transaction-set plugin as one object: what it claims, and what it makes of it. */
export interface TransactionSetDefinition extends TransactionSetOptions, TransactionSetPlugin {}

/** An output plugin as one object: its format, and what writes it. */
export interface OutputDefinition extends OutputOptions, OutputPlugin {}

/** Options by class, or by object. A registry of declarations, written while modules load, like the metadata of Nest's own decorators. */
const transactionSets = new WeakMap<object, TransactionSetOptions>();
const outputs = new WeakMap<object, OutputOptions>();

/** Marks a class as a transaction-set plugin, as those of the product are. It is made once, without arguments. */
export const TransactionSet =
  (options: TransactionSetOptions) =>
  (target: PluginClass): void => {
    transactionSets.set(target, options);
  };

/** Marks a class as an output plugin, as those of the product are. It is made once, without arguments. */
export const Output =
  (options: OutputOptions) =>
  (target: PluginClass): void => {
    outputs.set(target, options);
  };

/**
 * Declares a transaction-set plugin; the package exports what it gives. Nothing is checked before the package is loaded, which refuses
 * an object that has anything else than the contract knows (EDI_PLUGIN_INVALID).
 */
export function defineTransactionSet(definition: TransactionSetDefinition): TransactionSetDefinition {
  transactionSets.set(definition, definition);
  return definition;
}

/** Declares an output plugin; the package exports what it gives. Checked as a transaction set is. */
export function defineOutput(definition: OutputDefinition): OutputDefinition {
  outputs.set(definition, definition);
  return definition;
}

/** The options of a plugin: of an object that was defined, or of an instance of a marked class; undefined for anything else. */
export const transactionSetOptions = (plugin: object): TransactionSetOptions | undefined =>
  transactionSets.get(plugin) ?? transactionSets.get(plugin.constructor);

/** The options of a plugin: of an object that was defined, or of an instance of a marked class; undefined for anything else. */
export const outputOptions = (plugin: object): OutputOptions | undefined => outputs.get(plugin) ?? outputs.get(plugin.constructor);

/** True for a class that is marked as a plugin. */
export const isPluginClass = (value: object): boolean => transactionSets.has(value) || outputs.has(value);

/** True for a plugin that is one object. */
export const isDefinition = (value: object): boolean => typeof value === 'object' && (transactionSets.has(value) || outputs.has(value));

import type { AcknowledgmentOptions } from './acknowledgment.plugin';
import type { OutputOptions } from './output.plugin';
import type { TransactionSetOptions } from './transaction-set.plugin';

type PluginClass = abstract new (...args: never[]) => object;

/** Options by class. A registry of declarations, written while classes load, like the metadata of Nest's own decorators. */
const transactionSets = new WeakMap<object, TransactionSetOptions>();
const outputs = new WeakMap<object, OutputOptions>();
const acknowledgments = new WeakMap<object, AcknowledgmentOptions>();

/** Marks a class as a transaction-set plugin. */
export const TransactionSet =
  (options: TransactionSetOptions) =>
  (target: PluginClass): void => {
    transactionSets.set(target, options);
  };

/** Marks a class as an output plugin. */
export const Output =
  (options: OutputOptions) =>
  (target: PluginClass): void => {
    outputs.set(target, options);
  };

/** The options of a plugin's class; undefined for other classes. */
export const transactionSetOptions = (plugin: object): TransactionSetOptions | undefined => transactionSets.get(plugin);

/** The options of a plugin's class; undefined for other classes. */
export const outputOptions = (plugin: object): OutputOptions | undefined => outputs.get(plugin);

/** Marks a class as a plugin that acknowledges what is received. */
export const Acknowledgment =
  (options: AcknowledgmentOptions) =>
  (target: PluginClass): void => {
    acknowledgments.set(target, options);
  };

/** The options of a plugin's class; undefined for other classes. */
export const acknowledgmentOptions = (plugin: object): AcknowledgmentOptions | undefined => acknowledgments.get(plugin);

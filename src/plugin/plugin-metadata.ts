import type { AcknowledgmentOptions, AcknowledgmentPlugin } from './acknowledgment.plugin';
import type { FormatOptions, FormatPlugin } from './format.plugin';
import type { OutputOptions, OutputPlugin } from './output.plugin';
import type { TransactionSetOptions, TransactionSetPlugin } from './transaction-set.plugin';

/** The version of the contract of this engine. It is raised when existing plugins would have to change. */
export const PLUGIN_CONTRACT = 2;

type PluginClass = abstract new (...args: never[]) => object;

/** A transaction-set plugin as one object: its claims and its emissions. */
export interface TransactionSetDefinition extends TransactionSetOptions, TransactionSetPlugin {}

/** An output plugin as one object: its format, and what writes it. */
export interface OutputDefinition extends OutputOptions, OutputPlugin {}

/** An acknowledgment plugin as one object: its id, and what writes it. */
export interface AcknowledgmentDefinition extends AcknowledgmentOptions, AcknowledgmentPlugin {}

/** A plugin for an input format as one object: its name, and what reads it. */
export interface FormatDefinition extends FormatOptions, FormatPlugin {}

/** Kind and options of a plugin. */
export type Declared =
  | { readonly kind: 'transactionSet'; readonly options: TransactionSetOptions }
  | { readonly kind: 'output'; readonly options: OutputOptions }
  | { readonly kind: 'acknowledgment'; readonly options: AcknowledgmentOptions }
  | { readonly kind: 'format'; readonly options: FormatOptions };

/** By class, or by object. A registry of declarations, written while modules load, like the metadata of Nest's own decorators. */
const declarations = new WeakMap<object, Declared>();

/** Marks a class as a transaction-set plugin, as those of the product are. It is made once, without arguments unless a Nest module provides it. */
export const TransactionSet =
  (options: TransactionSetOptions) =>
  (target: PluginClass): void =>
    void declarations.set(target, { kind: 'transactionSet', options });

/** Marks a class as an output plugin, as those of the product are. It is made once, without arguments unless a Nest module provides it. */
export const Output =
  (options: OutputOptions) =>
  (target: PluginClass): void =>
    void declarations.set(target, { kind: 'output', options });

/** Marks a class as a plugin that acknowledges received files. It is instantiated once, without arguments unless a Nest module provides it. */
export const Acknowledgment =
  (options: AcknowledgmentOptions) =>
  (target: PluginClass): void =>
    void declarations.set(target, { kind: 'acknowledgment', options });

/** Marks a class as a plugin for an input format that is not X12. It is made once, without arguments unless a Nest module provides it. */
export const Format =
  (options: FormatOptions) =>
  (target: PluginClass): void =>
    void declarations.set(target, { kind: 'format', options });

/**
 * Declares a transaction-set plugin, to be exported by its package. Checks nothing: loading the package does, and refuses an object with members outside the
 * contract (EDI_PLUGIN_INVALID).
 */
export function defineTransactionSet(definition: TransactionSetDefinition): TransactionSetDefinition {
  declarations.set(definition, { kind: 'transactionSet', options: definition });
  return definition;
}

/** Declares an output plugin, to be exported by its package. Checked like a transaction set. */
export function defineOutput(definition: OutputDefinition): OutputDefinition {
  declarations.set(definition, { kind: 'output', options: definition });
  return definition;
}

/** Declares an acknowledgment plugin, to be exported by its package. Checked like a transaction set. */
export function defineAcknowledgment(definition: AcknowledgmentDefinition): AcknowledgmentDefinition {
  declarations.set(definition, { kind: 'acknowledgment', options: definition });
  return definition;
}

/** Declares a plugin for an input format, to be exported by its package. Checked like a transaction set. */
export function defineFormat(definition: FormatDefinition): FormatDefinition {
  declarations.set(definition, { kind: 'format', options: definition });
  return definition;
}

/** Returns the declaration of an object, or the mark of an instance's class; undefined for anything else. */
export const declarationOf = (plugin: object): Declared | undefined => declarations.get(plugin) ?? declarations.get(plugin.constructor);

/** True for a class that is marked as a plugin. */
export const isPluginClass = (value: unknown): boolean => typeof value === 'function' && declarations.has(value);

/** True for a plugin that is one object. */
export const isDefinition = (value: unknown): value is object => typeof value === 'object' && value !== null && declarations.has(value);

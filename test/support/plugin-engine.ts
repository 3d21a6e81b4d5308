import { NdjsonOutput } from '../../plugins/ndjson';
import { JsonOutput } from '../../plugins/json';
import type { ErrorListener } from '../../src/pipeline/context';
import { Engine } from '../../src/pipeline/engine';
import { constant, type Emission, record, type RecordDeclaration, transactionId, TransactionSet, type TransactionSetOptions } from '../../src/plugin';
import { PluginRegistry } from '../../src/plugin/plugin.registry';

/** The TRANSACTION record of plugins that do not care for it. */
export const bareTransaction = record('Transaction', { id: transactionId(), objectType: constant('TRANSACTION') });

export interface PluginParts extends Partial<TransactionSetOptions> {
  readonly emits: readonly Emission[];
  readonly transaction?: RecordDeclaration<object>;
  readonly envelope?: RecordDeclaration<object>;
}

/** Makes a transaction-set plugin, for 835 unless it says otherwise. */
export function transactionSetPlugin({ emits, transaction = bareTransaction, envelope, ...options }: PluginParts): object {
  class Plugin {
    readonly emits = emits;
    readonly transaction = transaction;
    readonly envelope = envelope;
  }
  TransactionSet({ id: 'test', claims: [{ set: '835' }], ...options })(Plugin);
  return new Plugin();
}

/** An engine with the outputs of the product and the plugins given. */
export function engineWith(plugins: readonly object[], onError?: ErrorListener): Engine {
  const registry = new PluginRegistry();
  for (const plugin of [new JsonOutput(), new NdjsonOutput(), ...plugins]) registry.register(plugin);
  return new Engine(registry, onError ? { onError } : {});
}

import { NdjsonOutput } from '../../plugins/ndjson';
import { JsonOutput } from '../../plugins/json';
import { GuideLoader } from '../../src/guide/guide-loader';
import { GuideRegistry } from '../../src/guide/guide-registry';
import type { ErrorListener } from '../../src/pipeline/context';
import { Engine } from '../../src/pipeline/engine';
import { TransactionSets } from '../../src/pipeline/transaction-sets';
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

/** Guides of the product, which the engines of a suite share: compiling one for each engine takes most of the time of small tests. */
const guides = new GuideRegistry(new GuideLoader());

/** An engine with the outputs of the product and these plugins, which bring no guides. */
export function engineWith(plugins: readonly object[], onError?: ErrorListener): Engine {
  const registry = new PluginRegistry();
  for (const plugin of [new JsonOutput(), new NdjsonOutput(), ...plugins]) registry.register(plugin);
  const engine = new Engine(registry, onError ? { onError } : {});
  Object.defineProperty(engine.context, 'sets', { value: new TransactionSets(registry, guides) });
  return engine;
}

import type { EdiError } from '../common/edi-error';
import { GuideLoader, productGuideFolder } from '../guide/guide-loader';
import { GuideRegistry } from '../guide/guide-registry';
import { type CodeDirectory, CodeDescriptions } from '../mapping/code-descriptions';
import type { PluginRegistry } from '../plugin/plugin.registry';
import { loadProductPlugins } from '../plugin/product-plugins';
import type { RuleFacts } from '../validation/rule';
import { RuleCatalogue } from '../validation/rule-catalogue';
import { StandardChecks } from '../validation/standard-checks';
import { type ControlRecords, bindControlRecords } from './control-record-binding';
import { EventLoopShare } from './event-loop-share';
import { TransactionSets } from './transaction-sets';
import { type PartRunner, WorkerPool } from './workers/worker-pool';

/** Receives errors that became in-band ERROR objects, for logs. */
export type ErrorListener = (error: EdiError, fileName: string) => void;

/** Options of an engine. */
export interface EngineOptions {
  /** Receives errors that became in-band ERROR objects. */
  readonly onError?: ErrorListener;
  /** Describes the codes of records; without it no code has a description. */
  readonly codes?: CodeDirectory;
  /** The folders or packages of all plugins from outside the product, for worker threads; absent: there are none that could load them. */
  readonly packages?: readonly string[];
}

/** Shared by all operations: plugins, guides, rules, codes. It caches only data derived from plugins and guides, so operations may run at the same time. */
export interface EngineContext {
  readonly plugins: PluginRegistry;
  readonly sets: TransactionSets;
  /** All rules: those that know no transaction set, and those of the plugins. */
  readonly rules: RuleCatalogue;
  readonly standard: StandardChecks;
  readonly controlRecords: ControlRecords;
  readonly descriptions: CodeDescriptions | undefined;
  /** One for all operations, so that no number of requests blocks the event loop. */
  readonly share: EventLoopShare;
  readonly onError: ErrorListener | undefined;
  /** Worker threads; undefined where an engine has plugins that a thread cannot load. */
  readonly workers: PartRunner | undefined;
}

/** Makes a context. Guides and rules are bound at the first operation: plugins, and the folders of their guides, are registered by then. */
export function createContext(plugins: PluginRegistry, { onError, codes, packages }: EngineOptions = {}): EngineContext {
  let sets: TransactionSets | undefined;
  let rules: RuleCatalogue | undefined;
  let workers: WorkerPool | undefined;
  return {
    plugins,
    standard: new StandardChecks(),
    controlRecords: bindControlRecords(),
    descriptions: codes && new CodeDescriptions(codes),
    share: new EventLoopShare(),
    onError,
    get sets() {
      return (sets ??= new TransactionSets(plugins, new GuideRegistry(new GuideLoader([productGuideFolder(), ...plugins.guideFolders]))));
    },
    get workers() {
      if (packages !== undefined && !plugins.hasOther(loadProductPlugins())) workers ??= new WorkerPool(packages, codes);
      return workers;
    },
    get rules() {
      return (rules ??= new RuleCatalogue(rulesOf(plugins)));
    },
  };
}

const rulesOf = ({ transactionSetPlugins, formats }: PluginRegistry): readonly RuleFacts[] =>
  [...transactionSetPlugins, ...formats].flatMap(({ plugin }): readonly RuleFacts[] => plugin.rules ?? []);

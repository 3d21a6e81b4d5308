import type { EdiError } from '../common/edi-error';
import type { CodeDescriptions, CodeDirectory } from '../mapping/code-descriptions';
import type { PluginRegistry } from '../plugin/plugin.registry';
import type { RuleCatalogue } from '../validation/rule-catalogue';
import type { StandardChecks } from '../validation/standard-checks';
import type { ControlRecords } from './control-record-binding';
import { EventLoopShare } from './event-loop-share';
import type { PluginBindings } from './plugin-bindings';
import type { TransactionSets } from './transaction-sets';
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
  readonly bindings: PluginBindings;
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

/** Makes a context with the bindings of its plugins, which other contexts may share. */
export function createContext(bindings: PluginBindings, { onError, codes, packages }: EngineOptions = {}): EngineContext {
  const { plugins, standard, controlRecords } = bindings;
  let workers: WorkerPool | undefined;
  return {
    bindings,
    plugins,
    standard,
    controlRecords,
    descriptions: codes && bindings.descriptionsOf(codes),
    share: new EventLoopShare(),
    onError,
    get sets() {
      return bindings.sets;
    },
    get workers() {
      if (packages !== undefined && !plugins.hasOther) workers ??= new WorkerPool(packages, codes);
      return workers;
    },
    get rules() {
      return bindings.rules;
    },
  };
}

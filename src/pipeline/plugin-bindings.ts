import { GuideLoader, productGuideFolder } from '../guide/guide-loader';
import { GuideRegistry } from '../guide/guide-registry';
import { CodeDescriptions, type CodeDirectory } from '../mapping/code-descriptions';
import type { PluginRegistry } from '../plugin/plugin.registry';
import { RuleCatalogue } from '../validation/rule-catalogue';
import { StandardChecks } from '../validation/standard-checks';
import { bindControlRecords } from './control-record-binding';
import { TransactionSets } from './transaction-sets';

/**
 * Everything that is made of plugins and guides alone, whatever the options of an engine. Engines with the same plugins may share it: the kernel of a thread never
 * frees the programs of a binding, so that a process with an engine for each call would grow. Guides and rules are bound when they are first needed: plugins, and
 * the folders of their guides, are registered by then.
 */
export class PluginBindings {
  readonly standard = new StandardChecks();
  readonly controlRecords = bindControlRecords();
  private readonly descriptions = new WeakMap<CodeDirectory, CodeDescriptions>();
  private boundSets: TransactionSets | undefined;
  private boundRules: RuleCatalogue | undefined;
  private boundSides: PluginBindings | undefined;

  constructor(readonly plugins: PluginRegistry) {}

  get sets(): TransactionSets {
    const { plugins } = this;
    return (this.boundSets ??= new TransactionSets(plugins, new GuideRegistry(new GuideLoader([productGuideFolder(), ...plugins.guideFolders]))));
  }

  get rules(): RuleCatalogue {
    return (this.boundRules ??= new RuleCatalogue(() => this.plugins.rules));
  }

  /** The bindings of the plugins that emit the sides of pairs. */
  get matching(): PluginBindings {
    return (this.boundSides ??= new PluginBindings(this.plugins.forMatching()));
  }

  /** The descriptions of a directory, for all engines that have it. */
  descriptionsOf(codes: CodeDirectory): CodeDescriptions {
    const known = this.descriptions.get(codes) ?? new CodeDescriptions(codes);
    this.descriptions.set(codes, known);
    return known;
  }
}

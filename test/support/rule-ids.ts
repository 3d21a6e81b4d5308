import type { PluginRegistry } from '../../src/plugin/plugin.registry';
import type { RuleFacts } from '../../src/validation/rule';
import { GENERAL_RULES } from '../../src/validation/rule-catalogue';

/** The ids of all rules: those of the engine, then those of plugins. */
export function ruleIds({ transactionSetPlugins, formats }: PluginRegistry): readonly string[] {
  const ofPlugins = [...transactionSetPlugins, ...formats].flatMap(({ plugin }): readonly RuleFacts[] => plugin.rules ?? []);
  return [...GENERAL_RULES, ...ofPlugins].map(({ id }) => id);
}

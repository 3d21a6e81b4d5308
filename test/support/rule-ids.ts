import type { PluginRegistry } from '../../src/plugin/plugin.registry';
import { GENERAL_RULES } from '../../src/validation/rule-catalogue';

/** The ids of all rules: those of the engine, then those of plugins. */
export const ruleIds = ({ rules }: PluginRegistry): readonly string[] => [...GENERAL_RULES, ...rules].map(({ id }) => id);

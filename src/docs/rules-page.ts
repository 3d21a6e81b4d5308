import type { PluginRegistry } from '../plugin/plugin.registry';
import type { RuleFacts, SnipLevel } from '../validation/rule';
import { GENERAL_RULES } from '../validation/rule-catalogue';
import { DEFAULT_LEVELS } from '../validation/rule-switches';

/** The rules of a plugin, for the page. */
interface RulesOfPlugin {
  /** Id of the plugin, such as x12-835. */
  readonly plugin: string;
  /** What it reads, such as Set 835. */
  readonly title: string;
  readonly rules: readonly RuleFacts[];
}

const LEVELS: Readonly<Record<SnipLevel, string>> = {
  1: 'syntax: the envelope, segments, types and lengths',
  2: 'requirements of the guide: what has to be there, and its codes',
  3: 'balances',
  4: 'situations: what one part of a transaction asks of another',
  5: 'external codes and identifiers',
  6: 'kinds of service; no rule has this level',
  7: 'what partners agree on, such as bank routing numbers',
};

/** Writes `docs/validation-rules.md`: every rule with its level, type and sentence. */
export function rulesPage({ transactionSetPlugins, formats }: PluginRegistry): string {
  const ofSets = transactionSetPlugins.map(({ options: { id, claims }, plugin }) => ({
    plugin: id,
    title: `Set ${[...new Set(claims.map(({ set }) => set))].join(', ')}`,
    rules: plugin.rules ?? [],
  }));
  const ofFormats = formats.map(({ options: { id, title }, plugin }) => ({ plugin: id, title, rules: plugin.rules ?? [] }));
  const ofPlugins: readonly RulesOfPlugin[] = [...ofSets, ...ofFormats];
  const sections = ofPlugins.filter(({ rules }) => rules.length > 0).map(({ plugin, title, rules }) => section(`${title} (plugins/${plugin})`, rules));
  const levels = Object.entries(LEVELS).map(([level, what]) => [level, what, isDefault(Number(level)) ? 'yes' : 'no']);
  return [
    '# Validation rules',
    'Made from the rules themselves by `npm run rules`; [validation.md](validation.md) says how to choose among them. An `ERROR` for lost data is always shown.',
    '## Levels',
    table(['Level', 'What it is about', 'Default'], levels),
    'A rule `on request` looks only where `levels` names its level, or `rules` names the rule: the answers of the interface do not have it by default.',
    section('Every set', GENERAL_RULES),
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}

const isDefault = (level: number): boolean => DEFAULT_LEVELS.some((one) => one === level);

function section(title: string, rules: readonly RuleFacts[]): string {
  const rows = [...rules]
    .sort((a, b) => a.level - b.level || (a.id < b.id ? -1 : 1))
    .map(({ id, level, isOnRequest, issueType, finds }) => [
      `\`${id}\``,
      isOnRequest === true ? `${level}, on request` : String(level),
      `\`${issueType}\``,
      finds,
    ]);
  return `## ${title}\n\n${table(['Rule', 'Level', 'Type', 'What it finds'], rows)}`;
}

/** A table whose columns are aligned, as the formatter of the project writes it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

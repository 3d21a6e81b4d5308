import { EdiError } from '../common/edi-error';
import { type RuleFacts, SNIP_LEVELS, type SnipLevel } from './rule';

/** Default levels. */
export const DEFAULT_LEVELS: readonly SnipLevel[] = [1, 2, 3, 5];

/** Selection of rules by the caller. */
export interface RuleChoice {
  /** Levels and ranges of levels, such as `1-3,5`; then issues carry `ruleId` and `snipLevel`. Absent: 1, 2, 3 and 5. */
  readonly levels?: string | undefined;
  /** Ids of rules, separated by commas; a rule is switched on, or off with a minus sign before its id. */
  readonly rules?: string | undefined;
}

/** The rules that are on. */
export class RuleSwitches {
  constructor(
    private readonly levels: ReadonlySet<SnipLevel>,
    private readonly byId: ReadonlyMap<string, boolean>,
    /** True when levels were selected: issues then have their rule and level. */
    readonly showsRules: boolean,
  ) {}

  isOn({ id, level, isOnRequest }: Pick<RuleFacts, 'id' | 'level' | 'isOnRequest'>): boolean {
    return this.byId.get(id) ?? (this.levels.has(level) && (this.showsRules || isOnRequest !== true));
  }
}

/** Reads the selection. Throws EDI_BAD_PARAMETER for an unknown level or rule. */
export function readSwitches({ levels, rules }: RuleChoice, known: Pick<ReadonlySet<string>, 'has'>): RuleSwitches {
  const chosen = levels === undefined || levels.trim() === '' ? undefined : readLevels(levels);
  const names = (rules ?? '').split(',').map((name) => name.trim());
  const byId = names.filter((name) => name !== '').map((name): readonly [string, boolean] => [name.replace(/^[-+]/, ''), !name.startsWith('-')]);
  const unknown = byId.find(([id]) => !known.has(id));
  if (unknown) throw new EdiError('EDI_BAD_PARAMETER', `rules has '${unknown[0]}', which is no rule. docs/validation-rules.md lists them.`);
  return new RuleSwitches(new Set(chosen ?? DEFAULT_LEVELS), new Map(byId), chosen !== undefined);
}

const RANGE = /^([1-7])(?:-([1-7]))?$/;

/** Reads levels such as `1-3,5`. Throws EDI_BAD_PARAMETER, for a range without levels too: `3-1` would check nothing. */
export function readLevels(text: string): readonly SnipLevel[] {
  return text.split(',').flatMap((part) => {
    const levels = levelsOf(part.trim());
    if (levels.length === 0) throw new EdiError('EDI_BAD_PARAMETER', `levels has '${part.trim()}'; allowed are levels from 1 to 7 and ranges, such as 1-3,5.`);
    return levels;
  });
}

/** True for levels that `readLevels` reads. */
export const areLevels = (value: unknown): boolean => typeof value === 'string' && value.split(',').every((part) => levelsOf(part).length > 0);

/** The levels of a level or a range, such as `1-3`; none for anything else. */
function levelsOf(part: string): readonly SnipLevel[] {
  const match = RANGE.exec(part);
  if (match === null) return [];
  const from = Number(match[1]);
  const to = Number(match[2] ?? match[1]);
  return SNIP_LEVELS.filter((level) => level >= from && level <= to);
}

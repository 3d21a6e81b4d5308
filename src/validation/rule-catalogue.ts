import type { RuleFacts, SnipLevel } from './rule';
import { binaryLength } from './rules/binary-length';
import { npiCheckDigit, routingCheckDigit } from './rules/check-digits';
import { codeInvalid } from './rules/code-list';
import { controlDuplicate, groupFunction, groupVersion } from './rules/control-numbers';
import { elementCharacterSet, elementControlCharacters, elementSeparator } from './rules/element-characters';
import { elementCode, elementPattern } from './rules/element-codes';
import { elementTooLong, elementTooShort } from './rules/element-length';
import { elementRequired, elementUnknown, elementUnused } from './rules/element-presence';
import { elementRepeats } from './rules/element-repeats';
import { elementDate, elementNumber } from './rules/element-type';
import { levelChildren, levelSequence } from './rules/levels';
import { loopMaximum, loopRequired, segmentMaximum, segmentOrder, segmentRequired } from './rules/loop-content';
import { periodOrder } from './rules/period-order';
import { READING_RULES } from './rules/reading';
import { elementsConditional, elementsExclusive, elementsOneOf, elementsPaired } from './rules/syntax-notes';

/** The rules that know no transaction set, in the order of the documentation. */
export const GENERAL_RULES: readonly RuleFacts[] = [
  ...READING_RULES,
  controlDuplicate,
  groupFunction,
  groupVersion,
  segmentRequired,
  loopRequired,
  segmentMaximum,
  loopMaximum,
  segmentOrder,
  levelSequence,
  levelChildren,
  elementRequired,
  elementUnused,
  elementUnknown,
  elementTooLong,
  elementTooShort,
  elementDate,
  elementNumber,
  elementControlCharacters,
  elementCharacterSet,
  elementSeparator,
  elementCode,
  elementPattern,
  elementRepeats,
  elementsPaired,
  elementsOneOf,
  elementsConditional,
  elementsExclusive,
  binaryLength,
  codeInvalid,
  periodOrder,
  npiCheckDigit,
  routingCheckDigit,
];

/** All rules of an engine by id. */
export class RuleCatalogue {
  private readonly general = byId(GENERAL_RULES);
  private ofPlugins: ReadonlyMap<string, RuleFacts> | undefined;

  /** `rulesOfPlugins` loads the declarations of plugins, so it is called when a rule is none of the general ones. */
  constructor(private readonly rulesOfPlugins: () => readonly RuleFacts[]) {}

  has(ruleId: string): boolean {
    return this.find(ruleId) !== undefined;
  }

  /** A rule by its id; undefined for a finding without one. */
  find(ruleId: string | undefined): RuleFacts | undefined {
    if (ruleId === undefined) return undefined;
    return this.general.get(ruleId) ?? (this.ofPlugins ??= byId(this.rulesOfPlugins())).get(ruleId);
  }

  /** The level of a rule; undefined for a finding without one. */
  levelOf(ruleId: string | undefined): SnipLevel | undefined {
    return this.find(ruleId)?.level;
  }
}

const byId = (rules: readonly RuleFacts[]): ReadonlyMap<string, RuleFacts> => new Map(rules.map((rule) => [rule.id, rule]));

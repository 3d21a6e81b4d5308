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
  private readonly rules: ReadonlyMap<string, RuleFacts>;

  /** `ofSets` are the rules of plugins. */
  constructor(ofSets: readonly RuleFacts[]) {
    this.rules = new Map([...GENERAL_RULES, ...ofSets].map((rule) => [rule.id, rule]));
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.rules.keys());
  }

  /** A rule by its id; undefined for a finding without one. */
  find(ruleId: string | undefined): RuleFacts | undefined {
    return ruleId === undefined ? undefined : this.rules.get(ruleId);
  }

  /** The level of a rule; undefined for a finding without one. */
  levelOf(ruleId: string | undefined): SnipLevel | undefined {
    return this.find(ruleId)?.level;
  }
}

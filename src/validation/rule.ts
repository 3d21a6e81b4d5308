import type { IssueType } from '../common/issue';

/**
 * A rule is what a person can switch on and off; it has an id, a level and a sentence. Rules report, they never throw, and they never change what is converted.
 */

/**
 * The levels of SNIP (Strategic National Implementation Process) that sort the checks of healthcare EDI:
 * 1 syntax, 2 requirements of the guide, 3 balances, 4 situations, 5 external codes, 6 kinds of service, 7 agreements of partners.
 */
export const SNIP_LEVELS = [1, 2, 3, 4, 5, 6, 7] as const;
export type SnipLevel = (typeof SNIP_LEVELS)[number];

/** Id, level and sentence of a rule. */
export interface RuleFacts {
  /** Unique, such as `element-length`; rules of plugins begin with the id of their set, such as `835-`. */
  readonly id: string;
  readonly level: SnipLevel;
  readonly issueType: IssueType;
  /** True for a rule that looks only where its level or itself is requested: the answers of the interface by default do not have it. */
  readonly isOnRequest?: true;
  /** Finding of the rule, as a sentence for the documentation. */
  readonly finds: string;
}

/** Declares a rule. */
export function rule<const R extends RuleFacts>(facts: R): R {
  return facts;
}

import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import type { Finding } from './reporter';
import type { RuleFacts } from './rule';

/** What a rule of a transaction set says: the segment that is wrong, and what about it. */
export interface SetFinding extends Finding {
  readonly segment: Segment;
  /** The loop in which the segment stands. */
  readonly loop: LoopNode;
}

/** Reports a finding. The engine adds type, place, loop, segment and rule. */
export type Report = (finding: SetFinding) => void;

/** What all rules of a transaction set have. */
interface SetRuleFacts extends RuleFacts {
  /** Ids of the guides that the rule is for; absent: all guides of the plugin. */
  readonly guides?: readonly string[];
  /** Ids of rules after whose findings in the same transaction this one is silent: what it would find follows from them. */
  readonly silentAfter?: readonly string[];
}

/** A rule that looks at every loop of an id, or of several, when the unit or loop is complete. */
export interface LoopRule extends SetRuleFacts {
  /** Id of the loop, such as 2300, or several. */
  readonly loop: string | readonly string[];
  check(loop: LoopNode, report: Report): void;
}

/** What a rule gathers of one transaction: the units are emitted one by one, so it keeps sums, not segments. */
export interface TransactionCheck {
  /** A unit is complete. */
  onUnit?(unit: LoopNode): void;
  /** A segment of the transaction's own loop came. */
  onSegment?(segment: Segment): void;
  /** The transaction is complete; `root` is its own loop. */
  close(root: LoopNode, report: Report): void;
}

/** A rule that looks at a transaction as a whole. */
export interface TransactionRule extends SetRuleFacts {
  /** Called at the beginning of each transaction. */
  open(): TransactionCheck;
}

/**
 * A rule that knows a transaction set; plugins declare them. Rules are asked in the order of the plugin, after the rules that know
 * the guide alone. A rule reports and does not throw; where one does, an issue says so, and it is not asked about the transaction any more.
 */
export type SetRule = LoopRule | TransactionRule;

/** Declares a rule for loops. */
export const loopRule = <const R extends LoopRule>(declared: R): R => declared;

/** Declares a rule for transactions. */
export const transactionRule = <const R extends TransactionRule>(declared: R): R => declared;

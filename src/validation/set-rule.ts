import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import type { CleanWhen } from './clean-when';
import type { Finding } from './reporter';
import type { RuleFacts } from './rule';

/** A finding of a rule of a transaction set: its segment and its message. */
export interface SetFinding extends Finding {
  readonly segment: Segment;
  /** The loop of the segment. */
  readonly loop: LoopNode;
}

/** Reports a finding. The engine adds type, place, loop, segment and rule. */
export type Report = (finding: SetFinding) => void;

/** What all rules of a transaction set have. */
interface SetRuleFacts extends RuleFacts {
  /** Ids of the guides that the rule is for; absent: all guides of the plugin. */
  readonly guides?: readonly string[];
  /** Ids of rules that silence this one: its findings follow from theirs in the same transaction. */
  readonly silentAfter?: readonly string[];
}

/** A rule about every loop of an id, or of several, called when the unit or loop is complete. */
export interface LoopRule extends SetRuleFacts {
  /** Id of the loop, such as 2300, or several. */
  readonly loop: string | readonly string[];
  /** Absent: `check` is called for every loop. */
  readonly cleanWhen?: CleanWhen;
  check(loop: LoopNode, report: Report): void;
}

/** State of a rule for one transaction: units are emitted one by one, so it holds sums, not segments. */
export interface TransactionCheck {
  /** A unit is complete. */
  onUnit?(unit: LoopNode): void;
  /** A segment of the transaction's own loop came. */
  onSegment?(segment: Segment): void;
  /** The transaction is complete; `root` is its own loop. Where units are emitted, it has only the segments before the first of them. */
  close(root: LoopNode, report: Report): void;
}

/** A rule about a whole transaction. */
export interface TransactionRule extends SetRuleFacts {
  /** Called at the beginning of each transaction. */
  open(): TransactionCheck;
  /**
   * True for a rule that reads only the first segment of each unit, and keeps no segment. `onUnit` may be called with a loop that has no other, and the memory
   * of the segment is used again after the call.
   */
  readonly readsFirstSegmentOnly?: true;
}

/**
 * A rule for a transaction set; plugins declare them. Rules run in the order of the plugin, after the rules of the guide. A rule reports and does not throw; if
 * it throws, an issue reports that, and the rule does not run again in the transaction.
 */
export type SetRule = LoopRule | TransactionRule;

/** Declares a rule for loops. */
export const loopRule = <const R extends LoopRule>(declared: R): R => declared;

/** Declares a rule for transactions. */
export const transactionRule = <const R extends TransactionRule>(declared: R): R => declared;

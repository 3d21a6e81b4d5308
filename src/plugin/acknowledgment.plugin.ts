import type { ByteWriter } from '../common/byte-writer';
import type { Issue } from '../common/issue';
import type { Guide } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { SnipLevel } from '../validation/rule';
import type { FunctionalGroup, Interchange, TransactionSet } from '../x12/envelope';
import type { Segment } from '../x12/segment';

/** Options of the decorator `@Acknowledgment`. Read once, at start. */
export interface AcknowledgmentOptions {
  /** Unique among all plugins, such as ack-999. */
  readonly id: string;
  /** Extension of files with such acknowledgments. */
  readonly extension: string;
}

/** Context in which an acknowledgment is written. */
export interface AcknowledgmentContext {
  /** The time of the acknowledgment, in UTC: CCYYMMDD and HHMM. */
  readonly date: string;
  readonly time: string;
  /** Returns a control number, up to nine digits, that is not used elsewhere. */
  readonly newControlNumber: () => number;
  /** Returns a guide by its id. Throws EDI_GUIDE_UNKNOWN and EDI_GUIDE_INVALID. */
  readonly guide: (id: string) => Guide;
  /** The level of the rule that found an issue; undefined for a finding without one. */
  readonly levelOf: (issue: Issue) => SnipLevel | undefined;
  /** Writes the acknowledgment. Output is emitted after each piece of input. */
  readonly out: ByteWriter;
  /** Reports that something is not acknowledged, and why; no value of a patient. */
  readonly warn: (message: string) => void;
}

/** An issue, and the object that it is in. */
export interface ReceivedIssue {
  readonly issue: Issue;
  /** The unit of its plugin, with its ancestors, or the transaction set if that is one object; undefined around units. */
  readonly unit: LoopNode | undefined;
}

/**
 * Acknowledges one file. Hooks are called in the order of the input: each `open` before the contents, its `close` after them, so that memory need not grow with
 * the file. A part that breaks off is closed too, with undefined for the missing segment. A throw ends the acknowledgment (EDI_PLUGIN_FAILED).
 */
export interface AcknowledgmentSession {
  /** Input may begin without an ISA; then `interchange.isa` is undefined. */
  openInterchange(interchange: Interchange): void;
  /** A received TA1. */
  acknowledgment(ta1: Segment): void;
  openGroup(group: FunctionalGroup): void;
  openTransaction(transaction: TransactionSet): void;
  /**
   * What validation found, about the innermost that is open: some objects at a time, sorted by segment. An issue that is known at the end of
   * a transaction only, such as a sum, comes after those about later segments.
   */
  issues(issues: readonly ReceivedIssue[]): void;
  closeTransaction(se: Segment | undefined): void;
  closeGroup(ge: Segment | undefined): void;
  closeInterchange(iea: Segment | undefined): void;
}

/** Writes acknowledgments: how interchanges were received. `open` is called once for each file; sessions share nothing. */
export interface AcknowledgmentPlugin {
  open(context: AcknowledgmentContext): AcknowledgmentSession;
}

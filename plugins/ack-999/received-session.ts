import type { Segment } from '../../src/plugin';
import type { AcknowledgmentContext, AcknowledgmentSession, FunctionalGroup, Interchange, ReceivedIssue, ReceivedTransactionSet } from '../../src/plugin/io';
import { partsOf, GUIDE, type GuideParts } from './guide-parts';
import { GroupAnswer, isNameable } from './group-answer';
import { InterchangeAnswer } from './interchange-answer';
import type { TransactionAnswer } from './transaction-answer';

/** GS01 of acknowledgments, which are not acknowledged. */
const ACKNOWLEDGMENTS = 'FA';

/** Answers one file: an interchange for each that was received, with a group for each of its groups. */
export class ReceivedSession implements AcknowledgmentSession {
  private readonly parts: GuideParts;
  private interchange: InterchangeAnswer | undefined;
  private group: GroupAnswer | undefined;
  private transaction: TransactionAnswer | undefined;
  /** Open parts of the input, answered or not. */
  private depth: 'interchange' | 'group' | 'transaction' = 'interchange';

  constructor(private readonly context: AcknowledgmentContext) {
    this.parts = partsOf(context.guide(GUIDE));
  }

  openInterchange(interchange: Interchange): void {
    this.depth = 'interchange';
    this.interchange = new InterchangeAnswer(interchange, this.context);
  }

  acknowledgment(): void {
    if (this.interchange) this.interchange.hasAcknowledgments = true;
  }

  openGroup({ gs, interchange }: FunctionalGroup): void {
    this.depth = 'group';
    const functionalId = gs?.element(1) ?? '';
    if (functionalId === ACKNOWLEDGMENTS) return this.acknowledgment();
    if (this.interchange === undefined) return;
    this.interchange.hasOthers = true;
    if (gs === undefined || interchange.isa === undefined) {
      return this.context.warn('A functional group is not acknowledged: without ISA and GS its sender is unknown.');
    }
    if (!isNameable(functionalId, this.parts)) {
      return this.context.warn(`A functional group is not acknowledged: the guide ${GUIDE} of the 999 has no code for the one of its GS01.`);
    }
    this.group = new GroupAnswer(gs, this.interchange.openWriter(), this.parts, this.context);
  }

  openTransaction(received: ReceivedTransactionSet): void {
    this.depth = 'transaction';
    this.transaction = this.group?.openTransaction(received);
  }

  issues(issues: readonly ReceivedIssue[]): void {
    if (this.depth === 'transaction') return this.transaction?.report(issues);
    for (const { issue } of issues) {
      if (this.depth === 'group') this.group?.report(issue);
      this.interchange?.report(issue);
    }
  }

  closeTransaction(se: Segment | undefined): void {
    this.depth = 'group';
    if (this.transaction) this.group?.count(this.transaction.close(se));
    this.transaction = undefined;
  }

  closeGroup(ge: Segment | undefined): void {
    this.depth = 'interchange';
    const isAccepted = this.group?.close(ge) ?? false;
    if (this.interchange && isAccepted) this.interchange.hasAccepted = true;
    this.group = undefined;
  }

  closeInterchange(iea: Segment | undefined): void {
    this.interchange?.close(iea);
    this.interchange = undefined;
  }
}

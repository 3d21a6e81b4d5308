import { type Segment } from '../../src/plugin';
import {
  type AcknowledgmentContext,
  type InterchangeWriter,
  type Issue,
  OutLoop,
  type ReceivedTransactionSet,
  TransactionSetWriter,
} from '../../src/plugin/io';
import { GROUP_CODE, groupCodeOf } from './error-codes';
import { countText, digits, fitted } from './fit';
import type { GuideParts } from './guide-parts';
import { TransactionAnswer, type SetStatus } from './transaction-answer';

/** AK905 to AK909. */
const MAX_CODES = 5;

/** True for a GS01 that AK101 may have. */
export const isNameable = (functionalId: string, { ak1 }: GuideParts): boolean => ak1.elements[0]?.codes?.includes(functionalId) ?? true;

/** The answer to one functional group: a group with one 999, written while the transaction sets come. */
export class GroupAnswer {
  private readonly root: OutLoop;
  private readonly set: TransactionSetWriter;
  private readonly codes = new Set<string>();
  private received = 0;
  private accepted = 0;
  private hasNotes = false;

  constructor(
    gs: Segment,
    private readonly writer: InterchangeWriter,
    private readonly parts: GuideParts,
    private readonly context: AcknowledgmentContext,
  ) {
    const { guide, ak1 } = parts;
    const { date, time } = context;
    const version = guide.id;
    const [sender, receiver] = [fitted(gs.element(3), 15), fitted(gs.element(2), 15)];
    writer.openGroup({ functionalId: guide.functionalIds[0] ?? '', sender, receiver, date, time, controlNumber: context.newControlNumber(), version });
    const controlNumber = String(writer.countTransaction()).padStart(4, '0');
    this.root = new OutLoop(guide.root);
    this.root.add(guide.root.trigger, [guide.transactionSet, controlNumber, version]);
    this.root.add(ak1, [gs.element(1), digits(gs.element(6), 9, '0'), fitted(gs.element(8), 12) || 'UNKNOWN']);
    this.set = new TransactionSetWriter(writer.segments);
    this.set.open(this.root, false);
  }

  /** Answers a transaction set; undefined for one that the guide cannot name, which is counted as rejected. */
  openTransaction(received: ReceivedTransactionSet): TransactionAnswer | undefined {
    this.received++;
    const isNamed = this.parts.ak2.elements[0]?.codes?.includes(received.id) ?? true;
    return isNamed ? new TransactionAnswer(received, this.set, this.parts, this.context) : undefined;
  }

  count(status: SetStatus): void {
    if (status !== 'R') this.accepted++;
    if (status !== 'A') this.hasNotes = true;
  }

  /** Takes an issue of GS or GE. */
  report(issue: Issue): void {
    const code = groupCodeOf(issue);
    if (code !== undefined) this.codes.add(code);
  }

  /** Writes the rest; returns false for a group that is rejected. */
  close(ge: Segment | undefined): boolean {
    if (ge === undefined) this.codes.add(GROUP_CODE.noTrailer);
    const status = this.status();
    const accepted = this.codes.size > 0 ? 0 : this.accepted;
    const included = digits(ge?.element(1) ?? '', 6, countText(this.received));
    this.root.add(this.parts.ak9, [status, included, countText(this.received), countText(accepted), ...[...this.codes].sort().slice(0, MAX_CODES)]);
    this.set.close();
    this.writer.closeGroup();
    return status !== 'R';
  }

  /** A group whose own segments are wrong is rejected as a whole. */
  private status(): 'A' | 'E' | 'P' | 'R' {
    if (this.codes.size > 0) return 'R';
    if (this.accepted === this.received) return this.hasNotes ? 'E' : 'A';
    return this.accepted === 0 ? 'R' : 'P';
  }
}

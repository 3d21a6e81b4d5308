import type { Issue, IssueListener } from '../common/issue';
import type { Segment } from './segment';
import { NO_SEGMENT_KEY, segmentKey } from './segment-key';

/** ISA to IEA. Input may begin without an ISA; then `isa` is undefined. */
export interface Interchange {
  readonly isa: Segment | undefined;
  /** Counts the interchanges of the input from 1. */
  readonly ordinal: number;
  /** ISA13. */
  readonly controlNumber: string;
}

/** GS to GE. Input may begin without a GS; then `gs` is undefined. */
export interface FunctionalGroup {
  readonly interchange: Interchange;
  readonly gs: Segment | undefined;
  /** Counts the groups of the input from 1. */
  readonly ordinal: number;
  /** GS06. */
  readonly controlNumber: string;
}

/** ST to SE. */
export interface TransactionSet {
  readonly group: FunctionalGroup;
  readonly st: Segment;
  /** Counts the transaction sets of the input from 1. */
  readonly ordinal: number;
  /** ST01, such as 835. */
  readonly id: string;
  /** ST02. */
  readonly controlNumber: string;
  /** ST03, which names the guide from 5010 on; empty when absent. */
  readonly conventionReference: string;
  /** GS08, such as 005010X221A1; empty when absent. */
  readonly groupVersion: string;
}

/** Receives the envelope of the input in stream order. */
export interface EnvelopeListener {
  onInterchange(interchange: Interchange): void;
  onGroup(group: FunctionalGroup): void;
  onTransaction(transaction: TransactionSet): void;
  /** TA1, which stands in an interchange outside its groups. */
  onAcknowledgment?(ta1: Segment): void;
  /** ISB or ISE, the services that a sender asks of a network, which stand in an interchange before its groups. */
  onInterchangeService?(segment: Segment): void;
  /** GE; not called for a group that breaks off. */
  onGroupEnd?(ge: Segment): void;
  /** IEA; not called for an interchange that breaks off. */
  onInterchangeEnd?(iea: Segment): void;
  /** A segment between ST and SE. */
  onSegment(segment: Segment): void;
  /** What the guide of the open transaction calls SE01; absent where it is not known. */
  countName?(): string | undefined;
  /** `se` is undefined when the transaction breaks off. */
  onTransactionEnd(se: Segment | undefined): void;
  readonly onIssue: IssueListener;
}

const ISA = segmentKey('ISA');
const GS = segmentKey('GS');
const ST = segmentKey('ST');
const SE = segmentKey('SE');
const GE = segmentKey('GE');
const IEA = segmentKey('IEA');
const TA1 = segmentKey('TA1');
const ISB = segmentKey('ISB');
const ISE = segmentKey('ISE');

/** What was counted of the envelope so far. */
export interface EnvelopeCounts {
  readonly interchanges: number;
  readonly groups: number;
  readonly transactions: number;
  readonly groupsInInterchange: number;
  readonly transactionsInGroup: number;
}

interface Closing {
  readonly segment: Segment;
  readonly actualCount: number;
  readonly openControlNumber: string;
  readonly fieldName: string;
}

/** One of the numbers of a closing segment that is wrong. */
interface WrongNumber {
  readonly ruleId: string;
  readonly element: number;
  readonly fieldName: string;
  readonly value: string;
  readonly message: string;
}

/**
 * Follows interchange, group and transaction set through the segments of an input, and checks counts and control
 * numbers. What is wrong is an issue, never a stop; ST without SE is data loss.
 */
export class EnvelopeTracker {
  private interchange: Interchange | undefined;
  private group: FunctionalGroup | undefined;
  private transaction: TransactionSet | undefined;
  private interchanges = 0;
  private groups = 0;
  private transactions = 0;
  private groupsInInterchange = 0;
  private transactionsInGroup = 0;
  private strayFrom: Segment | undefined;
  private strayCount = 0;
  /** True where an SE ends segments without an ST. */
  private hasStrayEnd = false;
  /** Id of the first segment after the ST of the open transaction set. */
  private firstKey: number | undefined;
  /** SE, GE and IEA that seem to come too early, in this order: the next segment shows whether they close something. */
  private early: Segment[] = [];
  /** Of them, those inside the open transaction set that closed nothing. */
  private strayClosings = 0;

  constructor(private readonly listener: EnvelopeListener) {}

  /** Counts as if this had been read. */
  resume(counts: EnvelopeCounts): void {
    ({
      interchanges: this.interchanges,
      groups: this.groups,
      transactions: this.transactions,
      groupsInInterchange: this.groupsInInterchange,
      transactionsInGroup: this.transactionsInGroup,
    } = counts);
  }

  /** What reading the next segment depends on, as text. */
  get state(): string {
    const { interchange, group, transaction } = this;
    const open = [interchange?.isa, group?.gs, transaction?.st].map((segment) => segment?.segmentNumber);
    const inside = [
      this.groupsInInterchange,
      this.transactionsInGroup,
      this.strayCount,
      this.hasStrayEnd,
      this.early.length,
      this.strayClosings,
      this.firstKey,
    ];
    return JSON.stringify([open, this.interchanges, this.groups, this.transactions, inside]);
  }

  /** True while the next segment decides about the ones before: it must not be read without the tracker. */
  get isUndecided(): boolean {
    return this.early.length > 0;
  }

  /** Says which segment follows, for a reader that reads segments of a transaction set without the tracker. */
  expect(key: number): void {
    this.firstKey ??= key;
  }

  accept(segment: Segment): void {
    this.decide(segment);
    switch (segment.key) {
      case ISA:
        return this.openInterchange(segment);
      case GS:
        return this.openGroup(segment);
      case ST:
        return this.openTransaction(segment);
      case SE:
        return this.transaction ? this.acceptEnd(this.transaction, segment) : this.addStray(segment);
      case GE:
        return this.transaction ? void this.early.push(segment) : this.closeGroup(segment);
      case IEA:
        return this.transaction || this.group?.gs ? void this.early.push(segment) : this.closeInterchange(segment);
      default:
        if (this.transaction) this.acceptContent(segment);
        else if (segment.key === TA1) this.listener.onAcknowledgment?.(segment);
        else if (this.isService(segment)) this.listener.onInterchangeService?.(segment);
        else this.addStray(segment);
    }
  }

  private isService({ key }: Segment): boolean {
    return (key === ISB || key === ISE) && this.interchange?.isa !== undefined && this.groupsInInterchange === 0;
  }

  private acceptContent(segment: Segment): void {
    this.firstKey ??= segment.key;
    this.listener.onSegment(segment);
  }

  /** An SE whose numbers are right ends the transaction set, whatever follows. */
  private acceptEnd(transaction: TransactionSet, se: Segment): void {
    if (this.endsWith(se)) this.closeTransaction(transaction, se);
    else this.early.push(se);
  }

  /** Decides by the next segment about an SE, GE or IEA that came too early: it is a stray where its transaction set or group continues. */
  decide({ key }: Segment): void {
    if (this.early.length === 0) return;
    const hasSetEnd = this.early[0]?.key === SE;
    const hasGroupEnd = this.early.some((closing) => closing.key === GE);
    if (key === IEA || (key === GE && (hasGroupEnd || (hasSetEnd && this.early.length === 1)))) return;
    if (key === ISA || key === GS || (key === ST && hasGroupEnd)) return this.settle();
    if (hasSetEnd && this.isOutsideSet(key)) {
      if (hasGroupEnd) return this.settle();
      this.close(this.early.splice(0, 1));
    }
    const strays = this.early;
    this.early = [];
    for (const closing of strays) this.reportStrayClosing(closing);
  }

  /** True for a segment that does not continue the open transaction set. Its first segment again begins another one, whose ST is missing. */
  private isOutsideSet(key: number): boolean {
    return key === ST || key === GE || key === TA1 || key === NO_SEGMENT_KEY || key === this.firstKey;
  }

  /** Closes what an SE, GE or IEA closes that came too early: nothing follows that belongs to its transaction set or group. */
  settle(): void {
    this.close(this.early.splice(0));
  }

  private close(closings: readonly Segment[]): void {
    for (const closing of closings) {
      if (closing.key === SE) this.closeTransaction(this.transaction, closing);
      else if (closing.key === GE) this.closeGroup(closing);
      else this.closeInterchange(closing);
    }
  }

  /** Says that the input has ended. */
  end(): void {
    this.settle();
    this.breakOffInterchange();
    this.reportStrays();
  }

  private openInterchange(isa: Segment): void {
    this.breakOffInterchange();
    this.reportStrays();
    this.groupsInInterchange = 0;
    this.interchange = { isa, ordinal: ++this.interchanges, controlNumber: isa.element(13).trim() };
    this.listener.onInterchange(this.interchange);
  }

  private openGroup(gs: Segment): void {
    this.breakOffGroup();
    this.reportStrays();
    this.groupsInInterchange++;
    this.transactionsInGroup = 0;
    const interchange = (this.interchange ??= { isa: undefined, ordinal: ++this.interchanges, controlNumber: '' });
    this.group = { interchange, gs, ordinal: ++this.groups, controlNumber: gs.element(6) };
    this.listener.onGroup(this.group);
  }

  private openTransaction(st: Segment): void {
    this.breakOffTransaction();
    this.reportStrays();
    this.transactionsInGroup++;
    const interchange = (this.interchange ??= { isa: undefined, ordinal: ++this.interchanges, controlNumber: '' });
    const group = (this.group ??= { interchange, gs: undefined, ordinal: ++this.groups, controlNumber: '' });
    this.strayClosings = 0;
    this.firstKey = undefined;
    this.transaction = {
      group,
      st,
      ordinal: ++this.transactions,
      id: st.element(1),
      controlNumber: st.element(2),
      conventionReference: st.element(3),
      groupVersion: group.gs?.element(8) ?? '',
    };
    this.listener.onTransaction(this.transaction);
  }

  private closeTransaction(transaction: TransactionSet | undefined, se: Segment): void {
    if (transaction === undefined) return;
    this.checkClosing(this.closingOf(transaction, se, this.listener.countName?.() ?? 'transaction_segment_count'));
    this.transaction = undefined;
    this.listener.onTransactionEnd(se);
  }

  private closeGroup(ge: Segment): void {
    this.breakOffTransaction();
    this.reportStrays();
    const { group } = this;
    if (group?.gs === undefined) this.reportUnopened(ge, 'GS');
    else
      this.checkClosing({
        segment: ge,
        actualCount: this.transactionsInGroup,
        openControlNumber: group.controlNumber,
        fieldName: 'number_of_transaction_sets_included',
      });
    this.group = undefined;
    this.listener.onGroupEnd?.(ge);
  }

  private closeInterchange(iea: Segment): void {
    this.breakOffGroup();
    this.reportStrays();
    const { interchange } = this;
    if (interchange?.isa === undefined) this.reportUnopened(iea, 'ISA');
    else
      this.checkClosing({
        segment: iea,
        actualCount: this.groupsInInterchange,
        openControlNumber: interchange.controlNumber,
        fieldName: 'number_of_included_functional_groups',
      });
    this.interchange = undefined;
    this.listener.onInterchangeEnd?.(iea);
  }

  /** True for the SE of the open transaction set, if there is nothing to report about it. */
  endsWith(segment: Segment): boolean {
    return segment.key === SE && this.transaction !== undefined && wrongNumbers(this.closingOf(this.transaction, segment, '')).length === 0;
  }

  private closingOf({ st, controlNumber: openControlNumber }: TransactionSet, se: Segment, fieldName: string): Closing {
    return { segment: se, actualCount: se.segmentNumber - st.segmentNumber + 1 - this.strayClosings, openControlNumber, fieldName };
  }

  private checkClosing(closing: Closing): void {
    for (const wrong of wrongNumbers(closing)) this.reportControl(closing.segment, wrong);
  }

  private reportControl(segment: Segment, { element, ...wrong }: WrongNumber): void {
    const { id, place, ediString } = segment;
    this.listener.onIssue({ issueType: 'CONTROL', place, loop: '0000', segment: id, element: `${id}0${element}`, ediString, ...wrong });
  }

  private reportUnopened(closing: Segment, opening: string): void {
    const { id, place, ediString } = closing;
    const message = `Segment ${id} closes nothing: no ${opening} is open`;
    this.listener.onIssue({ issueType: 'CONTROL', ruleId: 'envelope-pairs', message, place, loop: '0000', segment: id, ediString });
  }

  private reportStrayClosing({ id, place, ediString }: Segment): void {
    const isInTransaction = this.transaction !== undefined;
    if (isInTransaction) this.strayClosings++;
    const message = `Skipped ${id} inside a ${isInTransaction ? 'transaction set' : 'functional group'} that continues after it`;
    const where = { place, loop: '0000', segment: id, ediString, skipped: { segments: 1 } };
    this.listener.onIssue({ issueType: 'NOT_ALLOWED', ruleId: 'envelope-strays', message, ...where });
  }

  private breakOffTransaction(): void {
    if (this.transaction === undefined) return;
    const { controlNumber, st } = this.transaction;
    this.transaction = undefined;
    this.listener.onTransactionEnd(undefined);
    this.reportMissing('SE', st, `Transaction set ${controlNumber} has no SE: it breaks off`, true);
  }

  private breakOffGroup(): void {
    this.breakOffTransaction();
    if (this.group?.gs) this.reportMissing('GE', this.group.gs, `Functional group ${this.group.controlNumber} has no GE`);
    this.group = undefined;
  }

  private breakOffInterchange(): void {
    this.breakOffGroup();
    if (this.interchange?.isa) this.reportMissing('IEA', this.interchange.isa, `Interchange ${this.interchange.controlNumber} has no IEA`);
    this.interchange = undefined;
  }

  private reportMissing(segment: string, opening: Segment, message: string, dataLoss?: true): void {
    const issue: Issue = {
      issueType: 'REQUIRED',
      ruleId: 'envelope-pairs',
      message: `${message} (opened at segment ${opening.segmentNumber})`,
      place: opening.place,
      loop: '0000',
      segment,
    };
    this.listener.onIssue(dataLoss ? { ...issue, dataLoss, errorCode: 'EDI_INPUT_ENDED' } : issue);
  }

  private addStray(segment: Segment): void {
    this.hasStrayEnd ||= segment.key === SE && this.strayCount > 0;
    this.strayFrom ??= segment;
    this.strayCount++;
  }

  /** Segments outside ST and SE reach no record: one issue for each run of them. */
  reportStrays(): void {
    if (this.strayFrom === undefined) return;
    const { place, key, id } = this.strayFrom;
    const segments = this.strayCount === 1 ? '1 segment' : `${this.strayCount} segments`;
    const range = `${segments} outside a transaction set, from segment ${place.segmentNumber} (line ${place.lineNumber})`;
    const message = `Skipped ${range}${this.reasonOfStrays(key)}`;
    this.strayFrom = undefined;
    this.strayCount = 0;
    this.hasStrayEnd = false;
    const segment = key === NO_SEGMENT_KEY ? {} : { segment: id };
    this.listener.onIssue({ issueType: 'NOT_ALLOWED', ruleId: 'envelope-strays', message, place, ...segment, dataLoss: true });
  }

  /** Continues the message about strays by their likely reason, if there is one. */
  private reasonOfStrays(firstKey: number): string {
    if (firstKey === NO_SEGMENT_KEY) return ', which begins with no segment id: are the delimiters those of the ISA?';
    return this.hasStrayEnd ? ': an SE ends them, but no ST begins them' : '';
  }
}

function wrongNumbers({ segment, actualCount, openControlNumber, fieldName }: Closing): WrongNumber[] {
  const wrong: WrongNumber[] = [];
  const count = segment.element(1);
  if (Number(count) !== actualCount || count === '') {
    const message = `Count  '${count}' in the closing segment does not match actual count '${actualCount}'`;
    wrong.push({ ruleId: 'control-count', element: 1, fieldName, value: count, message });
  }
  const controlNumber = segment.element(2);
  if (isSameControlNumber(controlNumber, openControlNumber)) return wrong;
  const message = `Control number '${controlNumber}' in the closing segment does not match '${openControlNumber}' in the opening segment`;
  wrong.push({ ruleId: 'control-number', element: 2, fieldName: 'control_number', value: controlNumber, message });
  return wrong;
}

/** Control numbers are numbers in ISA and GS: leading zeros do not tell two apart. */
function isSameControlNumber(a: string, b: string): boolean {
  const [left, right] = [a.trim(), b.trim()];
  if (left === right) return true;
  return /^\d+$/.test(left) && /^\d+$/.test(right) && BigInt(left) === BigInt(right);
}

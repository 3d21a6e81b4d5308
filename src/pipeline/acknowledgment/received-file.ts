import { EdiError } from '../../common/edi-error';
import { mistakeIn, synchronous } from '../../common/hook-result';
import type { AcknowledgmentContext, AcknowledgmentSession, ReceivedIssue } from '../../plugin/acknowledgment.plugin';
import type { RegisteredAcknowledgment } from '../../plugin/plugin.registry';
import { compareIssues } from '../../validation/findings';
import type { FunctionalGroup, Interchange, TransactionSet } from '../../x12/envelope';
import type { Segment } from '../../x12/segment';
import { type EnvelopeItem, issuesOf, type StreamItem } from '../stream-item';

/** Objects whose issues are gathered before they are sorted and reported. */
const OBJECTS_AT_A_TIME = 50;

/** Issues that are reported to the plugin in one step, at most about. */
const ISSUES_IN_A_STEP = 200;

/** Issues that are gathered, at most about. */
const ISSUES_AT_A_TIME = 2_000;

type Part = EnvelopeItem['part'];

/**
 * Passes the contents of a file to an acknowledgment plugin: opens and closes in pairs, even if the file lacks one of them, and issues in the innermost open
 * part. Throws of the plugin become EDI_PLUGIN_FAILED.
 */
export class ReceivedFile {
  private readonly session: AcknowledgmentSession;
  private interchange: Interchange | undefined;
  private group: FunctionalGroup | undefined;
  private isTransactionOpen = false;
  private gathered: ReceivedIssue[] = [];
  private objects = 0;

  constructor(
    private readonly acknowledgment: RegisteredAcknowledgment,
    context: AcknowledgmentContext,
  ) {
    this.session = this.guard('open', () => acknowledgment.plugin.open(context));
  }

  /** Passes an item to the plugin, in steps: run all of them before the next item. */
  *take(item: StreamItem): Generator<void, void, undefined> {
    if (item.kind === 'envelope' || item.kind === 'transaction end') {
      yield* this.reportGathered();
      if (item.kind === 'envelope') this.takePart(item.part);
      else this.closeTransaction(item.se);
      return;
    }
    const unit = item.kind === 'record' && 'loop' in item ? item.loop : item.kind === 'findings' ? item.within : undefined;
    for (const issue of issuesOf(item)) this.gathered.push({ issue, unit });
    if (item.kind === 'record') this.objects++;
    if (this.objects >= OBJECTS_AT_A_TIME || this.gathered.length >= ISSUES_AT_A_TIME) yield* this.reportGathered();
  }

  /** Ends the file. */
  *end(): Generator<void, void, undefined> {
    yield* this.reportGathered();
    this.closeInterchange(undefined);
  }

  private takePart(part: Part): void {
    if ('acknowledgment' in part) this.guard('acknowledgment', () => this.session.acknowledgment(part.acknowledgment));
    else if ('closes' in part) this.close(part.closes, part.segment);
    else if (part.opens === 'interchange') this.openInterchange(part.interchange);
    else if (part.opens === 'group') this.openGroup(part.group);
    else this.openTransaction(part.transaction);
  }

  private openInterchange(interchange: Interchange): void {
    this.closeInterchange(undefined);
    this.interchange = interchange;
    this.guard('openInterchange', () => this.session.openInterchange(interchange));
  }

  /** Input may begin at GS or ST. */
  private openGroup(group: FunctionalGroup): void {
    this.closeGroup(undefined);
    if (this.interchange === undefined) this.openInterchange(group.interchange);
    this.group = group;
    this.guard('openGroup', () => this.session.openGroup(group));
  }

  private openTransaction(transaction: TransactionSet): void {
    if (this.group !== transaction.group) this.openGroup(transaction.group);
    this.isTransactionOpen = true;
    this.guard('openTransaction', () => this.session.openTransaction(transaction));
  }

  private close(what: 'group' | 'interchange', segment: Segment): void {
    if (what === 'group') this.closeGroup(segment);
    else this.closeInterchange(segment);
  }

  private closeTransaction(se: Segment | undefined): void {
    if (!this.isTransactionOpen) return;
    this.isTransactionOpen = false;
    this.guard('closeTransaction', () => this.session.closeTransaction(se));
  }

  private closeGroup(ge: Segment | undefined): void {
    this.closeTransaction(undefined);
    if (this.group === undefined) return;
    this.group = undefined;
    this.guard('closeGroup', () => this.session.closeGroup(ge));
  }

  private closeInterchange(iea: Segment | undefined): void {
    this.closeGroup(undefined);
    if (this.interchange === undefined) return;
    this.interchange = undefined;
    this.guard('closeInterchange', () => this.session.closeInterchange(iea));
  }

  /** Reports the gathered issues, all of a segment in one step. Issues from before the first interchange belong to no acknowledgment. */
  private *reportGathered(): Generator<void, void, undefined> {
    this.objects = 0;
    if (this.gathered.length === 0) return;
    const issues = this.gathered.sort((a, b) => compareIssues(a.issue, b.issue));
    this.gathered = [];
    if (this.interchange === undefined) return;
    for (let start = 0; start < issues.length;) {
      const end = endOfStep(issues, start);
      const step = issues.slice(start, end);
      this.guard('issues', () => this.session.issues(step));
      yield;
      start = end;
    }
  }

  private guard<T>(hook: keyof AcknowledgmentSession | 'open', call: () => T): T {
    try {
      return synchronous(call());
    } catch (cause) {
      if (cause instanceof EdiError) throw cause;
      const message = `Acknowledgment plugin ${this.acknowledgment.options.id} failed in \`${hook}\`${mistakeIn(cause)}; the acknowledgment ends here.`;
      throw new EdiError('EDI_PLUGIN_FAILED', message, { cause });
    }
  }
}

/** Where a step ends that begins at an index: no segment has issues in two steps. */
function endOfStep(issues: readonly ReceivedIssue[], start: number): number {
  let end = start + ISSUES_IN_A_STEP;
  while (end < issues.length && segmentNumberAt(issues, end) === segmentNumberAt(issues, end - 1)) end++;
  return end;
}

const segmentNumberAt = (issues: readonly ReceivedIssue[], index: number): number => issues[index]?.issue.place?.segmentNumber ?? 0;

import { EdiError } from '../../common/edi-error';
import type { AcknowledgmentContext, AcknowledgmentSession, ReceivedIssue } from '../../plugin/acknowledgment.plugin';
import type { RegisteredAcknowledgment } from '../../plugin/plugin.registry';
import { compareIssues } from '../../validation/findings';
import type { FunctionalGroup, Interchange, TransactionSet } from '../../x12/envelope';
import type { Segment } from '../../x12/segment';
import { type EnvelopeItem, issuesOf, type StreamItem } from '../stream-item';

/** Objects whose issues are gathered before they are sorted and told. */
const OBJECTS_AT_A_TIME = 50;

/** Issues that are gathered, at most about. */
const ISSUES_AT_A_TIME = 2_000;

type Part = EnvelopeItem['part'];

/**
 * Tells an acknowledgment plugin what a file holds: opens and closes in pairs, whatever the file has of them, and issues in the innermost
 * that is open. Throws of the plugin become EDI_PLUGIN_FAILED.
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

  take(item: StreamItem): void {
    if (item.kind === 'envelope') return this.takePart(item.part);
    if (item.kind === 'transaction end') return this.closeTransaction(item.se);
    const unit = item.kind === 'record' && 'loop' in item ? item.loop : item.kind === 'findings' ? item.within : undefined;
    for (const issue of issuesOf(item)) this.gathered.push({ issue, unit });
    if (item.kind === 'record') this.objects++;
    if (this.objects >= OBJECTS_AT_A_TIME || this.gathered.length >= ISSUES_AT_A_TIME) this.tell();
  }

  /** Says that the file has ended. */
  end(): void {
    this.closeInterchange(undefined);
  }

  private takePart(part: Part): void {
    this.tell();
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
    this.tell();
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

  /** Tells of what was gathered; what was found before anything is open concerns nobody. */
  private tell(): void {
    this.objects = 0;
    if (this.gathered.length === 0) return;
    const issues = this.gathered.sort((a, b) => compareIssues(a.issue, b.issue));
    this.gathered = [];
    if (this.interchange !== undefined) this.guard('issues', () => this.session.issues(issues));
  }

  private guard<T>(hook: keyof AcknowledgmentSession | 'open', call: () => T): T {
    try {
      return call();
    } catch (cause) {
      if (cause instanceof EdiError) throw cause;
      const message = `Acknowledgment plugin ${this.acknowledgment.options.id} failed in \`${hook}\`; the acknowledgment ends here.`;
      throw new EdiError('EDI_PLUGIN_FAILED', message, { cause });
    }
  }
}

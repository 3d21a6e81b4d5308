import type { Issue } from '../common/issue';
import type { Guide } from '../guide/guide.types';
import type { CodeDescriptions } from '../mapping/code-descriptions';
import type { BoundTransactionSet } from '../plugin/bound-transaction-set';
import { CodeChecks } from '../validation/code-checks';
import { checkEnvelopeSegment } from '../validation/envelope-checks';
import { Findings } from '../validation/findings';
import { validationIssue } from '../validation/issue-json';
import { setVersion } from '../validation/rules/reading';
import { dayOf } from '../validation/loop-dates';
import { Reporter } from '../validation/reporter';
import type { RuleCatalogue } from '../validation/rule-catalogue';
import type { RuleSwitches } from '../validation/rule-switches';
import { checkBinaryLength } from '../validation/rules/binary-length';
import { checkGroup, ControlNumbers, isVersionOf, reportDuplicate, reportVersion } from '../validation/rules/control-numbers';
import { type PluginFailureListener, TransactionValidation } from '../validation/transaction-validation';
import type { FunctionalGroup, Interchange, TransactionSet } from '../x12/envelope';
import type { Segment } from '../x12/segment';

/** What the validation of a file depends on. */
export interface FileValidationOptions {
  readonly fileName: string;
  readonly switches: RuleSwitches;
  readonly catalogue: RuleCatalogue;
  /** Knows codes; undefined: only their form is looked at. */
  readonly descriptions: CodeDescriptions | undefined;
  readonly onPluginFailure: PluginFailureListener;
}

/** Validates a file while it is read. Gathers what is found around objects; what is found in objects goes with them. */
export class FileValidation {
  private readonly codes: CodeChecks;
  private readonly reporter: Reporter;
  private readonly groups = new ControlNumbers();
  private readonly transactions = new ControlNumbers();
  private around = new Findings();
  /** True once reading has told that there is no guide for the version of the transaction that begins. */
  private isVersionTold = false;
  private transaction: TransactionValidation | undefined;

  constructor(private readonly options: FileValidationOptions) {
    this.codes = new CodeChecks(options.descriptions);
    this.reporter = new Reporter(options.switches, undefined, (issue) => this.around.add(issue));
  }

  /** Takes what reading finds. During a walk it is held until `release` says where the segment went. */
  take(issue: Issue, isOfWalk: boolean): void {
    if (!this.isWanted(issue)) return;
    if (issue.ruleId === setVersion.id) this.isVersionTold = true;
    if (isOfWalk && this.transaction) this.transaction.hold(issue);
    else this.around.add(this.named(issue));
  }

  /** Guides name the count of SE differently; the envelope knows none of them. */
  private named(issue: Issue): Issue {
    const fieldName = issue.segment === 'SE' && issue.element === 'SE01' ? this.transaction?.countName : undefined;
    return fieldName === undefined ? issue : { ...issue, fieldName };
  }

  /** Any segment between ST and SE. */
  onSegment(segment: Segment): void {
    checkBinaryLength(segment, this.reporter);
  }

  onInterchange({ isa }: Interchange): void {
    if (isa) checkEnvelopeSegment(isa, this.reporter);
  }

  onGroup({ gs, interchange, controlNumber: value }: FunctionalGroup): void {
    if (gs === undefined) return;
    checkEnvelopeSegment(gs, this.reporter);
    if (this.groups.isSecond(value, interchange)) reportDuplicate(gs, { element: 'GS06', fieldName: 'group_control_number', value }, this.reporter);
  }

  /** TA1, GE or IEA. */
  onEnvelopeSegment(segment: Segment): void {
    checkEnvelopeSegment(segment, this.reporter);
  }

  /** Begins a transaction; gives what watches its walk, undefined when nothing is known of the set but its segments. */
  open(bound: BoundTransactionSet, set: TransactionSet): TransactionValidation | undefined {
    const { st, group, controlNumber: value } = set;
    if (this.transactions.isSecond(value, group)) {
      reportDuplicate(st, { element: 'ST02', fieldName: 'transaction_set_control_number', value }, this.reporter);
    }
    const { guide, plan, validation } = bound;
    if (guide.versions.length === 0 || !this.isForVersion(guide, set)) return undefined;
    checkGroup(set, guide, this.reporter);
    const file = {
      switches: this.options.switches,
      codes: this.codes,
      outside: () => this.around,
      onPluginFailure: this.options.onPluginFailure,
      made: dayOf(group.gs, 4),
    };
    this.transaction = new TransactionValidation({ guide, unitLoops: plan.unitLoops, ...validation }, file);
    return this.transaction;
  }

  /** A version that is only read by the guide of another one is told of, and not measured by it. */
  private isForVersion(guide: Guide, set: TransactionSet): boolean {
    const isKnown = !this.isVersionTold && isVersionOf(guide, set);
    if (!isKnown && !this.isVersionTold) reportVersion(set, guide, this.reporter);
    this.isVersionTold = false;
    return isKnown;
  }

  release(): void {
    this.transaction?.release();
  }

  close(): void {
    this.transaction?.release();
    this.transaction = undefined;
  }

  takeUnit(): Findings | undefined {
    return this.transaction?.takeUnit();
  }

  /** Adds what reaches no field of a unit to what was found in it, but for places of which something was found already. */
  withUnread(findings: Findings | undefined, unread: readonly Issue[]): Findings | undefined {
    const others = unread.filter((issue) => this.isWanted(issue) && !isFound(issue, findings) && !isFound(issue, this.around));
    if (others.length === 0) return findings;
    const all = findings ?? new Findings();
    for (const issue of others) all.add(issue);
    return all;
  }

  private isWanted({ ruleId }: Issue): boolean {
    const level = this.options.catalogue.levelOf(ruleId);
    return ruleId === undefined || level === undefined || this.options.switches.isOn({ id: ruleId, level });
  }

  /** Gives what was found around objects up to a segment; the rest stays. */
  takeAround(upTo = Infinity): Findings | undefined {
    const { around } = this;
    if (around.size === 0) return undefined;
    this.around = around.splitAfter(upTo);
    return around.size === 0 ? undefined : around;
  }

  get aroundSize(): number {
    return this.around.size;
  }

  /** Looks up the codes that are still open. */
  settle(): Promise<void> | undefined {
    return this.codes.isOpen ? this.codes.settle() : undefined;
  }

  /** Shows an issue as JSON does. */
  toJson(issue: Issue): ReturnType<typeof validationIssue> {
    const { switches, catalogue, fileName } = this.options;
    return validationIssue(issue, fileName, switches.showsRules ? catalogue.levelOf(issue.ruleId) : undefined);
  }
}

/** True where something was found at the segment and element of an issue, or about the segment as a whole. */
function isFound({ place, element }: Issue, findings: Findings | undefined): boolean {
  const isOfPlace = (other: Issue): boolean => other.element === element || (other.element === undefined && other.missing === undefined);
  return findings?.issues.some((other) => other.place?.segmentNumber === place?.segmentNumber && isOfPlace(other)) ?? false;
}

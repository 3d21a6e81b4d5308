import { EdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { Guide } from '../guide/guide.types';
import type { CodeDescriptions } from '../mapping/code-descriptions';
import type { BoundTransactionSet } from '../plugin/bound-transaction-set';
import { CodeChecks } from '../validation/code-checks';
import { checkEnvelopeSegment } from '../validation/envelope-checks';
import { Findings } from '../validation/findings';
import { validationIssue } from '../validation/issue-json';
import { FOUND_BY_WALK, setVersion } from '../validation/rules/reading';
import { dayOf } from '../validation/loop-dates';
import { Reporter } from '../validation/reporter';
import type { RuleCatalogue } from '../validation/rule-catalogue';
import type { RuleSwitches } from '../validation/rule-switches';
import { checkBinaryLength } from '../validation/rules/binary-length';
import {
  checkFunction,
  checkGroupVersion,
  checkVersions,
  ControlNumbers,
  groupVersion,
  isVersionOf,
  reportDuplicate,
  reportVersion,
} from '../validation/rules/control-numbers';
import type { StandardChecks } from '../validation/standard-checks';
import { StandardValidation } from '../validation/standard-validation';
import { type PluginFailureListener, TransactionValidation } from '../validation/transaction-validation';
import type { TransactionWatch } from '../validation/transaction-watch';
import type { FunctionalGroup, Interchange, TransactionSet } from '../x12/envelope';
import type { Segment } from '../x12/segment';
import type { Run } from './run';

/** Context of the validation of a file. */
export interface FileValidationOptions {
  readonly fileName: string;
  readonly switches: RuleSwitches;
  readonly catalogue: RuleCatalogue;
  /** Knows codes; undefined: only their form is checked. */
  readonly descriptions: CodeDescriptions | undefined;
  readonly onPluginFailure: PluginFailureListener;
  /** The standard, for transactions without a guide. */
  readonly standard: StandardChecks;
}

/** Makes the validation of one file of a run. */
export function openValidation({ context, options: { switches } }: Run, fileName: string): FileValidation {
  const { rules: catalogue, descriptions, standard, onError } = context;
  const onPluginFailure: PluginFailureListener = (message, cause) => onError?.(new EdiError('EDI_PLUGIN_FAILED', message, { cause }), fileName);
  return new FileValidation({ fileName, switches, catalogue, descriptions, standard, onPluginFailure });
}

/** Validates a file while it is read. Gathers findings around objects; findings in objects go with them. */
export class FileValidation {
  private readonly codes: CodeChecks;
  private readonly reporter: Reporter;
  private readonly interchanges = new ControlNumbers();
  private readonly groups = new ControlNumbers();
  private readonly transactions = new ControlNumbers();
  private around = new Findings();
  /** The ISA that is not checked yet. */
  private header: Segment | undefined;
  /** GS08 of the group that came last in the interchange. */
  private version = '';
  /** True once reading has reported that there is no guide for the version of the transaction that begins. */
  private isVersionReported = false;
  /** True once reading has reported that the transaction that begins is read by another guide than it names. */
  private isGuideReported = false;
  private transaction: TransactionWatch | undefined;
  /** Compares the transaction with the standard, if it has no guide of its own. */
  private standard: StandardValidation | undefined;
  /** True while a transaction is read by the guide of another version, whose findings do not count. */
  private isReadByOther = false;

  /** Whether a rule is switched on, by its id. */
  private readonly wanted = new Map<string, boolean>();

  constructor(private readonly options: FileValidationOptions) {
    this.codes = new CodeChecks(options.descriptions);
    this.reporter = new Reporter(options.switches, undefined, (issue) => this.around.add(issue));
  }

  /** Takes an issue of reading. During a walk it is held until `release`, when the place of the segment is known. */
  take(issue: Issue, isOfWalk: boolean): void {
    if (!this.isWanted(issue)) return;
    if (issue.ruleId === setVersion.id) this.isVersionReported = true;
    if (issue.ruleId === groupVersion.id) this.isGuideReported = true;
    if (this.isReadByOther && FOUND_BY_WALK.has(issue.ruleId ?? '')) return;
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
    this.standard?.onSegment(segment);
  }

  onInterchange({ isa, controlNumber: value }: Interchange): void {
    this.checkHeader();
    this.version = '';
    this.header = isa;
    // A sender numbers the interchanges for each receiver.
    const partners = [5, 6, 7, 8].map((element) => isa?.element(element) ?? '');
    if (isa === undefined || value === '' || !this.interchanges.isSecond([...partners, value].join('*'), this)) return;
    reportDuplicate(isa, { element: 'ISA13', fieldName: 'interchange_control_number', value }, this.reporter);
  }

  /** Checks the header of an interchange when its first group has named the guide, and at the latest when the interchange ends. */
  private checkHeader(): void {
    const { header } = this;
    this.header = undefined;
    if (header) checkEnvelopeSegment(header, this.version, this.reporter);
  }

  /** Called before the group is emitted, so that errors of the interchange's header are known. */
  beginGroup({ gs }: FunctionalGroup): void {
    this.version = gs?.element(8) ?? '';
    this.checkHeader();
  }

  onGroup({ gs, interchange, controlNumber: value }: FunctionalGroup): void {
    if (gs === undefined) return;
    checkEnvelopeSegment(gs, this.version, this.reporter);
    if (this.groups.isSecond(value, interchange)) reportDuplicate(gs, { element: 'GS06', fieldName: 'group_control_number', value }, this.reporter);
  }

  /** TA1, GE or IEA. */
  onEnvelopeSegment(segment: Segment): void {
    this.checkHeader();
    checkEnvelopeSegment(segment, this.version, this.reporter);
  }

  /** The file has ended. */
  end(): void {
    this.checkHeader();
  }

  /** Begins a transaction; returns the watch of its walk: by its guide, or by the standard if it has none. */
  open(bound: BoundTransactionSet, set: TransactionSet): TransactionWatch {
    const { st, group, controlNumber: value } = set;
    if (this.transactions.isSecond(value, group)) {
      reportDuplicate(st, { element: 'ST02', fieldName: 'transaction_set_control_number', value }, this.reporter);
    }
    const { guide } = bound;
    const hasGuide = guide.versions.length > 0;
    const isMeasured = hasGuide && this.isForVersion(guide, set);
    this.isReadByOther = hasGuide && !isMeasured;
    if (isMeasured) {
      checkFunction(set, guide, this.reporter);
      if (!this.isGuideReported) checkGroupVersion(set, guide, this.reporter);
    }
    this.isGuideReported = false;
    checkVersions(set, this.reporter);
    this.standard = isMeasured ? undefined : this.openStandard(bound, set);
    this.transaction = this.standard ?? this.openMeasured(bound, group);
    return this.transaction;
  }

  private openMeasured({ guide, plan, validation }: BoundTransactionSet, { gs }: FunctionalGroup): TransactionValidation {
    const { switches, onPluginFailure } = this.options;
    const file = { switches, codes: this.codes, outside: () => this.around, onPluginFailure, made: dayOf(gs, 4) };
    return new TransactionValidation({ guide, unitLoops: plan.unitLoops, ...validation }, file);
  }

  private openStandard({ guide, plan: { unitLoops } }: BoundTransactionSet, { id, conventionReference, groupVersion }: TransactionSet): StandardValidation {
    const { switches, standard: checks } = this.options;
    const isWalkedByShape = guide.versions.length === 0 && !guide.root.acceptsAll;
    const plan = { transactionSet: id, version: conventionReference || groupVersion, unitLoops, isWalkedByShape };
    return new StandardValidation(plan, { checks, switches, outside: () => this.around });
  }

  /** A version that is only read by the guide of another one is reported, and not validated by it. */
  private isForVersion(guide: Guide, set: TransactionSet): boolean {
    const isKnown = !this.isVersionReported && isVersionOf(guide, set);
    if (!isKnown && !this.isVersionReported) reportVersion(set, guide, this.reporter);
    this.isVersionReported = false;
    return isKnown;
  }

  /** What validation of the rest depends on, as text. */
  get state(): string {
    const around = this.around.issues.map(({ ruleId, place }) => [ruleId, place?.segmentNumber]);
    const flags = [this.isVersionReported, this.isGuideReported, this.isReadByOther, this.header !== undefined];
    return JSON.stringify([this.version, flags, around, this.transaction?.state]);
  }

  release(): void {
    this.transaction?.release();
  }

  close(): void {
    this.transaction?.release();
    this.transaction = undefined;
    this.standard = undefined;
  }

  /** Returns findings as JSON, one after the other: a unit may have many. */
  *jsonOf({ issues }: Findings): Generator<object, void, undefined> {
    for (const issue of issues) yield this.toJson(issue);
  }

  takeUnit(): Findings | undefined {
    return this.transaction?.takeUnit();
  }

  /** Adds input of a unit that reaches no field to its findings, except at places with a finding. */
  withUnread(findings: Findings | undefined, unread: readonly Issue[]): Findings | undefined {
    const others = unread.filter((issue) => this.isWanted(issue) && findings?.covers(issue) !== true && !this.around.covers(issue));
    if (others.length === 0) return findings;
    const all = findings ?? new Findings();
    for (const issue of others) all.add(issue);
    return all;
  }

  /** As `withUnread` for a large unit, in steps. Later findings around it do not count. */
  addUnread(findings: Findings, unread: Iterable<readonly Issue[]>): Iterable<void> {
    const around = this.around.copy();
    const isNew = (issue: Issue): boolean => this.isWanted(issue) && !findings.covers(issue) && !around.covers(issue);
    return (function* () {
      const others: Issue[][] = [];
      for (const issues of unread) {
        others.push(issues.filter(isNew));
        yield;
      }
      for (const issues of others) for (const issue of issues) findings.add(issue);
    })();
  }

  private isWanted({ ruleId }: Issue): boolean {
    if (ruleId === undefined) return true;
    let isWanted = this.wanted.get(ruleId);
    if (isWanted === undefined) {
      const level = this.options.catalogue.levelOf(ruleId);
      isWanted = level === undefined || this.options.switches.isOn({ id: ruleId, level });
      this.wanted.set(ruleId, isWanted);
    }
    return isWanted;
  }

  /** Returns the findings around objects up to a segment; the rest stays. Those of codes are added when the codes were looked up. */
  takeAround(upTo = Infinity): Findings | undefined {
    const { around } = this;
    if (around.size === 0 && !around.isAwaited) return undefined;
    this.around = around.splitAfter(upTo);
    return around.size === 0 && !around.isAwaited ? undefined : around;
  }

  get aroundSize(): number {
    return this.around.size;
  }

  /** Looks up the codes that are still open. */
  settle(): Promise<void> | undefined {
    return this.codes.isOpen ? this.settleCodes() : undefined;
  }

  private async settleCodes(): Promise<void> {
    await this.codes.settle();
    this.around.isAwaited = this.codes.isOpen;
  }

  /** Shows an issue as JSON does. */
  toJson(issue: Issue): ReturnType<typeof validationIssue> {
    const { switches, catalogue, fileName } = this.options;
    return validationIssue(issue, fileName, switches.showsRules ? catalogue.levelOf(issue.ruleId) : undefined);
  }
}

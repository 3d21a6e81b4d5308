import { HookMistake, mistakeIn, synchronous } from '../common/hook-result';
import type { Issue } from '../common/issue';
import type { Guide, LoopDef, SegmentDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { WalkObserver } from '../guide/walk-observer';
import type { Segment } from '../x12/segment';
import { checkSegment } from './check-segment';
import { isCleanSegment } from './clean-segment';
import type { CodeChecks, CodeHost } from './code-checks';
import { Findings } from './findings';
import { GuideChecks } from './guide-checks';
import { LoopStructure } from './loop-structure';
import { idsAround, PlainValidation } from './plain-validation';
import { type FieldNames, Reporter, type SegmentPlace } from './reporter';
import type { RuleSwitches } from './rule-switches';
import { isBinary } from './rules/binary-length';
import { npiCheckDigit, routingCheckDigit } from './rules/check-digits';
import { codeInvalid } from './rules/code-list';
import { periodOrder } from './rules/period-order';
import type { SetRule } from './set-rule';
import { type HookFailure, SetRules } from './set-rules';
import type { TransactionWatch } from './transaction-watch';

/** Guide and rules of a validation. */
export interface ValidationPlan {
  /** Id of the plugin, for messages. */
  readonly pluginId: string;
  readonly guide: Guide;
  /** Loops that are objects of their own: findings in them belong to them. */
  readonly unitLoops: ReadonlySet<LoopDef>;
  readonly rules: readonly SetRule[];
  readonly names: FieldNames | undefined;
  /** See `CodeHost.dayOf`; absent: codes may be of any day. */
  readonly dayOf?: ((loop: LoopNode, list: string) => number) | undefined;
  /** Lists whose codes may be of any day. */
  readonly undatedLists?: ReadonlySet<string>;
}

/** Shared by the transactions of a file. */
export interface FileParts {
  readonly switches: RuleSwitches;
  readonly codes: CodeChecks;
  /** Receives what belongs to no object. */
  readonly outside: () => Findings;
  readonly onPluginFailure: PluginFailureListener;
  /** The day on which the group was made, yyyymmdd; 0 when it is not known. */
  readonly made: number;
}

/** A year, and the maximum age of services in a file, as numbers of yyyymmdd. */
const YEAR = 1_00_00;
const OLDEST_SERVICE = 10 * YEAR;

/** Called when a hook of a plugin threw, which is an error in the plugin. The message names plugin, hook and place. */
export type PluginFailureListener = (message: string, cause: unknown) => void;

/** Validates one transaction set while it is walked. Issues inside a unit stay with it until it is emitted, all others become findings around the objects. */
export class TransactionValidation implements TransactionWatch, CodeHost {
  private readonly checks: GuideChecks;
  private readonly reporter: Reporter;
  private readonly structure: LoopStructure;
  private readonly rules: SetRules;
  private readonly looksAtCodes: boolean;
  private readonly looksFurther: boolean;
  readonly plain: PlainValidation | undefined;
  private hasDayFailed = false;
  private unit: LoopNode | undefined;
  private unitFindings: Findings | undefined;
  /** Findings of the walk about the segment that is being placed: it is not known yet where the segment belongs. */
  private held: Issue[] = [];
  /** Number of the segment that the walk last found something about. */
  private reportedSegment = -1;

  constructor(
    private readonly plan: ValidationPlan,
    private readonly file: FileParts,
  ) {
    this.checks = GuideChecks.of(plan.guide);
    this.reporter = new Reporter(file.switches, plan.names, (issue) => this.openFindings().add(issue));
    this.structure = new LoopStructure(this.checks, this.reporter);
    this.rules = new SetRules(plan, this.reporter, (rule, failure) => this.onRuleFailure(rule, failure));
    this.looksAtCodes = file.switches.isOn(codeInvalid);
    this.looksFurther = [npiCheckDigit, routingCheckDigit, periodOrder].some((rule) => file.switches.isOn(rule));
    this.plain = this.openPlain();
  }

  /** Segments are walked without objects where only the rules of units need them. */
  private openPlain(): PlainValidation | undefined {
    const { guide, unitLoops, undatedLists } = this.plan;
    if (this.looksFurther || guide.segments.some(isBinary) || this.rules.areAbout(idsAround(guide, unitLoops))) return undefined;
    const { checks, structure, rules, looksAtCodes } = this;
    const parts = { guide, checks, structure, rules, codes: this.file.codes, host: this, looksAtCodes, undatedLists, unitLoops };
    const onClose = (loop: LoopNode): void => this.askRules(loop);
    const ofUncleanUnit = (unclean: ReadonlySet<number>): WalkObserver => ({
      onOpen: (loop, trigger) => {
        this.beginUnit(loop);
        if (trigger !== undefined && unclean.has(trigger.segmentNumber)) this.checkElements(trigger, loop.def.trigger, loop);
      },
      onPlace: (segment, def, loop) => {
        if (unclean.has(segment.segmentNumber)) this.checkElements(segment, def, loop);
      },
      onClose,
    });
    const ofUnit: WalkObserver = {
      onOpen: (loop, trigger) => {
        if (!unitLoops.has(loop.def)) return this.onOpen(loop, trigger);
        this.structure.begin(loop);
        this.beginUnit(loop);
        if (trigger !== undefined) this.checkElements(trigger, loop.def.trigger, loop);
      },
      onPlace: (segment, def, loop) => this.onPlace(segment, def, loop),
      onClose: (loop) => this.onClose(loop),
    };
    const ofUnitAlone = new Reporter(this.file.switches, this.plan.names, (issue) => (this.unitFindings ??= new Findings()).add(issue));
    const report = (place: SegmentPlace): void => this.reportElements(place, ofUnitAlone);
    return new PlainValidation({ ofUnit, ofUncleanUnit, report, hasFindings: () => this.unitFindings !== undefined, ...parts });
  }

  private beginUnit(loop: LoopNode): void {
    if (this.plan.unitLoops.has(loop.def)) this.unit = loop;
  }

  /** Asks the rules of the set about a loop that is complete. */
  private askRules(loop: LoopNode): void {
    this.rules.onLoop(loop);
    if (loop !== this.unit) return;
    this.rules.onUnit(loop);
    this.unit = undefined;
  }

  openFindings(): Findings {
    if (this.unit === undefined) return this.file.outside();
    return (this.unitFindings ??= new Findings());
  }

  reporterFor(findings: Findings): Reporter {
    return new Reporter(this.file.switches, this.plan.names, (issue) => findings.add(issue));
  }

  get countName(): string | undefined {
    const last = this.plan.guide.root.children.at(-1);
    return last?.kind === 'segment' ? last.elements[0]?.name : undefined;
  }

  get state(): readonly unknown[] {
    const { held, reportedSegment, unit, hasDayFailed, structure, rules } = this;
    return [held.length, reportedSegment, unit?.firstSegment?.segmentNumber, hasDayFailed, structure.nextLevel, rules.state];
  }

  get firstDay(): number {
    return this.file.made === 0 ? 0 : this.file.made - OLDEST_SERVICE;
  }

  get lastDay(): number {
    return this.file.made === 0 ? Infinity : this.file.made + YEAR;
  }

  asksForDay(list: string): boolean {
    return this.plan.dayOf !== undefined && this.plan.undatedLists?.has(list) !== true;
  }

  dayOf(loop: LoopNode, list: string): number {
    if (this.hasDayFailed || !this.asksForDay(list)) return 0;
    try {
      return dayIn(this.plan.dayOf?.(loop, list));
    } catch (cause) {
      this.hasDayFailed = true;
      this.onFailure({ hook: 'codeDay', at: loop.segments[0], cause }, 'codes of its transaction may be of any day from here on');
      return 0;
    }
  }

  hold(issue: Issue): void {
    this.reportedSegment = issue.place?.segmentNumber ?? -1;
    this.held.push(issue);
  }

  release(): void {
    if (this.held.length === 0) return;
    const findings = this.openFindings();
    for (const issue of this.held) findings.add(issue);
    this.held = [];
  }

  takeUnit(): Findings | undefined {
    const findings = this.unitFindings;
    this.unitFindings = undefined;
    return findings;
  }

  onOpen(loop: LoopNode, trigger: Segment | undefined): void {
    this.structure.open(loop, trigger, trigger?.segmentNumber === this.reportedSegment);
    this.beginUnit(loop);
    if (trigger !== undefined) this.checkElements(trigger, loop.def.trigger, loop);
  }

  onPlace(segment: Segment, def: SegmentDef, loop: LoopNode): void {
    this.structure.place(loop, def, segment, segment.segmentNumber === this.reportedSegment);
    this.checkElements(segment, def, loop);
    if (loop.parent === undefined) this.rules.onSegment(segment);
  }

  onClose(loop: LoopNode): void {
    this.structure.close(loop);
    const isUnit = loop === this.unit;
    this.askRules(loop);
    if (isUnit) this.structure.closeHeads(loop);
    if (loop.parent === undefined) this.rules.close(loop);
  }

  private onRuleFailure({ id: ruleId }: SetRule, failure: HookFailure): void {
    this.onFailure({ ...failure, hook: `${failure.hook} of rule ${ruleId}` }, 'it does not look at the rest of its transaction', ruleId);
  }

  /** A hook that throws is an error in the plugin, which is reported: its check did not run. */
  private onFailure({ hook, at, cause }: HookFailure, outcome: string, ruleId?: string): void {
    const place = at?.place;
    const where = place === undefined ? '' : ` at segment ${place.segmentNumber} (line ${place.lineNumber})`;
    const message = `Plugin ${this.plan.pluginId} failed in ${hook}${mistakeIn(cause)}${where}; ${outcome}`;
    this.file.onPluginFailure(`${message}.`, cause);
    this.file.outside().add({ issueType: 'INVALID', message, loop: '0000', ...(place && { place }), ...(ruleId === undefined ? {} : { ruleId }) });
  }

  private checkElements(segment: Segment, def: SegmentDef, loop: LoopNode): void {
    if (def.usage === 'N') return;
    const check = this.checks.segment(def);
    this.reportElements({ check, segment, loop: loop.def.id }, this.reporter);
    if (this.looksFurther) this.checkFurther(def, segment, loop);
    if (this.looksAtCodes && check.coded.length > 0) this.file.codes.check(check, segment, loop, this);
  }

  private reportElements(place: SegmentPlace, reporter: Reporter): void {
    const { check, segment } = place;
    if (isCleanSegment(check, segment)) return;
    const skipped = segment.segmentNumber === this.reportedSegment ? (check.def.qualifiers[0]?.element ?? 0) : 0;
    checkSegment(place, reporter, skipped);
  }

  private checkFurther(def: SegmentDef, segment: Segment, loop: LoopNode): void {
    const further = this.checks.further(def);
    if (further.length === 0) return;
    const place = { check: this.checks.segment(def), segment, loop: loop.def.id };
    for (const { rule, run } of further) if (this.file.switches.isOn(rule)) run(place, this.reporter);
  }
}

function dayIn(day: unknown): number {
  if (typeof day === 'number') return day;
  if (synchronous(day) === undefined) return 0;
  throw new HookMistake('the hook returns no number');
}

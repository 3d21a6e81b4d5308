import { HookMistake, synchronous } from '../common/hook-result';
import type { Guide } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import type { Reporter } from './reporter';
import type { LoopRule, Report, SetFinding, SetRule, TransactionCheck, TransactionRule } from './set-rule';

/** A hook that threw: its name, its segment, and the error. */
export interface HookFailure {
  readonly hook: string;
  readonly at: Segment | undefined;
  readonly cause: unknown;
}

/** A rule of a plugin at work on one transaction. */
interface AtWork<R extends SetRule> {
  readonly rule: R;
  readonly report: Report;
}

interface GatheringRule extends AtWork<TransactionRule> {
  readonly check: TransactionCheck;
}

/** Asks the rules of a plugin about one transaction. */
export class SetRules {
  private readonly byLoop = new Map<string, AtWork<LoopRule>[]>();
  private readonly gathering: GatheringRule[] = [];
  /** Ids of rules that found something. */
  private readonly found = new Set<string>();
  private readonly failed = new Set<SetRule>();

  constructor(
    { rules, guide }: { readonly rules: readonly SetRule[]; readonly guide: Guide },
    private readonly reporter: Reporter,
    private readonly onFailure: (rule: SetRule, failure: HookFailure) => void,
  ) {
    for (const rule of rules) {
      if (!reporter.isOn(rule) || rule.guides?.includes(guide.id) === false) continue;
      if ('loop' in rule) for (const id of [rule.loop].flat()) this.ofLoop(id).push({ rule, report: this.reportOf(rule) });
      else this.guard(rule, 'open', undefined, () => void this.gathering.push({ rule, report: this.reportOf(rule), check: checkOf(rule) }));
    }
  }

  /** Which rules have found something, and how many have failed. */
  get state(): readonly unknown[] {
    return [[...this.found].sort(), this.failed.size];
  }

  /** Rules that have to be asked about every unit, but for those with a condition of the kernel. */
  get asksAlways(): boolean {
    const isConditional = (rule: LoopRule): boolean => rule.cleanWhen !== undefined;
    return (
      [...this.byLoop.values()].flat().some(({ rule }) => !isConditional(rule)) ||
      this.gathering.some(({ rule, check }) => check.onUnit && rule.readsFirstSegmentOnly !== true)
    );
  }

  /** True where rules gather something of units. */
  get gathers(): boolean {
    return this.gathering.some(({ check }) => check.onUnit !== undefined);
  }

  /** The rules about loops that are on. */
  get ofLoops(): ReadonlySet<LoopRule> {
    return new Set([...this.byLoop.values()].flat().map(({ rule }) => rule));
  }

  /** True where rules look at loops of one of some ids. */
  areAbout(ids: ReadonlySet<string>): boolean {
    return [...this.byLoop.keys()].some((id) => ids.has(id));
  }

  /** A loop is complete. */
  onLoop(loop: LoopNode): void {
    const rules = this.byLoop.size === 0 ? undefined : this.byLoop.get(loop.def.id);
    if (rules === undefined || loop.segments.length === 0) return;
    for (const { rule, report } of rules) if (this.mayAsk(rule)) this.guard(rule, 'check', loop.segments[0], () => rule.check(loop, report));
  }

  onUnit(unit: LoopNode): void {
    for (const { rule, check } of this.gathering) if (!this.failed.has(rule)) this.guard(rule, 'onUnit', unit.segments[0], () => check.onUnit?.(unit));
  }

  onSegment(segment: Segment): void {
    for (const { rule, check } of this.gathering) if (!this.failed.has(rule)) this.guard(rule, 'onSegment', segment, () => check.onSegment?.(segment));
  }

  close(root: LoopNode): void {
    for (const { rule, check, report } of this.gathering) if (this.mayAsk(rule)) this.guard(rule, 'close', root.segments[0], () => check.close(root, report));
  }

  private ofLoop(id: string): AtWork<LoopRule>[] {
    const known = this.byLoop.get(id) ?? [];
    this.byLoop.set(id, known);
    return known;
  }

  private mayAsk(rule: SetRule): boolean {
    return !this.failed.has(rule) && rule.silentAfter?.some((id) => this.found.has(id)) !== true;
  }

  /** Rules should not throw; one that throws does not run again in this transaction. */
  private guard(rule: SetRule, hook: string, at: Segment | undefined, ask: () => unknown): void {
    try {
      const result = ask();
      if (result !== undefined) synchronous(result);
    } catch (cause) {
      this.failed.add(rule);
      this.onFailure(rule, { hook, at, cause });
    }
  }

  private reportOf(rule: SetRule): Report {
    return (given) => {
      // An asynchronous hook may report after its failure.
      if (this.failed.has(rule)) return;
      const { segment, loop, ...finding } = checkedFinding(given);
      this.found.add(rule.id);
      const { place, id, ediString } = segment;
      this.reporter.issue(rule, { place, loop: loop.def.id, segment: id, ediString, ...finding });
    };
  }
}

function checkOf(rule: TransactionRule): TransactionCheck {
  const check: unknown = synchronous(rule.open());
  if (isTransactionCheck(check)) return check;
  throw new HookMistake('the check that it gives has no `close`');
}

function isTransactionCheck(value: unknown): value is TransactionCheck {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}

/** A finding that is not complete would fail later, where it is not known whose it is. */
function checkedFinding(finding: SetFinding): SetFinding {
  const { segment, loop, message }: Partial<SetFinding> = finding;
  const lacks = segment?.place === undefined ? 'segment' : loop?.def === undefined ? 'loop' : typeof message !== 'string' ? 'message' : undefined;
  if (lacks === undefined) return finding;
  throw new HookMistake(`a finding that it reports has no \`${lacks}\``);
}

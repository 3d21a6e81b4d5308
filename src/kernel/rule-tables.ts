import type { LoopDef } from '../guide/guide.types';
import type { AmountTerm, CleanWhen } from '../validation/clean-when';
import type { LoopRule } from '../validation/set-rule';
import { segmentKey } from '../x12/segment-key';
import type { Kernel } from './kernel';
import { CLEAN_KIND } from './check-layout';

/** Bits of a number. */
const MAX_RULES = 31;

/** The conditions of rules of a transaction set in the memory of the kernel. */
export class RuleTables {
  private readonly rules: readonly LoopRule[];

  /** `addressOf` gives the address of the definition of a loop. */
  constructor(
    private readonly kernel: Kernel,
    rules: readonly LoopRule[],
    private readonly addressOf: (def: LoopDef) => number,
  ) {
    this.rules = rules.slice(0, MAX_RULES);
  }

  /** The bits of some rules. */
  bitsOf(rules: ReadonlySet<LoopRule>): number {
    return this.rules.reduce((bits, rule, i) => (rules.has(rule) ? bits | (1 << i) : bits), 0);
  }

  /** The RULE rows of a loop. */
  rowsOf(def: LoopDef): readonly number[] {
    return this.rules.flatMap(({ loop, cleanWhen }, i) => ([loop].flat().includes(def.id) && cleanWhen ? [1 << i, this.condition(cleanWhen, def)] : []));
  }

  private condition(condition: CleanWhen, def: LoopDef): number {
    const { kernel } = this;
    const row = (kind: number, list: readonly number[], size: number, ...rest: readonly number[]): number =>
      kernel.list([kind, list.length / size, kernel.list(list), ...rest]);
    if ('any' in condition)
      return row(
        CLEAN_KIND.ANY,
        condition.any.map((one) => this.condition(one, def)),
        1,
      );
    if ('without' in condition) return row(CLEAN_KIND.WITHOUT, [], 1, this.defs(loopsBelow(def).filter(({ id }) => id === condition.without)));
    if ('counts' in condition) return row(CLEAN_KIND.COUNTS, [], 1, this.children(def, condition.counts), segmentKey(condition.of), condition.at);
    const terms = condition.zero.flatMap((term) => this.term(term, def));
    return 'each' in condition ? row(CLEAN_KIND.EACH, terms, TERM_INTS, this.children(def, condition.each)) : row(CLEAN_KIND.ZERO, terms, TERM_INTS);
  }

  private term({ of, at, in: within, times }: AmountTerm, def: LoopDef): readonly number[] {
    return [segmentKey(of), within === undefined ? 0 : this.children(def, within), times ?? 1, this.kernel.list([at.length, ...at])];
  }

  private children(def: LoopDef, id: string): number {
    return this.defs(childLoops(def).filter((child) => child.id === id));
  }

  private defs(loops: readonly LoopDef[]): number {
    return this.kernel.list([loops.length, ...loops.map(this.addressOf)]);
  }
}

/** Numbers of a TERM row. */
const TERM_INTS = 4;

const childLoops = ({ children }: LoopDef): readonly LoopDef[] => children.flatMap((child) => (child.kind === 'loop' ? [child] : []));

const loopsBelow = (def: LoopDef): readonly LoopDef[] => childLoops(def).flatMap((child) => [child, ...loopsBelow(child)]);

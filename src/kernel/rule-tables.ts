import type { LoopDef } from '../guide/guide.types';
import { packText } from '../common/pack-code';
import type { AmountTerm, CleanWhen, LoopsWithin } from '../validation/clean-when';
import type { LoopRule } from '../validation/set-rule';
import { segmentKey } from '../x12/segment-key';
import type { Kernel } from './kernel';
import { AROUND, CLEAN_KIND, TERM } from './check-layout';

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
    const conditions = (list: readonly CleanWhen[]): readonly number[] => list.map((one) => this.condition(one, def));
    if ('any' in condition) return row(CLEAN_KIND.ANY, conditions(condition.any), 1);
    if ('all' in condition) return row(CLEAN_KIND.ALL, conditions(condition.all), 1);
    if ('once' in condition) return row(CLEAN_KIND.ONCE, [], 1, this.children([def], condition.once).address);
    if ('same' in condition) {
      const places = condition.same.flatMap(({ at, ...place }) => this.term({ ...place, at: [at] }, [def]));
      return row(CLEAN_KIND.SAME, places, TERM_INTS);
    }
    if ('without' in condition) return row(CLEAN_KIND.WITHOUT, [], 1, this.defs(loopsBelow(def).filter(({ id }) => id === condition.without)));
    if ('counts' in condition) return row(CLEAN_KIND.COUNTS, [], 1, this.children([def], condition.counts).address, segmentKey(condition.of), condition.at);
    const path = 'each' in condition ? this.path([def], condition.each) : undefined;
    const terms = condition.zero.flatMap((term) => this.term(term, path?.ends ?? [def]));
    return path === undefined ? row(CLEAN_KIND.ZERO, terms, TERM_INTS) : row(CLEAN_KIND.EACH, terms, TERM_INTS, path.address);
  }

  private term({ of, at, in: within, around, code, times }: AmountTerm, defs: readonly LoopDef[]): readonly number[] {
    const below = within === undefined ? undefined : this.path(defs, within);
    const path = around === true ? AROUND : (below?.address ?? 0);
    const opens = around !== true && (below?.ends ?? defs).every((loop) => opensAlone(loop, of));
    return [segmentKey(of), path, times ?? 1, this.kernel.list([at.length, ...at]), code === undefined ? 0 : packText(code), opens ? 1 : 0];
  }

  /** A path to loops in loops, and the definitions where it ends. */
  private path(from: readonly LoopDef[], ids: LoopsWithin): { readonly address: number; readonly ends: readonly LoopDef[] } {
    const lists: number[] = [];
    let ends = from;
    for (const id of [ids].flat()) {
      const { address, defs } = this.children(ends, id);
      lists.push(address);
      ends = defs;
    }
    return { address: this.kernel.list([lists.length, ...lists]), ends };
  }

  private children(of: readonly LoopDef[], id: string): { readonly address: number; readonly defs: readonly LoopDef[] } {
    const defs = of.flatMap(childLoops).filter((child) => child.id === id);
    return { address: this.defs(defs), defs };
  }

  private defs(loops: readonly LoopDef[]): number {
    return this.kernel.list([loops.length, ...loops.map(this.addressOf)]);
  }
}

/** Numbers of a TERM row. */
const TERM_INTS = TERM.SIZE >> 2;

/** True where segments of an id open the loop, and stand at no other place in it. */
const opensAlone = ({ trigger, children }: LoopDef, id: string): boolean =>
  trigger.id === id && children.every((child) => child.kind === 'loop' || child === trigger || child.id !== id);

const childLoops = ({ children }: LoopDef): readonly LoopDef[] => children.flatMap((child) => (child.kind === 'loop' ? [child] : []));

const loopsBelow = (def: LoopDef): readonly LoopDef[] => childLoops(def).flatMap((child) => [child, ...loopsBelow(child)]);

import { packText } from '../common/pack-code';
import { allPack, sharedQualifier } from '../guide/candidate-set';
import type { Candidate, CandidateSet, Guide, LoopDef, Qualifier, SegmentDef } from '../guide/guide.types';
import { needsSecond } from '../guide/level-state';
import { compileLoopCheck } from '../validation/loop-check';
import type { LoopRule } from '../validation/set-rule';
import { HL, isLevel } from '../guide/unopened-loops';
import type { Kernel } from './kernel';
import { CANDIDATE, CHOICES, DEF, PLACE, TRAIT } from './layout';
import { hashTable } from './hash-table';
import { RuleTables } from './rule-tables';

/** What a walk emits. */
export interface PlainPlan {
  readonly guide: Guide;
  readonly unitLoops: ReadonlySet<LoopDef>;
  /** Units, and the loops around them. */
  readonly recordLoops: ReadonlySet<LoopDef>;
  readonly unitSegments: ReadonlySet<SegmentDef>;
  /** Rules of the set with a condition under which they find nothing. */
  readonly rules: readonly LoopRule[];
}

/** True for a guide that the kernel can walk where the whole transaction set is one record. */
export function isWalkableAsWhole(guide: Guide): boolean {
  const acceptsAll = (loop: LoopDef): boolean => loop.acceptsAll || loop.children.some((child) => child.kind === 'loop' && acceptsAll(child));
  return walksLevels(guide) && !acceptsAll(guide.root);
}

/** Levels are walked by their numbers only. */
const walksLevels = ({ nestsLevels, segments }: Guide): boolean => nestsLevels || segments.every(({ key }) => key !== HL);

/** True for a plan that the kernel can walk: units hold neither other units nor levels, and are no levels themselves. */
export function isWalkable({ guide, unitLoops }: PlainPlan): boolean {
  if (!walksLevels(guide)) return false;
  const isSimple = (loop: LoopDef): boolean =>
    !loop.acceptsAll && loop.children.every((child) => child.kind === 'segment' || (!unitLoops.has(child) && !isNestedLevel(child) && isSimple(child)));
  const isNestedLevel = (loop: LoopDef): boolean => guide.nestsLevels && isLevel(loop);
  return unitLoops.size > 0 && [...unitLoops].every((unit) => unit !== guide.root && !isNestedLevel(unit) && isSimple(unit));
}

const NO_COMPONENT = 0;
/** The kernel counts with 32 bits. */
const ANY_NUMBER = 0x7fffffff;
const MODE = { table: 0, tests: 1, host: 2 } as const;

/** The definitions of a guide in the memory of the kernel, by which it walks. */
export class WalkTables {
  /** By number. */
  readonly defs: LoopDef[] = [];
  /** Segment keys that the guide knows. */
  readonly keys: number;
  private readonly addresses = new Map<LoopDef, number>();
  private readonly rules: RuleTables;

  constructor(
    private readonly kernel: Kernel,
    private readonly plan: PlainPlan,
  ) {
    const { root, segments } = plan.guide;
    this.rules = new RuleTables(kernel, plan.rules, (def) => this.addressOf(def));
    this.addressOf(root);
    this.keys = hashTable(
      kernel,
      [...new Set(segments.map(({ key }) => key))].map((key) => [key, 1]),
    );
  }

  /** The bits of rules that are on; those without a condition have none. */
  bitsOf(rules: ReadonlySet<LoopRule> | undefined): number {
    return rules === undefined ? 0 : this.rules.bitsOf(rules);
  }

  /** True for a unit, and for a loop around units. */
  isOfRecords(def: LoopDef): boolean {
    return this.plan.recordLoops.has(def);
  }

  /** Gives the address of a definition. */
  addressOf(def: LoopDef): number {
    const known = this.addresses.get(def);
    if (known !== undefined) return known;
    const { kernel } = this;
    const address = kernel.allocate(DEF.SIZE);
    this.addresses.set(def, address);
    const required = def.children.filter(({ usage }) => usage === 'R').flatMap(({ position, kind }) => [position, kind === 'loop' ? 1 : 0]);
    const { order, max, bits: bitsOf, levels } = compileLoopCheck(def);
    const arrivals = order.flatMap((one, i) => [one, Math.min(max[i] ?? ANY_NUMBER, ANY_NUMBER), bitsOf[i] ?? 0]);
    const loops = def.requiredLoops.map(({ position }) => position);
    const numbers = [
      [DEF.POSITION, def.position],
      [DEF.CHILDREN, def.children.length],
      [DEF.TRAITS, this.traitsOf(def)],
      [DEF.LOOPS, loops.length],
      [DEF.LOOP_LIST, kernel.list(loops)],
      [DEF.REQUIRED, required.length >> 1],
      [DEF.REQUIRED_LIST, kernel.list(required)],
      [DEF.NUMBER, this.defs.push(def) - 1],
      [DEF.SLOT, def.trigger.slot],
      [DEF.ARRIVALS, kernel.list(arrivals)],
      [DEF.LEVELS, levels],
    ] as const;
    for (const [offset, number] of numbers) kernel.ints[(address + offset) >> 2] = number;
    const choices = hashTable(
      kernel,
      def.candidates.keyList().map((key) => [key, this.choices(def.candidates.get(key))]),
    );
    kernel.ints[address >> 2] = choices;
    const rules = this.rules.rowsOf(def);
    const ruleList = kernel.list(rules);
    kernel.ints.set([rules.length >> 1, ruleList], (address + DEF.RULES) >> 2);
    return address;
  }

  private traitsOf(def: LoopDef): number {
    const { unitLoops, recordLoops } = this.plan;
    return bits([
      [TRAIT.UNIT, unitLoops.has(def)],
      [TRAIT.OF_RECORDS, recordLoops.has(def)],
      [TRAIT.LEVEL, isLevel(def)],
      [TRAIT.NEEDS_SECOND, needsSecond(def)],
      [TRAIT.ONCE, def.max === 1],
      [TRAIT.REQUIRED, def.usage === 'R'],
    ]);
  }

  private choices(set: CandidateSet | undefined): number {
    const { kernel } = this;
    const all = set?.all ?? [];
    const address = kernel.allocate(CHOICES.SIZE);
    const write = (offset: number, number: number): void => void (kernel.ints[(address + offset) >> 2] = number);
    write(0, set?.only === undefined ? 0 : 1);
    const candidates = all.map((candidate) => this.candidate(candidate));
    const shared = sharedQualifier(all);
    if (shared !== undefined) {
      write(CHOICES.MODE, MODE.table);
      write(CHOICES.ELEMENT, shared.element);
      write(CHOICES.COMPONENT, shared.component ?? NO_COMPONENT);
      const byCode = new Map<number, number>();
      all.forEach(({ def }, i) => {
        for (const code of def.qualifiers[0]?.codes ?? []) if (!byCode.has(packText(code))) byCode.set(packText(code), candidates[i] ?? 0);
      });
      write(CHOICES.TABLE, hashTable(kernel, [...byCode]));
    } else if (!all.every(({ def }) => def.qualifiers.every(allPack))) write(CHOICES.MODE, MODE.host);
    else {
      write(CHOICES.MODE, MODE.tests);
      write(CHOICES.COUNT, all.length);
      const tests = all.flatMap(({ def }, i) => [candidates[i] ?? 0, def.qualifiers.length, this.tests(def.qualifiers)]);
      write(CHOICES.TESTS, kernel.list(tests));
    }
    return address;
  }

  private tests(qualifiers: readonly Qualifier[]): number {
    const { kernel } = this;
    const tableOf = ({ codes }: Qualifier): number =>
      hashTable(
        kernel,
        [...codes].map((code) => [packText(code), 1]),
      );
    return kernel.list(qualifiers.flatMap((one) => [one.element, one.component ?? NO_COMPONENT, tableOf(one)]));
  }

  private candidate({ def, opens, isTrailing }: Candidate): number {
    const { kernel } = this;
    const address = kernel.allocate(CANDIDATE.SIZE);
    const traits = bits([
      [PLACE.TRAILING, isTrailing],
      [PLACE.ONCE, def.max === 1],
      [PLACE.UNUSED, def.usage === 'N'],
      [PLACE.REQUIRED, def.usage === 'R'],
      [PLACE.IS_RECORD, this.plan.unitSegments.has(def)],
    ]);
    const definition = opens === undefined ? 0 : this.addressOf(opens);
    // The address of a definition may need more memory, and then `ints` is another view.
    kernel.ints.set([def.slot, def.position, definition, traits], address >> 2);
    return address;
  }
}

function bits(traits: readonly (readonly [number, boolean])[]): number {
  return traits.reduce((sum, [bit, isSet]) => sum | (isSet ? bit : 0), 0);
}

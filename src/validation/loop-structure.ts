import type { LoopDef, SegmentDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import { LoopTally } from '../guide/loop-tally';
import { HL, isLevel } from '../guide/unopened-loops';
import type { Segment } from '../x12/segment';
import type { GuideChecks } from './guide-checks';
import type { LoopCheck } from './loop-check';
import type { Reporter } from './reporter';
import { checkLevelChildren, checkLevelNumber } from './rules/levels';
import { reportExcess, reportMissingChild, reportOrder } from './rules/loop-content';

const NONE: readonly number[] = [];

/** A child that comes into a loop. */
interface Arrival {
  readonly parent: LoopNode;
  readonly child: SegmentDef | LoopDef;
  readonly segment: Segment;
}

/**
 * Follows the loops of a walk: missing, repeated and late children, and the numbers of levels. It holds numbers only, so that loops can be emitted and
 * discarded.
 */
export class LoopStructure {
  /** The number that the next level should have. */
  nextLevel = 1;

  constructor(
    private readonly checks: GuideChecks,
    private readonly reporter: Reporter,
  ) {}

  /** `isOrderKnown` is true where the walk has reported that the segment is out of place. */
  open(loop: LoopNode, trigger: Segment | undefined, isOrderKnown: boolean): void {
    loop.tally = new LoopTally();
    const { parent, def } = loop;
    if (parent !== undefined && trigger !== undefined) this.arrive({ parent, child: def, segment: trigger }, isOrderKnown);
    else if (parent !== undefined) this.mark(parent, def);
    if (trigger?.key === HL && isLevel(def)) this.nextLevel = checkLevelNumber(trigger, loop, this.nextLevel, this.reporter);
  }

  /** Begins to count in a unit that is replayed: its parent has counted it. */
  begin(loop: LoopNode): void {
    loop.tally = new LoopTally();
  }

  /** True where a child may open without a finding about it. */
  admits(parent: LoopNode, { position }: LoopDef): boolean {
    const { tally } = parent;
    if (tally?.isSimple !== true) return false;
    const check = this.checks.loop(parent.def);
    const isNext = tally.lastPosition === position;
    const run = isNext ? tally.run + 1 : 1;
    return (check.order[position] ?? 0) >= tally.furthest && run <= (check.max[position] ?? Infinity) && (isNext || !isThere(parent, tally, check, position));
  }

  /** True where no required child before a position is missing, in a loop and those around it. */
  areHeadsComplete(parent: LoopNode, { position }: LoopDef): boolean {
    let before = position;
    for (let node: LoopNode | undefined = parent; node !== undefined; node = node.parent) {
      if (this.findMissing(node, before).length > 0) return false;
      before = node.def.position;
    }
    return true;
  }

  place(loop: LoopNode, def: SegmentDef, segment: Segment, isOrderKnown: boolean): void {
    this.arrive({ parent: loop, child: def, segment }, isOrderKnown);
    if (loop.isFrozen && loop.tally !== undefined) (loop.tally.late ??= new Set()).add(def.position);
  }

  close(loop: LoopNode): void {
    this.checkRequired(loop, loop.def.children.length);
    this.endRun(loop);
    const [first] = loop.segments;
    if (first?.key !== HL || !isLevel(loop.def)) return;
    const { levels } = this.checks.loop(loop.def);
    if (levels !== 0) checkLevelChildren(first, loop, ((loop.tally?.opened ?? 0) & levels) !== 0, this.reporter);
  }

  /** Checks for missing children before a child in all loops around it, because their records cannot be changed any more. */
  closeHeads(loop: LoopNode): void {
    for (let node = loop; node.parent !== undefined; node = node.parent) this.checkRequired(node.parent, node.def.position);
  }

  /** Looks for required children before a position. */
  checkRequired(loop: LoopNode, before: number): void {
    for (const position of this.findMissing(loop, before)) this.reportMissing(loop, position);
    if (loop.tally !== undefined && loop.tally.checkedTo < before) loop.tally.checkedTo = before;
  }

  private findMissing(loop: LoopNode, before: number): readonly number[] {
    const { tally } = loop;
    if (tally === undefined || tally.checkedTo >= before) return NONE;
    const check = this.checks.loop(loop.def);
    return check.required.filter((position) => position >= tally.checkedTo && position < before && !isThere(loop, tally, check, position));
  }

  private reportMissing({ def, firstSegment, parent, segments }: LoopNode, position: number): void {
    const child = def.children[position];
    const first = segments[0] ?? firstSegment ?? parent?.segments[0];
    if (child !== undefined && first !== undefined) reportMissingChild(def, child, first, this.reporter);
  }

  private mark({ tally, def: parent }: LoopNode, def: LoopDef): void {
    if (tally !== undefined) tally.opened |= this.checks.loop(parent).bits[def.position] ?? 0;
  }

  private arrive(arrival: Arrival, isOrderKnown: boolean): void {
    const { parent, child } = arrival;
    const { tally } = parent;
    if (tally === undefined) return;
    const check = this.checks.loop(parent.def);
    const { position } = child;
    const order = check.order[position] ?? 0;
    if (order < tally.furthest) {
      if (!isOrderKnown) this.reportOrder(check, arrival, tally);
    } else tally.furthest = order;
    if (!isOrderKnown) this.count(arrival, tally, check);
    tally.opened |= check.bits[position] ?? 0;
    tally.lastPosition = position;
  }

  private reportOrder(check: LoopCheck, { child, segment }: Arrival, { furthest }: LoopTally): void {
    const after = check.def.children[check.order.indexOf(furthest)];
    if (after !== undefined) reportOrder(check, child, after, segment, this.reporter);
  }

  private count(arrival: Arrival, tally: LoopTally, check: LoopCheck): void {
    const { parent, child, segment } = arrival;
    const { position } = child;
    if (tally.lastPosition === position) tally.run++;
    else {
      this.endRun(parent);
      // With other children between them, earlier ones count too: searched once, then cached, so that each segment costs the same.
      tally.runs?.set(tally.lastPosition, tally.run);
      const before = tally.runs?.get(position) ?? (isThere(parent, tally, check, position) ? countBefore(parent, child, segment) : 0);
      tally.run = 1 + before;
      if (before > 0) (tally.runs ??= new Map()).set(position, tally.run);
    }
    if (tally.run <= (check.max[position] ?? Infinity)) return;
    if (tally.excess === undefined) tally.excess = { position, segment, count: tally.run };
    else tally.excess.count = tally.run;
  }

  private endRun(loop: LoopNode): void {
    const { tally } = loop;
    if (tally?.excess === undefined) return;
    const { excess } = tally;
    tally.excess = undefined;
    reportExcess(loop, excess, this.reporter);
  }
}

function isThere(loop: LoopNode, tally: LoopTally, { bits }: LoopCheck, position: number): boolean {
  const bit = bits[position] ?? 0;
  return bit === 0 ? loop.first[position] !== undefined || tally.late?.has(position) === true : (tally.opened & bit) !== 0;
}

/** Children of the kind before a segment, as far as the loop holds them. */
function countBefore({ loops, segments }: LoopNode, child: SegmentDef | LoopDef, segment: Segment): number {
  if (child.kind === 'loop') return loops.filter((loop) => loop.def === child && loop.firstSegment !== segment).length;
  return segments.filter((one) => one.slot === child.slot && one !== segment).length;
}

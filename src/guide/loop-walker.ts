import type { IssueListener } from '../common/issue';
import type { Segment } from '../x12/segment';
import { segmentKey } from '../x12/segment-key';
import type { Candidate, Guide, LoopDef, SegmentDef } from './guide.types';
import type { Level } from './closed-level';
import { LevelPlacement, type WalkedLevels } from './level-placement';
import { closesLoops, isNextOfKind } from './level-state';
import { LoopNode } from './loop-node';
import { goesBack, openChild, type OpenLoops, type Place, type Way } from './open-loops';
import { preferInOrder } from './early-twin';
import { StraySegments } from './stray-segments';
import { HL } from './unopened-loops';
import { WalkIssues } from './walk-issues';
import type { WalkObserver } from './walk-observer';

/** What the walk of a transaction set emits. */
export interface WalkPlan {
  /** Loops that are emitted one by one; empty to emit the whole transaction set. */
  readonly unitLoops: ReadonlySet<LoopDef>;
  /**
   * Of unit loops that may have others in them: whether one has content of its own. It is then emitted before the first of those; else only where there are
   * none. Absent for loops that never have.
   */
  readonly hasOwnContent?: ReadonlyMap<LoopDef, (loop: LoopNode) => boolean>;
  /** Segments that are emitted one by one. */
  readonly unitSegments: ReadonlySet<SegmentDef>;
  /**
   * Segments after which a whole transaction is cut at the split loops of its guide: what was read is given as the transaction
   * so far, and every loop and segment after it whose parent was given is given by itself. Absent: never.
   */
  readonly splitAfter?: number;
  /** True to keep segments that no loop accepts beside the loop in which they stand. They are reported all the same. */
  readonly keepsUnplaced?: boolean;
}

/** Hears of every segment that a walk keeps. */
export interface SegmentHolder {
  hold(segment: Segment): void;
}

/** Receives what a walk gives away, in stream order. */
export interface WalkListener {
  /** A finished unit; its ancestors are frozen. */
  onUnit(unit: LoopNode): void;
  /** A segment of the plan, with the loop that it stands in. */
  onUnitSegment(segment: Segment, loop: LoopNode): void;
  readonly onIssue: IssueListener;
  /** Absent: nobody counts what is kept. */
  readonly held?: SegmentHolder | undefined;
  /** Called after a segment that had waited for others was placed or skipped; those are placed after the call. */
  onSettled?(segment: Segment): void;
  /** Watches the walk; absent: nobody does. */
  readonly observer?: WalkObserver | undefined;
}

const SE = segmentKey('SE');
const NO_CONTENT: ReadonlyMap<LoopDef, (loop: LoopNode) => boolean> = new Map();

/**
 * Places the segments of one transaction set in the loops of its guide.
 *
 * A segment goes to the nearest open loop that accepts its id and qualifier, from the current loop outwards. HL goes to
 * the loop of its parent number. A segment that no open loop accepts is reported once and skipped, with the segments
 * that would belong to the loop it did not open. Nothing is thrown.
 */
export class LoopWalker implements OpenLoops {
  readonly root: LoopNode;
  current: LoopNode;
  readonly issues: WalkIssues;
  private readonly levels = new LevelPlacement(this);
  private readonly strays = new StraySegments(this);
  /** Segments placed so far. */
  private placed = 0;
  /** True once a transaction was cut: what stands in given loops is given by itself. */
  private isSplit = false;
  private readonly observer: WalkObserver | undefined;
  private readonly held: SegmentHolder | undefined;
  // The plan in parts: plans are literals of several shapes, which would make the hot path slow.
  private readonly unitLoops: ReadonlySet<LoopDef>;
  private readonly hasOwnContent: ReadonlyMap<LoopDef, (loop: LoopNode) => boolean>;
  private readonly unitSegments: ReadonlySet<SegmentDef>;
  private readonly splitAfter: number;
  private readonly keepsUnplaced: boolean;

  constructor(
    readonly guide: Guide,
    plan: WalkPlan,
    private readonly listener: WalkListener,
    st: Segment,
  ) {
    this.unitLoops = plan.unitLoops;
    this.hasOwnContent = plan.hasOwnContent ?? NO_CONTENT;
    this.unitSegments = plan.unitSegments;
    this.splitAfter = plan.splitAfter ?? Infinity;
    this.keepsUnplaced = plan.keepsUnplaced === true;
    this.root = new LoopNode(guide.root, undefined);
    this.root.add(st, guide.root.trigger);
    this.current = this.root;
    this.issues = new WalkIssues(guide, listener.onIssue);
    this.observer = listener.observer;
    this.held = listener.held;
    this.observer?.onOpen(this.root, st);
  }

  place(segment: Segment): void {
    this.placed++;
    if (!this.strays.isIdle && this.strays.settle(segment)) return;
    this.placeAgain(segment);
  }

  /** True while there are only segments of the outermost loop, each at its place. */
  get isAtStart(): boolean {
    const { root, current, strays } = this;
    return current === root && root.loops.length === 0 && root.unplaced === undefined && root.skipped === undefined && strays.isIdle;
  }

  /** True while a segment was not placed yet, and may be later. */
  get waits(): boolean {
    return this.strays.waits;
  }

  placeAgain(segment: Segment): void {
    if (segment.key === HL && this.guide.nestsLevels && this.levels.place(segment)) return;
    let isNearest = true;
    for (let node: LoopNode | undefined = this.current; node !== undefined; node = node.parent) {
      const candidates = node.def.candidates.get(segment.key);
      if (candidates === undefined) continue;
      const exact = candidates.choose(segment);
      const candidate = exact ?? (isNearest ? this.strays.chooseOnly(candidates, node, segment) : undefined);
      isNearest = false;
      if (candidate === undefined) continue;
      const child = node === this.current ? undefined : openChild(node, this.current);
      const isBack = child !== undefined && goesBack(candidate, child.def);
      const isLeap = closesLoops(candidate, node, child, this.current);
      const isPlain = !isBack && !isLeap && exact !== undefined && !node.mayRestart && this.strays.isIdle;
      if (!isPlain && this.strays.take({ node, candidate, isBack, isLeap, isExact: exact !== undefined }, segment)) return;
      return this.put(node, candidate, segment, isBack);
    }
    this.strays.placeElsewhere(segment);
  }

  /**
   * Says in which open loop a segment opens one where a walk without objects can begin: the segment stands where the guide has it, and closes nothing
   * that is incomplete. In a loop of which no record was written yet, which is not frozen, the walk has to see that itself. Undefined elsewhere. Gives also
   * how many segments are read before it opens: a place that closes loops is taken when the next segment shows it.
   */
  findPlainOpening(segment: Segment, next: Segment): { readonly loop: LoopNode; readonly opens: LoopDef; readonly segments: number } | undefined {
    if (!this.strays.isIdle) return undefined;
    const isLevel = segment.key === HL && this.guide.nestsLevels;
    const loop = isLevel ? this.levels.findPlain(segment) : this.nearestWith(segment.key);
    const candidate = loop?.def.candidates.get(segment.key)?.choose(segment);
    if (loop === undefined || candidate?.opens === undefined || candidate.def.usage === 'N') return undefined;
    if (!loop.isFrozen && this.isInUnit()) return undefined;
    // Nothing is open in the loop where a walk without objects waits.
    if (loop.isFrozen && !isLevel && loop !== this.current) {
      const child = openChild(loop, this.current);
      if (child === undefined || goesBack(candidate, child.def)) return undefined;
      if (closesLoops(candidate, loop, child, this.current)) {
        return isNextOfKind(candidate, loop, child, this.current, next) ? { loop, opens: candidate.opens, segments: 2 } : undefined;
      }
    }
    return { loop, opens: candidate.opens, segments: 1 };
  }

  private isInUnit(): boolean {
    for (let node: LoopNode | undefined = this.current; node !== undefined; node = node.parent) if (this.unitLoops.has(node.def)) return true;
    return false;
  }

  private nearestWith(key: number): LoopNode | undefined {
    for (let node: LoopNode | undefined = this.current; node !== undefined; node = node.parent) if (node.def.candidates.get(key) !== undefined) return node;
    return undefined;
  }

  /** Closes the loops in an open one: what follows is walked without objects. */
  leaveTo(loop: LoopNode): void {
    this.closeTo(loop);
  }

  /** Continues after segments that were walked without objects, in the innermost loop that they left open. */
  continueIn(loop: LoopNode, segments: number, levels: WalkedLevels, levelAt: (index: number) => Level): void {
    this.placed += segments;
    this.levels.registerWalked(levels, levelAt);
    this.current = loop;
  }

  /** True for a level whose number is still found. */
  finds(level: Level): boolean {
    return this.levels.finds(level);
  }

  /** The highest number of a level so far; -1 for none. */
  get highestLevel(): number {
    return this.levels.highest;
  }

  /** A unit in an open loop was walked without objects. */
  freezeAround(loop: LoopNode): void {
    freeze(loop);
  }

  /** Emits a unit that was walked without objects. */
  give(unit: LoopNode): void {
    this.giveAway(unit);
  }

  settled(segment: Segment): void {
    this.listener.onSettled?.(segment);
  }

  follow({ node, defs, candidate }: Way, segment: Segment): void {
    let parent = node;
    for (const def of defs) {
      this.openWithoutTrigger(def, parent, segment);
      parent = this.current;
    }
    this.attach({ node: parent, candidate }, segment);
  }

  /**
   * What the walk of the next segment depends on, as text; undefined while segments wait, and for a transaction that was cut. Levels that are
   * closed are left out.
   */
  state(holders: ReadonlySet<LoopDef>): string | undefined {
    if (!this.strays.isIdle || this.isSplit) return undefined;
    const open: unknown[] = [this.guide.id, this.levels.hasDoubleNumber];
    for (let node: LoopNode | undefined = this.current; node !== undefined; node = node.parent) open.push(node.state(holders));
    return JSON.stringify(open);
  }

  /** Closes the transaction set. `se` is undefined when it breaks off. */
  end(se: Segment | undefined): void {
    this.strays.settle(undefined);
    this.closeTo(this.root);
    const trailer = this.trailer();
    if (se !== undefined && trailer) {
      this.observer?.onPlace(se, trailer, this.root);
      if (this.isSplit) this.giveSegment(se, trailer, this.root);
      else if (!this.root.isFrozen) this.root.add(se, trailer);
    }
    this.observer?.onClose(this.root);
    if (this.isSplit) return;
    if (this.unitLoops.size === 0) this.listener.onUnit(this.root);
  }

  /** SE is the last child of every guide; a walk without guide makes a place for it. */
  private trailer(): SegmentDef | undefined {
    const { root } = this.guide;
    if (root.acceptsAll) return root.candidates.get(SE)?.only?.def;
    const last = root.children.at(-1);
    return last?.kind === 'segment' ? last : undefined;
  }

  attach({ node, candidate, isBack }: Place, segment: Segment): void {
    const child = openChild(node, this.current);
    this.put(node, candidate, segment, isBack ?? (child !== undefined && goesBack(candidate, child.def)));
  }

  private put(node: LoopNode, { def, opens }: Candidate, segment: Segment, isBack: boolean): void {
    // A segment that is a record freezes what stands before it: the rest of that would be in no record.
    if (isBack && !node.isFrozen && node === this.root && this.unitSegments.has(def)) return this.strays.skip(segment);
    // A segment that belongs before the open child loops is read, but does not close them.
    if (isBack && opens === undefined) this.issues.outOfOrder(node, this.current, segment);
    else if (node !== this.current) this.closeTo(node);
    if (def.usage === 'N') this.issues.notAllowed(node, segment);
    if (opens === undefined) this.observer?.onPlace(segment, def, node);
    if (node === this.root && this.unitSegments.has(def)) {
      freeze(node);
      this.giveSegment(segment, def, node);
    } else if (opens !== undefined) this.open(opens, node, segment);
    else if (node.isFrozen && this.isSplit) this.giveSegment(segment, def, node);
    else if (node.isFrozen) this.issues.late(node, segment);
    else {
      this.held?.hold(segment);
      node.add(segment, def);
      if (def.max === 1 && !isBack && node.first[def.position] !== segment) preferInOrder(node, segment, def, this.guide);
    }
  }

  private giveSegment(segment: Segment, { slot }: SegmentDef, loop: LoopNode): void {
    segment.slot = slot;
    this.listener.onUnitSegment(segment, loop);
  }

  /** Gives what was read of the transaction, and keeps no more of it than the chain of open loops. */
  private split(): void {
    this.isSplit = true;
    this.listener.onUnit(this.root);
    freezeTree(this.root);
  }

  /** A loop that stands in a given one, and holds split loops, is given before the first of them. */
  private giveHead(loop: LoopNode): void {
    if (loop.isFrozen) return;
    let top = loop;
    while (top.parent !== undefined && !top.parent.isFrozen) top = top.parent;
    this.listener.onUnit(top);
    freezeTree(top);
  }

  private open(def: LoopDef, parent: LoopNode, trigger: Segment): void {
    this.closeTo(parent);
    // What is emitted loop by loop needs no cutting.
    if (this.unitLoops.size === 0 && this.guide.splitLoops.has(def)) {
      if (this.isSplit) this.giveHead(parent);
      else if (this.placed > this.splitAfter) this.split();
    }
    if (this.hasOwnContent.size > 0 && this.unitLoops.has(def)) this.giveAround(parent);
    const node = new LoopNode(def, parent);
    this.held?.hold(trigger);
    node.add(trigger, def.trigger);
    if (!this.unitLoops.has(def)) {
      if (!parent.isFrozen) parent.addLoop(node);
      else if (!this.isSplit && !this.holdsUnits(def)) this.issues.late(parent, trigger);
    }
    if (trigger.key === HL) this.levels.register(trigger, node);
    this.current = node;
    this.observer?.onOpen(node, trigger);
  }

  /** True for a loop that units stand in: it may come again and again after the first unit. */
  private holdsUnits(def: LoopDef): boolean {
    for (const unit of this.unitLoops) {
      for (let loop: LoopDef | undefined = unit.parent; loop !== undefined; loop = loop.parent) if (loop === def) return true;
    }
    return false;
  }

  private closeTo(node: LoopNode): void {
    while (this.current !== node && this.current.parent !== undefined) {
      const closed = this.current;
      this.current = closed.parent ?? this.root;
      this.observer?.onClose(closed);
      if (this.unitLoops.has(closed.def) && !closed.isFrozen) this.giveAway(closed);
      else if (this.isSplit && closed.parent?.isFrozen === true && !closed.isFrozen) {
        this.listener.onUnit(closed);
        freezeTree(closed);
      }
    }
    this.current = node;
  }

  /** Emits the units around a new one that have content of their own, the outer ones first. */
  private giveAround(loop: LoopNode): void {
    if (loop.isFrozen) return;
    if (loop.parent !== undefined) this.giveAround(loop.parent);
    if (this.hasOwnContent.get(loop.def)?.(loop) !== true) return;
    freeze(loop);
    this.listener.onUnit(loop);
  }

  private giveAway(unit: LoopNode): void {
    freeze(unit.parent);
    this.listener.onUnit(unit);
    // A level that comes late may name a parent that was given: it is not given twice.
    unit.isFrozen = true;
  }

  keepUnplaced(segment: Segment): void {
    if (!this.keepsUnplaced) return this.current.skip(segment);
    if (this.current.isFrozen) this.listener.onUnitSegment(segment, this.current);
    else {
      this.held?.hold(segment);
      this.current.addUnplaced(segment);
    }
  }

  private openWithoutTrigger(def: LoopDef, parent: LoopNode, segment: Segment): void {
    this.issues.missingTrigger(def, segment);
    this.closeTo(parent);
    this.current = new LoopNode(def, parent);
    this.current.isHeadless = true;
    this.current.mayRestart = true;
    if (!parent.isFrozen && !this.unitLoops.has(def)) parent.addLoop(this.current);
    this.observer?.onOpen(this.current, undefined);
  }
}

function freezeTree(loop: LoopNode): void {
  loop.isFrozen = true;
  for (const child of loop.loops) freezeTree(child);
}

/** Freezes a loop and its ancestors. */
function freeze(loop: LoopNode | undefined): void {
  for (let node = loop; node !== undefined && !node.isFrozen; node = node.parent) node.freeze();
}

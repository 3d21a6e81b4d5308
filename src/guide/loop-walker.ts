import type { IssueListener } from '../common/issue';
import type { Segment } from '../x12/segment';
import { NO_SEGMENT_KEY, segmentKey } from '../x12/segment-key';
import type { CandidateSet } from './candidate-set';
import type { Candidate, Guide, LoopDef, SegmentDef } from './guide.types';
import { HlRegister, readLevelNumber } from './hl-register';
import { beginsNext, isAnnounced, isExpecting, isLeaf, isWithin, mayHaveLevels, onlyLevel } from './level-state';
import { LoopNode } from './loop-node';
import { nameOfSegment } from './segment-name';
import { findWay, HL, isLevel, isSecond, levelOfSecond, levelsBelow, type Way } from './unopened-loops';
import type { WalkObserver } from './walk-observer';

/** What is given away while a transaction set is walked. */
export interface WalkPlan {
  /** Loops that are given away one by one; empty to give the whole transaction set. */
  readonly unitLoops: ReadonlySet<LoopDef>;
  /** Segments that are given away one by one. */
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
  /** Watches the walk; absent: nobody does. */
  readonly observer?: WalkObserver | undefined;
}

const SE = segmentKey('SE');

/**
 * Places the segments of one transaction set in the loops of its guide.
 *
 * A segment goes to the nearest open loop that accepts its id and qualifier, from the current loop outwards. HL goes to
 * the loop of its parent number. A segment that no open loop accepts is reported once and skipped, with the segments
 * that would belong to the loop it did not open. Nothing is thrown.
 */
export class LoopWalker {
  private readonly root: LoopNode;
  private current: LoopNode;
  private readonly levels = new HlRegister();
  /** True once a level number was reported to stand twice: files that number anew do so all along. */
  private hasDoubleNumber = false;
  /** Segments placed so far. */
  private placed = 0;
  /** True once a transaction was cut: what stands in given loops is given by itself. */
  private isSplit = false;
  private readonly observer: WalkObserver | undefined;
  private readonly held: SegmentHolder | undefined;
  /** Segment keys that go with a loop that could not be opened. */
  private orphans: ReadonlySet<number> | undefined;

  constructor(
    private readonly guide: Guide,
    private readonly plan: WalkPlan,
    private readonly listener: WalkListener,
    st: Segment,
  ) {
    this.root = new LoopNode(guide.root, undefined);
    this.root.add(st, guide.root.trigger);
    this.current = this.root;
    this.observer = listener.observer;
    this.held = listener.held;
    this.observer?.onOpen(this.root, st);
  }

  /** The loop of the transaction set itself. */
  get transactionLoop(): LoopNode {
    return this.root;
  }

  place(segment: Segment): void {
    this.placed++;
    if (segment.key === HL && this.guide.nestsLevels && this.placeLevel(segment)) return;
    let isNearest = true;
    for (let node: LoopNode | undefined = this.current; node !== undefined; node = node.parent) {
      const candidates = node.def.candidates.get(segment.key);
      if (candidates === undefined) continue;
      const candidate = candidates.choose(segment) ?? (isNearest ? this.chooseOnly(candidates, node, segment) : undefined);
      isNearest = false;
      if (candidate === undefined) continue;
      const isBack = node !== this.current && this.goesBack(node, candidate);
      if ((isBack || node.mayRestart) && this.placeInNextLoop(node, candidate, segment, isBack)) return;
      if (this.orphans !== undefined && this.isOrphan(segment, candidate)) return this.keep(segment);
      return this.attach(node, candidate, segment, isBack);
    }
    this.placeByIdAlone(segment);
  }

  /**
   * Where HL or another trigger is missing, the segments that should follow it would fall to the loop before, and claims would
   * show the people of others. So what stands once in a loop that is complete, and comes again, opens the next one; and what
   * would go back in its loop belongs to such a loop further out, or to a level below it, that has a place for it.
   */
  private placeInNextLoop(node: LoopNode, candidate: Candidate, segment: Segment, isBack: boolean): boolean {
    if (node.mayRestart && beginsNext(node, candidate, this.current)) return this.restart(node, candidate, segment);
    if (!isBack) return false;
    const level = candidate.opens === undefined && node.mayRestart && mayHaveLevels(node, this.current) ? levelOfSecond(segment, node) : undefined;
    if (level !== undefined) return this.follow(level, segment);
    for (let outer = node.parent; candidate.opens !== undefined && outer !== undefined; outer = outer.parent) {
      const other = outer.mayRestart ? outer.def.candidates.get(segment.key)?.choose(segment) : undefined;
      if (other !== undefined && isSecond(other) && beginsNext(outer, other, this.current)) return this.restart(outer, other, segment);
    }
    return false;
  }

  private restart({ def, parent }: LoopNode, candidate: Candidate, segment: Segment): boolean {
    return this.follow({ node: parent ?? this.root, defs: [def], candidate }, segment);
  }

  /** Opens the loops of a way without their triggers, and places the segment. */
  private follow({ node, defs, candidate }: Way, segment: Segment): boolean {
    let parent = node;
    for (const def of defs) {
      this.openWithoutTrigger(def, parent, segment);
      parent = this.current;
    }
    this.attach(parent, candidate, segment);
    return true;
  }

  /**
   * In the nearest loop that has the id at all, one that stands once is selected by the id alone, unless a loop further out has a segment of
   * its own for the qualifier: that one came late.
   */
  private chooseOnly({ only }: CandidateSet, node: LoopNode, segment: Segment): Candidate | undefined {
    if (only === undefined) return undefined;
    for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
      const exact = outer.def.candidates.get(segment.key)?.choose(segment);
      if (exact !== undefined && exact.opens === undefined && exact.def.qualifiers.length > 0) return undefined;
    }
    return only;
  }

  /** Closes the transaction set. `se` is undefined when it breaks off. */
  end(se: Segment | undefined): void {
    this.closeTo(this.root);
    const trailer = this.trailer();
    if (se !== undefined && trailer) {
      this.observer?.onPlace(se, trailer, this.root);
      if (this.isSplit) this.giveSegment(se, trailer, this.root);
      else if (!this.root.isFrozen) this.root.add(se, trailer);
    }
    this.observer?.onClose(this.root);
    if (this.isSplit) return;
    if (this.plan.unitLoops.size === 0) this.listener.onUnit(this.root);
  }

  /** SE is the last child of every guide; a walk without guide makes a place for it. */
  private trailer(): SegmentDef | undefined {
    const { root } = this.guide;
    if (root.acceptsAll) return root.candidates.get(SE)?.only?.def;
    const last = root.children.at(-1);
    return last?.kind === 'segment' ? last : undefined;
  }

  /** HL02 names the parent. A broken parent is reported, and the level goes where it takes nobody else's data with it. */
  private placeLevel(segment: Segment): boolean {
    const parentNumber = readLevelNumber(segment, 2);
    const parent = parentNumber === undefined ? this.root : this.levels.find(parentNumber);
    if (this.hasDoubleNumber && this.placeInAnnouncingLevel(segment, parent)) return true;
    const candidate = parent?.def.candidates.get(HL)?.choose(segment);
    if (parent && candidate) {
      if (parentNumber !== undefined) this.levels.serve(parentNumber);
      this.attach(parent, candidate, segment);
      return true;
    }
    const reason = parent ? `has no level of this kind` : 'does not exist';
    this.reportLevel(segment, `names parent ${numberOr(segment.element(2))}, which ${reason}`);
    return parent !== undefined && parent !== this.root ? this.placeNearParent(segment, parent) : this.placeByGuess(segment, parent);
  }

  /**
   * Once numbers stood twice, a number may be that of somebody else: a level goes to the one right before it, which said that levels
   * follow, has none yet, and may have one of this kind.
   */
  private placeInAnnouncingLevel(segment: Segment, parent: LoopNode | undefined): boolean {
    const level = this.findOpen(({ def }) => isLevel(def));
    if (level === undefined || level === parent || !isAnnounced(level, segment, this.current)) return false;
    this.reportLevel(
      segment,
      `names parent ${numberOr(segment.element(2))}, but follows a level that has none yet and announced one; it is read as part of that`,
    );
    return this.attachLevel(level, segment);
  }

  private reportLevel(segment: Segment, what: string): void {
    const message = `HL ${numberOr(segment.element(1))} ${what}`;
    const where = { place: segment.place, loop: this.current.def.id, segment: 'HL', element: 'HL02', ediString: segment.ediString };
    this.listener.onIssue({ issueType: 'INVALID', ruleId: 'level-parent', message, ...where });
  }

  /** The parent is of the wrong kind: the level goes beside it, or below it with what is missing between them; a level of an unknown kind goes right below. */
  private placeNearParent(segment: Segment, parent: LoopNode): boolean {
    const expecting = this.findOpen((node) => isExpecting(node, segment, this.current));
    if (expecting !== undefined && isWithin(expecting, parent)) return this.attachLevel(expecting, segment);
    for (let node: LoopNode | undefined = parent.parent; node !== undefined; node = node.parent) if (this.attachLevel(node, segment)) return true;
    const way = levelsBelow(segment, parent);
    if (way !== undefined) return this.follow(way, segment);
    const only = onlyLevel(parent);
    if (only !== undefined) this.attach(parent, only, segment);
    return only !== undefined;
  }

  /**
   * The parent is not known. A level that says it has children, has none yet and gave no record waits for one; the outermost
   * level is that in which the file stands. Other levels are not guessed: they may be somebody else's.
   */
  private placeByGuess(segment: Segment, parent: LoopNode | undefined): boolean {
    if (!this.levels.hasForgotten) {
      const expecting = this.findOpen((node) => isExpecting(node, segment, this.current));
      if (expecting !== undefined) return this.attachLevel(expecting, segment);
    }
    const outermost = this.findOpen((node) => node.parent === this.root && isLevel(node.def));
    if (outermost !== undefined && this.attachLevel(outermost, segment)) return true;
    if (this.attachLevel(this.root, segment)) return true;
    const way = (outermost && levelsBelow(segment, outermost)) ?? levelsBelow(segment, this.root);
    if (way !== undefined) return this.follow(way, segment);
    const only = parent && onlyLevel(parent);
    if (parent && only) this.attach(parent, only, segment);
    return only !== undefined;
  }

  private attachLevel(node: LoopNode, segment: Segment): boolean {
    const candidate = node.def.candidates.get(HL)?.choose(segment);
    if (candidate !== undefined) this.attach(node, candidate, segment);
    return candidate !== undefined;
  }

  private findOpen(isMeant: (node: LoopNode) => boolean): LoopNode | undefined {
    for (let node: LoopNode | undefined = this.current; node !== undefined; node = node.parent) if (isMeant(node)) return node;
    return undefined;
  }

  private isOrphan(segment: Segment, candidate: Candidate): boolean {
    if (candidate.opens === undefined && this.orphans?.has(segment.key)) return true;
    this.orphans = undefined;
    return false;
  }

  private attach(node: LoopNode, candidate: Candidate, segment: Segment, isBack = node !== this.current && this.goesBack(node, candidate)): void {
    // A segment that belongs before the open child loops is read, but does not close them.
    if (isBack && candidate.opens === undefined) this.reportOutOfOrder(node, segment);
    else if (node !== this.current) this.closeTo(node);
    if (candidate.def.usage === 'N') this.reportNotAllowed(segment, node.def.id);
    if (candidate.opens === undefined) this.observer?.onPlace(segment, candidate.def, node);
    if (node === this.root && this.plan.unitSegments.has(candidate.def)) {
      freeze(node);
      this.giveSegment(segment, candidate.def, node);
    } else if (candidate.opens !== undefined) this.open(candidate.opens, node, segment);
    else if (node.isFrozen && this.isSplit) this.giveSegment(segment, candidate.def, node);
    else if (node.isFrozen) this.reportLate(node, segment);
    else {
      this.held?.hold(segment);
      node.add(segment, candidate.def);
    }
  }

  private reportOutOfOrder(node: LoopNode, segment: Segment): void {
    const message = `Segment '${segment.id}' of loop ${node.def.id} stands inside loop ${this.current.def.id}`;
    const where = { place: segment.place, loop: this.current.def.id, segment: segment.id, ediString: segment.ediString };
    this.listener.onIssue({ issueType: 'NOT_ALLOWED', ruleId: 'segment-order', message, ...where, fieldName: nameOfSegment(this.guide, segment.id) });
  }

  /** True for a place of a loop that comes before the child loop which is open. */
  private goesBack(node: LoopNode, { def, opens }: Candidate): boolean {
    let child = this.current;
    while (child.parent !== undefined && child.parent !== node) child = child.parent;
    const position = opens?.position ?? def.position;
    return child.parent === node && (opens === undefined ? position <= child.def.position : position < child.def.position);
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
    // What is given away loop by loop needs no cutting.
    if (this.plan.unitLoops.size === 0 && this.guide.splitLoops.has(def)) {
      if (this.isSplit) this.giveHead(parent);
      else if (this.placed > (this.plan.splitAfter ?? Infinity)) this.split();
    }
    const node = new LoopNode(def, parent);
    this.held?.hold(trigger);
    node.add(trigger, def.trigger);
    if (!this.plan.unitLoops.has(def)) {
      if (!parent.isFrozen) parent.addLoop(node);
      else if (!this.isSplit && !this.holdsUnits(def)) this.reportLate(parent, trigger);
    }
    if (trigger.key === HL) this.register(trigger, node);
    this.current = node;
    this.observer?.onOpen(node, trigger);
  }

  private register(hl: Segment, level: LoopNode): void {
    const number = readLevelNumber(hl, 1) ?? '';
    level.mayRestart = this.guide.nestsLevels;
    if (level.mayRestart && !this.hasDoubleNumber && this.levels.find(number) !== undefined) {
      this.hasDoubleNumber = true;
      this.reportLevel(hl, 'stands twice in the transaction; from here on the newer level is meant');
    }
    this.levels.add(number, level, isLeaf(hl));
  }

  /** True for a loop that units stand in: it may come again and again after the first unit. */
  private holdsUnits(def: LoopDef): boolean {
    for (const unit of this.plan.unitLoops) {
      for (let loop: LoopDef | undefined = unit.parent; loop !== undefined; loop = loop.parent) if (loop === def) return true;
    }
    return false;
  }

  private closeTo(node: LoopNode): void {
    while (this.current !== node && this.current.parent !== undefined) {
      const closed = this.current;
      this.current = closed.parent ?? this.root;
      this.observer?.onClose(closed);
      if (this.plan.unitLoops.has(closed.def) && !closed.isFrozen) this.giveAway(closed);
      else if (this.isSplit && closed.parent?.isFrozen === true && !closed.isFrozen) {
        this.listener.onUnit(closed);
        freezeTree(closed);
      }
    }
    this.current = node;
  }

  private giveAway(unit: LoopNode): void {
    freeze(unit.parent);
    this.listener.onUnit(unit);
    // A level that comes late may name a parent that was given: it is not given twice.
    unit.isFrozen = true;
  }

  private reportLate(node: LoopNode, segment: Segment): void {
    const message = `Segment '${segment.id}' of loop ${node.def.id} comes after the records that it belongs to; it is in none of them`;
    const where = { place: segment.place, loop: node.def.id, segment: segment.id, ediString: segment.ediString };
    this.listener.onIssue({ issueType: 'NOT_ALLOWED', ruleId: 'segment-late', message, ...where, fieldName: nameOfSegment(this.guide, segment.id) });
  }

  /** The qualifier is unknown to every open loop: the nearest loop with a segment for many qualifiers takes it. */
  private placeByIdAlone(segment: Segment): void {
    const isKnown = this.guide.segmentIds.has(segment.id);
    if (isKnown && this.placeInUnopenedLoop(segment)) return;
    this.reportUnplaced(segment, isKnown);
    for (let node: LoopNode | undefined = this.current; isKnown && node !== undefined; node = node.parent) {
      const candidate = node.def.candidates.get(segment.key)?.chooseGeneral();
      if (candidate) return this.attach(node, candidate, segment);
    }
    this.orphans = isKnown ? this.keysOfUnopenedLoop(segment.key) : undefined;
    this.keep(segment);
  }

  /** Keeps a segment that has no place, where the plan wants it. */
  private keep(segment: Segment): void {
    if (this.plan.keepsUnplaced !== true) return;
    if (this.current.isFrozen) this.listener.onUnitSegment(segment, this.current);
    else {
      this.held?.hold(segment);
      this.current.addUnplaced(segment);
    }
  }

  /** The trigger of a loop may be missing, such as LX before CLP or SV1, or HL before NM1: the loop is opened without it. */
  private placeInUnopenedLoop(segment: Segment): boolean {
    const way = findWay(segment, this.current);
    return way !== undefined && this.follow(way, segment);
  }

  private openWithoutTrigger(def: LoopDef, parent: LoopNode, segment: Segment): void {
    const { id, name } = def.trigger;
    const message = `Required segment ${id} (${name}) is missing in loop ${def.id}`;
    const missing = { segment: id, loop: def.id };
    this.listener.onIssue({ issueType: 'REQUIRED', ruleId: 'segment-required', message, missing, place: segment.place, loop: def.id, segment: segment.id });
    this.closeTo(parent);
    this.current = new LoopNode(def, parent);
    this.current.isHeadless = true;
    this.current.mayRestart = true;
    if (!parent.isFrozen && !this.plan.unitLoops.has(def)) parent.addLoop(this.current);
    this.observer?.onOpen(this.current, undefined);
  }

  /** A segment that the guide has elsewhere, or one that the standard has here and the guide does not use. */
  private reportNotAllowed(segment: Segment, loop: string): void {
    const { place, ediString, id } = segment;
    const message = `Segment '${id}' is not allowed in loop ${loop}`;
    const fieldName = nameOfSegment(this.guide, id);
    this.listener.onIssue({ issueType: 'NOT_ALLOWED', ruleId: 'segment-not-allowed', message, place, loop, segment: id, ediString, fieldName });
  }

  /** What cannot be a segment id is not repeated in the message: it may be anything, a patient's name too. */
  private reportUnplaced(segment: Segment, isKnown: boolean): void {
    const { place, ediString } = segment;
    const loop = this.current.def.id;
    if (isKnown) return this.reportNotAllowed(segment, loop);
    const where = { place, loop, ediString, ...(segment.key === NO_SEGMENT_KEY ? {} : { segment: segment.id }) };
    const set = this.guide.transactionSet;
    const message =
      segment.key === NO_SEGMENT_KEY ? `Text that is no segment, in transaction set ${set}` : `Unknown segment '${segment.id}' for the transaction set ${set}`;
    this.listener.onIssue({ issueType: 'INVALID', ruleId: 'segment-unknown', message, ...where, fieldName: '' });
  }

  /** What would have followed in the loops that this id opens where the walk stands. */
  private keysOfUnopenedLoop(key: number): ReadonlySet<number> | undefined {
    for (let node: LoopNode | undefined = this.current; node !== undefined; node = node.parent) {
      const unopened = node.def.candidates.get(key)?.all.filter((candidate) => candidate.opens !== undefined) ?? [];
      if (unopened.length > 0) return new Set(unopened.flatMap((candidate) => candidate.opens?.candidates.keyList() ?? []));
    }
    return undefined;
  }
}

/** Level numbers may be shown; what is no number may be anything. */
const numberOr = (text: string): string => (/^\d{1,12}$/.test(text) ? text : '(no number)');

function freezeTree(loop: LoopNode): void {
  loop.isFrozen = true;
  for (const child of loop.loops) freezeTree(child);
}

/** Freezes a loop and its ancestors. */
function freeze(loop: LoopNode | undefined): void {
  for (let node = loop; node !== undefined && !node.isFrozen; node = node.parent) node.freeze();
}

import type { Segment } from '../x12/segment';
import type { Level } from './closed-level';
import type { LoopDef } from './guide.types';
import { HlRegister, MAX_LEAVES, readLevelNumber } from './hl-register';
import { isAnnounced, isExpecting, isLeaf, isWithin, onlyLevel } from './level-state';
import type { LoopNode } from './loop-node';
import type { OpenLoops, Way } from './open-loops';
import { HL, isLevel, levelsBelow } from './unopened-loops';
import { numberOr } from './walk-issues';

/** Numbers of nine digits, which a walk without objects reads. */
const MAX_WALKED = 999_999_999;

/** Loops that were walked without objects, in the order in which they were opened. */
export interface WalkedLevels {
  readonly length: number;
  /** HL01; -1 for a loop that is no level. */
  number(index: number): number;
  /** HL02; -1 for none. */
  parentNumber(index: number): number;
  isLeaf(index: number): boolean;
  /** True for a level in which others were walked, whatever it says. */
  hasInner(index: number): boolean;
}

/** Puts levels (HL) into the loops that HL02 names. Where that is broken, it is reported, and the level goes where it takes nobody else's data with it. */
export class LevelPlacement {
  private readonly levels = new HlRegister();
  /** True once a level number was reported to stand twice: files that number anew do so all along. */
  hasDoubleNumber = false;

  constructor(private readonly loops: OpenLoops) {}

  /** Places an HL of a guide that nests levels; false where it has no place. */
  place(segment: Segment): boolean {
    const { root } = this.loops;
    const parentNumber = readLevelNumber(segment, 2);
    const parent = parentNumber === undefined ? root : this.levels.find(parentNumber);
    if (this.hasDoubleNumber && this.placeInAnnouncingLevel(segment, parent)) return true;
    const candidate = parent?.def.candidates.get(HL)?.choose(segment);
    if (parent && candidate) {
      if (parentNumber !== undefined) this.levels.serve(parentNumber);
      this.loops.attach({ node: parent, candidate }, segment);
      return true;
    }
    const reason = parent ? `has no level of this kind` : 'does not exist';
    const way = parent !== undefined && parent !== root ? this.findNearParent(segment, parent) : this.guess(segment, parent);
    const opens = way?.candidate.opens ?? this.loops.current.def;
    if (parent && !this.isOfGuide(segment)) this.report(segment, opens, 'has a level code (HL03) that the guide does not have', 'HL03');
    else this.report(segment, opens, `names parent ${numberOr(segment.element(2))}, which ${reason}`);
    if (way !== undefined) this.loops.follow(way, segment);
    return way !== undefined;
  }

  /** Takes down the number of a level that was opened. */
  register(hl: Segment, level: LoopNode): void {
    const number = readLevelNumber(hl, 1) ?? '';
    level.mayRestart = this.loops.guide.nestsLevels;
    if (level.mayRestart && !this.hasDoubleNumber && this.levels.find(number) !== undefined) {
      this.hasDoubleNumber = true;
      this.report(hl, level.def, 'stands twice in the transaction; from here on the newer level is meant', 'HL01');
    }
    this.levels.add(number, level, isLeaf(hl));
  }

  /**
   * Takes down the numbers of levels that were walked without objects: each stands below one that is open, and is higher than those before. Leaves after which
   * as many came as are found are forgotten at once.
   */
  registerWalked(levels: WalkedLevels, levelAt: (index: number) => Level): void {
    let leaves = 0;
    for (let i = 0; i < levels.length; i++) if (isBareLeaf(levels, i)) leaves++;
    for (let i = 0; i < levels.length; i++) {
      const number = levels.number(i);
      if (number < 0) continue;
      const parentNumber = levels.parentNumber(i);
      if (parentNumber >= 0) this.levels.serve(parentNumber);
      if (isBareLeaf(levels, i) && --leaves >= MAX_LEAVES) this.levels.noteNumber(number);
      else this.levels.add(number, levelAt(i), levels.isLeaf(i));
    }
  }

  /** The highest number of a level so far; -1 for none. */
  get highest(): number {
    return this.levels.highest;
  }

  /** True for a level whose number is still found. */
  finds(level: Level): boolean {
    return this.levels.has(level);
  }

  /** The open loop in which the guide has a level; undefined where that has to be decided. */
  findPlain(hl: Segment): LoopNode | undefined {
    const [number, parentNumber] = [readLevelNumber(hl, 1), readLevelNumber(hl, 2)];
    if (this.hasDoubleNumber || typeof number !== 'number' || number <= this.highest || number > MAX_WALKED) return undefined;
    const parent = parentNumber === undefined ? this.loops.root : this.levels.find(parentNumber);
    return typeof parentNumber !== 'string' && (parentNumber ?? 0) <= MAX_WALKED && isWithin(this.loops.current, parent) ? parent : undefined;
  }

  /**
   * Once numbers stood twice, a number may be that of somebody else: a level goes to the one right before it, which said that levels
   * follow, has none yet, and may have one of this kind.
   */
  private placeInAnnouncingLevel(segment: Segment, parent: LoopNode | undefined): boolean {
    const level = this.findOpen(({ def }) => isLevel(def));
    if (level === undefined || level === parent || !isAnnounced(level, segment, this.loops.current)) return false;
    const way = wayInto(level, segment);
    const number = numberOr(segment.element(2));
    const opens = way?.candidate.opens ?? this.loops.current.def;
    this.report(segment, opens, `names parent ${number}, but follows a level that has none yet and announced one; it is read as part of that`);
    if (way !== undefined) this.loops.follow(way, segment);
    return way !== undefined;
  }

  /** The parent is of the wrong kind: the level goes beside it, or below it with what is missing between them; a level of an unknown kind goes right below. */
  private findNearParent(segment: Segment, parent: LoopNode): Way | undefined {
    const expecting = this.findOpen((node) => isExpecting(node, segment, this.loops.current));
    if (expecting !== undefined && isWithin(expecting, parent)) return wayInto(expecting, segment);
    for (let node: LoopNode | undefined = parent.parent; node !== undefined; node = node.parent) {
      const way = wayInto(node, segment);
      if (way !== undefined) return way;
    }
    return levelsBelow(segment, parent) ?? wayToOnlyLevel(parent);
  }

  /**
   * The parent is not known. A level that says it has children, has none yet and gave no record waits for one; the outermost
   * level is that in which the file stands. Other levels are not guessed: they may be somebody else's.
   */
  private guess(segment: Segment, parent: LoopNode | undefined): Way | undefined {
    const { root, current } = this.loops;
    if (!this.levels.hasForgotten) {
      const expecting = this.findOpen((node) => isExpecting(node, segment, current));
      if (expecting !== undefined) return wayInto(expecting, segment);
    }
    const outermost = this.findOpen((node) => node.parent === root && isLevel(node.def));
    return (
      (outermost && wayInto(outermost, segment)) ??
      wayInto(root, segment) ??
      (outermost && levelsBelow(segment, outermost)) ??
      levelsBelow(segment, root) ??
      (parent && wayToOnlyLevel(parent))
    );
  }

  /** True if a level of the guide may have the code of this one. */
  private isOfGuide(hl: Segment): boolean {
    return this.loops.guide.segments.some(({ key, elements }) => key === HL && elements[2]?.codes?.includes(hl.element(3)) !== false);
  }

  private findOpen(isMeant: (node: LoopNode) => boolean): LoopNode | undefined {
    for (let node: LoopNode | undefined = this.loops.current; node !== undefined; node = node.parent) if (isMeant(node)) return node;
    return undefined;
  }

  private report(hl: Segment, opens: LoopDef, what: string, element = 'HL02'): void {
    this.loops.issues.level(hl, opens, what, element);
  }
}

/** The place of a level in an open loop. */
function wayInto(node: LoopNode, hl: Segment): Way | undefined {
  const candidate = node.def.candidates.get(HL)?.choose(hl);
  return candidate && { node, defs: [], candidate };
}

/** The place of a level of an unknown kind in a loop whose levels are of one kind. */
function wayToOnlyLevel(node: LoopNode): Way | undefined {
  const candidate = onlyLevel(node);
  return candidate && { node, defs: [], candidate };
}

/** True for a level that says it has none below it, and has none. */
const isBareLeaf = (levels: WalkedLevels, index: number): boolean => levels.number(index) >= 0 && levels.isLeaf(index) && !levels.hasInner(index);

import type { Segment } from '../x12/segment';
import type { Level } from './closed-level';
import { HlRegister, MAX_LEAVES, readLevelNumber } from './hl-register';
import { isAnnounced, isExpecting, isLeaf, isWithin, onlyLevel } from './level-state';
import type { LoopNode } from './loop-node';
import type { OpenLoops } from './open-loops';
import { HL, isLevel, levelsBelow } from './unopened-loops';
import { numberOr } from './walk-issues';

/** Numbers of nine digits, which a walk without objects reads. */
const MAX_WALKED = 999_999_999;

/** A level that was walked without objects. */
export interface WalkedLevel {
  readonly number: number;
  readonly parentNumber: number | undefined;
  readonly isLeaf: boolean;
  /** True for a level in which others were walked, whatever it says. */
  readonly hasInner: boolean;
  readonly make: () => Level;
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
    if (parent && !this.isOfGuide(segment)) this.report(segment, 'has a level code (HL03) that the guide does not have', 'HL03');
    else this.report(segment, `names parent ${numberOr(segment.element(2))}, which ${reason}`);
    return parent !== undefined && parent !== root ? this.placeNearParent(segment, parent) : this.placeByGuess(segment, parent);
  }

  /** Takes down the number of a level that was opened. */
  register(hl: Segment, level: LoopNode): void {
    const number = readLevelNumber(hl, 1) ?? '';
    level.mayRestart = this.loops.guide.nestsLevels;
    if (level.mayRestart && !this.hasDoubleNumber && this.levels.find(number) !== undefined) {
      this.hasDoubleNumber = true;
      this.report(hl, 'stands twice in the transaction; from here on the newer level is meant', 'HL01');
    }
    this.levels.add(number, level, isLeaf(hl));
  }

  /**
   * Takes down the numbers of levels that were walked without objects: each stands below one that is open, and is higher than those before. Leaves after which
   * as many came as are found are forgotten at once.
   */
  registerWalked(levels: readonly WalkedLevel[]): void {
    let leaves = levels.filter(isBareLeaf).length;
    for (const level of levels) {
      if (level.parentNumber !== undefined) this.levels.serve(level.parentNumber);
      if (isBareLeaf(level) && --leaves >= MAX_LEAVES) this.levels.noteNumber(level.number);
      else this.levels.add(level.number, level.make(), level.isLeaf);
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
    const number = numberOr(segment.element(2));
    this.report(segment, `names parent ${number}, but follows a level that has none yet and announced one; it is read as part of that`);
    return this.attachLevel(level, segment);
  }

  /** The parent is of the wrong kind: the level goes beside it, or below it with what is missing between them; a level of an unknown kind goes right below. */
  private placeNearParent(segment: Segment, parent: LoopNode): boolean {
    const expecting = this.findOpen((node) => isExpecting(node, segment, this.loops.current));
    if (expecting !== undefined && isWithin(expecting, parent)) return this.attachLevel(expecting, segment);
    for (let node: LoopNode | undefined = parent.parent; node !== undefined; node = node.parent) if (this.attachLevel(node, segment)) return true;
    return this.placeBelow(segment, parent) || this.placeAsOnlyLevel(segment, parent);
  }

  /**
   * The parent is not known. A level that says it has children, has none yet and gave no record waits for one; the outermost
   * level is that in which the file stands. Other levels are not guessed: they may be somebody else's.
   */
  private placeByGuess(segment: Segment, parent: LoopNode | undefined): boolean {
    const { root, current } = this.loops;
    if (!this.levels.hasForgotten) {
      const expecting = this.findOpen((node) => isExpecting(node, segment, current));
      if (expecting !== undefined) return this.attachLevel(expecting, segment);
    }
    const outermost = this.findOpen((node) => node.parent === root && isLevel(node.def));
    if (outermost !== undefined && this.attachLevel(outermost, segment)) return true;
    if (this.attachLevel(root, segment)) return true;
    if (outermost !== undefined && this.placeBelow(segment, outermost)) return true;
    return this.placeBelow(segment, root) || (parent !== undefined && this.placeAsOnlyLevel(segment, parent));
  }

  private placeBelow(segment: Segment, node: LoopNode): boolean {
    const way = levelsBelow(segment, node);
    if (way !== undefined) this.loops.follow(way, segment);
    return way !== undefined;
  }

  private placeAsOnlyLevel(segment: Segment, node: LoopNode): boolean {
    const only = onlyLevel(node);
    if (only !== undefined) this.loops.attach({ node, candidate: only }, segment);
    return only !== undefined;
  }

  private attachLevel(node: LoopNode, segment: Segment): boolean {
    const candidate = node.def.candidates.get(HL)?.choose(segment);
    if (candidate !== undefined) this.loops.attach({ node, candidate }, segment);
    return candidate !== undefined;
  }

  /** True if a level of the guide may have the code of this one. */
  private isOfGuide(hl: Segment): boolean {
    return this.loops.guide.segments.some(({ key, elements }) => key === HL && elements[2]?.codes?.includes(hl.element(3)) !== false);
  }

  private findOpen(isMeant: (node: LoopNode) => boolean): LoopNode | undefined {
    for (let node: LoopNode | undefined = this.loops.current; node !== undefined; node = node.parent) if (isMeant(node)) return node;
    return undefined;
  }

  private report(hl: Segment, what: string, element = 'HL02'): void {
    this.loops.issues.level(hl, this.loops.current, what, element);
  }
}

/** True for a level that says it has none below it, and has none. */
const isBareLeaf = ({ isLeaf: saysSo, hasInner }: WalkedLevel): boolean => saysSo && !hasInner;

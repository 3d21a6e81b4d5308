import { ClosedLevel, type Level } from '../guide/closed-level';
import { LoopNode } from '../guide/loop-node';
import { closeReplayed, replayLoop } from '../guide/replay';
import { HL } from '../guide/unopened-loops';
import type { WalkObserver } from '../guide/walk-observer';
import type { Walked } from '../kernel/plain-walk';
import type { WalkedHolders, WalkedUnit } from '../kernel/walked-rows';
import type { PlainValidation } from '../validation/plain-validation';
import { CopiedSegments } from '../x12/copied-segments';
import type { SegmentList } from '../x12/segment';

/** The loops of a walk, which become objects when somebody asks for them. */
export class WalkedLoops {
  private readonly nodes: (LoopNode | undefined)[] = [];
  private readonly lookedAt: boolean[] = [];
  private readonly levels: (Level | undefined)[] = [];
  /** Copies of the segments of holders, which are kept for longer than the list: only of those that became objects, or may still do. */
  private readonly copies: (CopiedSegments | undefined)[] = [];
  /** Where each is in its copy. */
  private readonly copiedAt: number[] = [];
  /** Holders that the loop around holds. */
  private heldHolders: readonly number[] | undefined;
  /** The innermost loop of each holder, to which its last segment belongs. */
  private readonly lastOf = new Map<number, LoopNode>();
  private readonly holders: WalkedHolders;
  private readonly loopOf: Walked['loopOf'];

  /** Holds on to neither units nor JSON of the walk: levels that are closed keep it for long. */
  constructor(
    readonly list: SegmentList,
    { holders, loopOf }: Walked,
    private readonly validation: PlainValidation | undefined,
  ) {
    this.holders = holders;
    this.loopOf = loopOf;
  }

  unit(unit: WalkedUnit, observer?: WalkObserver): LoopNode {
    const { loop, last } = replayLoop(unit.def, this.node(unit.around), this.list, unit, observer);
    if (observer) closeReplayed(last, loop, observer);
    return loop;
  }

  /** A unit with its first segment alone, which nobody keeps. */
  head({ def, around, from }: WalkedUnit): LoopNode {
    const loop = new LoopNode(def, this.node(around));
    loop.add(this.list.look(from), def.trigger);
    return loop;
  }

  /** Makes the loops that the first unit's open loop holds; returns that loop. */
  heldAround({ around }: WalkedUnit): LoopNode {
    let number = around;
    while (number >= 0) number = this.holders.around(number);
    for (const held of this.heldBy(number)) this.node(held);
    return this.node(number);
  }

  /** Says that the loops around a unit were looked at, as far as the walk has opened them; returns the innermost other one. */
  lookAt(around: number): LoopNode | undefined {
    let number = around;
    for (; number >= 0 && this.lookedAt[number] !== true; number = this.holders.around(number)) {
      this.lookedAt[number] = true;
      const node = this.nodes[number];
      if (node !== undefined) node.isLookedAt = true;
    }
    return number < 0 ? this.loopOf(number) : undefined;
  }

  /** The innermost loop that is open. */
  open({ around, open, stop, waits }: Walked): LoopNode {
    const { list, validation } = this;
    const parent = this.node(around);
    if (open !== undefined) return replayLoop(open.def, parent, list, { from: open.from, to: stop }, validation?.ofUnit).last;
    return around < 0 || waits ? parent : (this.lastOf.get(around) ?? parent);
  }

  /** Levels that are open become objects, since others may follow in them. */
  level(number: number): Level {
    const known = this.levels[number];
    if (known !== undefined) return known;
    const { holders } = this;
    const around = holders.around(number);
    const node = this.nodes[number];
    const parent = node === undefined ? (around < 0 ? this.node(around) : this.level(around)) : undefined;
    const level = node ?? new ClosedLevel(parent, this.list.byteOffsetAt(holders.from(number)), () => this.node(number));
    this.levels[number] = level;
    return level;
  }

  /** Copies what may be asked for when the list is not there any more: the levels that somebody may still find. */
  keepLevels(isFound: (level: Level) => boolean): void {
    const found: number[] = [];
    for (let number = 0; number < this.levels.length; number++) {
      const level = this.levels[number];
      if (level instanceof ClosedLevel && isFound(level)) found.push(number);
    }
    this.copy(found);
  }

  /** The loops that one holds, whether they are asked for or not: of a kind that was open before the first record. */
  private heldBy(number: number): readonly number[] {
    const held = (this.heldHolders ??= this.holders.held());
    return held.length === 0 ? held : held.filter((i) => this.holders.around(i) === number);
  }

  /** Copies the segments of holders, of the loops around them, and of those that they hold, as far as that was not done. */
  private copy(numbers: readonly number[]): void {
    const { holders, copiedAt } = this;
    const missing: number[] = [];
    const add = (number: number): void => {
      if (number < 0 || copiedAt[number] !== undefined) return;
      copiedAt[number] = missing.length;
      missing.push(number);
      add(holders.around(number));
      for (const held of this.heldBy(number)) add(held);
    };
    for (const number of numbers) add(number);
    if (missing.length === 0) return;
    const copied = new CopiedSegments(
      this.list,
      missing.map((number) => ({ from: holders.from(number), to: holders.to(number) })),
    );
    for (const number of missing) this.copies[number] = copied;
  }

  private copyOf(number: number): SegmentList {
    this.copy([number]);
    const [copied, index] = [this.copies[number], this.copiedAt[number]];
    if (copied === undefined || index === undefined) throw new RangeError(`The walk has opened no loop ${number}.`);
    return copied.at(index);
  }

  private node(number: number): LoopNode {
    const known = number < 0 ? this.loopOf(number) : this.nodes[number];
    if (known !== undefined) return known;
    const { holders } = this;
    const parent = this.node(holders.around(number));
    // The loop around makes those that it holds.
    const made = this.nodes[number];
    if (made !== undefined) return made;
    const segments = this.copyOf(number);
    const { loop, last } = replayLoop(holders.def(number), parent, segments, { from: 0, to: segments.length }, this.validation?.ofHolder);
    const tally = holders.tally(number);
    if (tally !== undefined && loop.tally !== undefined) loop.tally.numbers = tally;
    this.nodes[number] = loop;
    this.lastOf.set(number, last);
    if (holders.isHeld(number)) parent.addLoop(loop);
    loop.mayRestart = loop.def.trigger.key === HL;
    loop.isLookedAt = this.lookedAt[number] === true;
    for (const held of this.heldBy(number)) this.node(held);
    if (holders.isFrozen(number)) loop.freeze();
    return loop;
  }
}

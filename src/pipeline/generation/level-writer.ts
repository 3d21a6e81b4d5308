import type { LoopDef } from '../../guide/guide.types';
import type { TransactionSetWriter } from '../../guide/loop-writer';
import { OutLoop, type OutSegment } from '../../guide/out-loop';
import type { SegmentCompletion } from '../../guide/segment-completion';
import { segmentKey } from '../../x12/segment-key';
import { isSameJson } from '../../mapping/writing/same-json';
import type { UnitPlace } from './unit-places';

const HL = segmentKey('HL');

/** Loops from the outermost that a unit opens to that of the unit itself. */
export interface UnitLoops {
  readonly loops: readonly OutLoop[];
  readonly place: UnitPlace;
  /** Loops around them that are open. */
  readonly common: number;
}

/**
 * Writes the loops of units, and keeps those around the last one open. A unit in which others may stand, such as a subscriber, waits for the next one: its HL
 * says whether a level follows in it.
 */
export class LevelWriter {
  /** Loops that are open in the writer, the transaction set first. */
  private readonly open: OutLoop[] = [];
  private waiting: OutLoop | undefined;
  /** Units in the innermost open loop. */
  unitCount = 0;

  constructor(private readonly writer: TransactionSetWriter) {}

  get isBegun(): boolean {
    return this.open.length > 0;
  }

  /** An open loop; that of the transaction set has number 0. */
  loopAt(level: number): OutLoop | undefined {
    return this.open[level];
  }

  begin(root: OutLoop, first: LoopDef | undefined): void {
    this.writer.open(root, first?.trigger.key === HL);
    this.open.push(root);
  }

  write({ loops, place: { chain, holdsUnits }, common }: UnitLoops, completion: SegmentCompletion): void {
    for (const loop of loops) completion.complete(loop);
    const { waiting } = this;
    const [outermost, ...inner] = loops;
    const continues = waiting !== undefined && outermost !== undefined && inner.length > 0 && common === this.open.length && describes(outermost, waiting);
    if (continues) this.openLoop(waiting, chain[common + 1]);
    else this.writeWaiting();
    this.waiting = undefined;
    const added = continues ? inner : loops;
    const kept = chain.length - added.length;
    while (this.open.length > kept) {
      this.open.pop();
      this.writer.close();
    }
    this.unitCount = added.length === 1 && !continues ? this.unitCount + 1 : 1;
    added.slice(0, -1).forEach((loop, i) => this.openLoop(loop, chain[kept + i + 1]));
    const unit = added.at(-1);
    if (unit !== undefined && holdsUnits) this.waiting = unit;
    else if (unit !== undefined) this.writer.write(unit);
  }

  /** True while a unit waits for the next one. */
  get isWaiting(): boolean {
    return this.waiting !== undefined;
  }

  /** Writes a unit, and the loops that are begun for it, of which `write` has the text: by its place in the chain. */
  writeText(chain: readonly LoopDef[], common: number, write: (level: number) => void): void {
    while (this.open.length > common) {
      this.open.pop();
      this.writer.close();
    }
    this.unitCount = common === chain.length - 1 ? this.unitCount + 1 : 1;
    for (let level = common; level < chain.length - 1; level++) {
      const def = chain[level];
      if (def !== undefined) this.openLoop(new OutLoop(def, this.open.at(-1)), chain[level + 1]);
      write(level);
    }
    write(chain.length - 1);
  }

  /** Writes what waits, and closes all loops but the transaction set. */
  end(): void {
    this.writeWaiting();
    while (this.writer.depth > 1) this.writer.close();
  }

  private openLoop(loop: OutLoop, next: LoopDef | undefined): void {
    this.writer.open(loop, next?.trigger.key === HL);
    this.open.push(loop);
  }

  private writeWaiting(): void {
    if (this.waiting !== undefined) this.writer.write(this.waiting);
    this.waiting = undefined;
  }
}

/** True for a loop that repeats a part of another one, and more than its first segment: the levels of one subscriber. */
function describes(part: OutLoop, whole: OutLoop): boolean {
  return part.def === whole.def && (part.loops.first !== undefined || part.segments.first?.next !== undefined) && isContained(part, whole);
}

function isContained(part: OutLoop, whole: OutLoop): boolean {
  for (let one = part.segments.first; one !== undefined; one = one.next) if (!hasSegment(whole, one)) return false;
  for (let one = part.loops.first; one !== undefined; one = one.next) if (!hasLoop(whole, one)) return false;
  return true;
}

function hasSegment({ segments }: OutLoop, { def, elements }: OutSegment): boolean {
  for (let one = segments.first; one !== undefined; one = one.next) if (one.def === def && isSameJson(one.elements, elements)) return true;
  return false;
}

function hasLoop({ loops }: OutLoop, wanted: OutLoop): boolean {
  for (let one = loops.first; one !== undefined; one = one.next) if (one.def === wanted.def && isContained(wanted, one)) return true;
  return false;
}

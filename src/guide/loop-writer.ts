import { segmentKey } from '../x12/segment-key';
import type { ElementValue, SegmentWriter } from '../x12/segment-writer';
import type { LoopDef, SegmentDef } from './guide.types';
import { type OutLoop, OutSegment } from './out-loop';

const HL = segmentKey('HL');
const LX = segmentKey('LX');
const SE = segmentKey('SE');

/** A loop that is being written. */
interface Frame {
  readonly loop: OutLoop;
  /** Place among the children of the definition up to which everything is written. */
  position: number;
  /** Number of the level that the loop is in; undefined outside levels. */
  readonly level: number | undefined;
  /** Loops of one definition that were begun in this one, which numbers LX. */
  counted: LoopDef | undefined;
  count: number;
}

/** Told of each segment before it is written. */
export type SegmentListener = (segment: OutSegment, loop: OutLoop) => void;

/**
 * Writes a transaction set in the order of its guide, segment by segment.
 *
 * What follows from the structure is the writer's own: numbers, parents and child flags of HL, the numbers of LX (which
 * start anew in each parent), and the segment count of SE. Such segments need not be added; where they were, their
 * other elements are kept.
 *
 * Loops may be written before they are complete: `open` writes what stands in a loop before a child of it, `write` a whole loop
 * that belongs into the innermost open one, `close` the rest of that. So a transaction of any size needs no more memory than the
 * loops that are open.
 */
export class TransactionSetWriter {
  private readonly frames: Frame[] = [];
  private levels = 0;
  private readonly start: number;

  constructor(
    private readonly writer: SegmentWriter,
    private readonly out: (text: string) => void,
    private readonly onSegment: SegmentListener = () => undefined,
  ) {
    this.start = writer.segmentCount;
  }

  /** Loops that are open. */
  get depth(): number {
    return this.frames.length;
  }

  /** The innermost open loop; undefined before the first. */
  get innermost(): OutLoop | undefined {
    return this.frames.at(-1)?.loop;
  }

  /** Opens a loop inside the innermost open one. `hasLevels` says whether levels will stand in it. */
  open(loop: OutLoop, hasLevels: boolean): void {
    const parent = this.frames.at(-1);
    const ordinal = parent === undefined ? 1 : this.advance(parent, loop.def);
    const isLevel = loop.def.trigger.key === HL;
    const level = isLevel ? ++this.levels : parent?.level;
    this.frames.push({ loop, position: 0, level, counted: undefined, count: 0 });
    if (isLevel) this.writeNumbered(loop, levelElements(loop, level, parent?.level, hasLevels));
    else if (loop.def.trigger.key === LX) this.writeNumbered(loop, [String(ordinal), ...ownTrigger(loop).slice(1)]);
  }

  /** Writes a whole loop inside the innermost open one. */
  write(loop: OutLoop): void {
    this.open(
      loop,
      loop.loops.some(({ def }) => def.trigger.key === HL),
    );
    this.close();
  }

  /** Writes the rest of the innermost open loop, and closes it; the transaction set with its SE. */
  close(): void {
    const frame = this.frames.at(-1);
    if (frame === undefined) return;
    this.advanceTo(frame, Infinity);
    this.frames.pop();
    if (this.frames.length > 0) return;
    const controlNumber = textOf(ownTrigger(frame.loop)[1]);
    this.out(this.writer.write('SE', [String(this.writer.segmentCount - this.start + 1), controlNumber]));
  }

  /** Writes what stands before loops of a definition, and gives the number of the next of them. */
  private advance(frame: Frame, def: LoopDef): number {
    this.advanceTo(frame, def.position);
    if (frame.counted !== def) [frame.counted, frame.count] = [def, 0];
    return ++frame.count;
  }

  /** Writes the segments and loops that stand before a place, those of one place in the order in which they were added. */
  private advanceTo(frame: Frame, end: number): void {
    const { loop, position } = frame;
    const segments = between(loop.segments, position, end);
    const loops = between(loop.loops, position, end);
    frame.position = Math.max(position, end);
    let next = 0;
    for (const one of loops) {
      while (next < segments.length && positionOf(segments[next]) < one.def.position) this.writeOwn(segments[next++], loop);
      this.write(one);
    }
    while (next < segments.length) this.writeOwn(segments[next++], loop);
  }

  private writeOwn(segment: OutSegment | undefined, loop: OutLoop): void {
    const def = segment?.def;
    if (segment === undefined || def === undefined || def.key === SE) return;
    const isNumbered = def === loop.def.trigger && (def.key === HL || def.key === LX);
    if (!isNumbered) this.writeSegment(segment, def, loop);
  }

  private writeSegment(segment: OutSegment, { id }: SegmentDef, loop: OutLoop): void {
    this.onSegment(segment, loop);
    this.out(this.writer.write(id, segment.elements));
  }

  /** Writes a trigger that is numbered here. */
  private writeNumbered(loop: OutLoop, elements: readonly ElementValue[]): void {
    const { trigger } = loop.def;
    const segment = new OutSegment(trigger, '', [], undefined, loop.origin);
    segment.elements.push(...elements);
    this.writeSegment(segment, trigger, loop);
  }
}

function ownTrigger({ segments, def }: OutLoop): readonly ElementValue[] {
  return segments.find((segment) => segment.def === def.trigger)?.elements ?? [];
}

function levelElements(loop: OutLoop, level: number | undefined, parent: number | undefined, hasChildren: boolean): ElementValue[] {
  const code = textOf(ownTrigger(loop)[2]) || [...(loop.def.trigger.qualifiers.find(({ element }) => element === 3)?.codes ?? [])][0];
  return [String(level ?? ''), String(parent ?? ''), code ?? '', hasChildren ? '1' : '0'];
}

const positionOf = (one: OutSegment | OutLoop | undefined): number => one?.def?.position ?? -1;

/** What stands from one place of a loop on and before another, in the order of the guide. */
function between<T extends OutSegment | OutLoop>(all: readonly T[], from: number, end: number): readonly T[] {
  const found = all.filter((one) => positionOf(one) >= from && positionOf(one) < end);
  return found.length > 1 ? found.sort((a, b) => positionOf(a) - positionOf(b)) : found;
}

/** Writes a whole transaction set. */
export function writeTransactionSet(root: OutLoop, writer: SegmentWriter): string[] {
  const texts: string[] = [];
  new TransactionSetWriter(writer, (text) => texts.push(text)).write(root);
  return texts;
}

/** The first text of a value. */
function textOf(value: ElementValue | undefined): string {
  if (typeof value === 'string' || value === undefined) return value ?? '';
  const [first = ''] = 'repetitions' in value ? value.repetitions : value;
  return typeof first === 'string' ? first : (first[0] ?? '');
}

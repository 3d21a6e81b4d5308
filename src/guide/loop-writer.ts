import { segmentKey } from '../x12/segment-key';
import type { SegmentWriter } from '../x12/segment-writer';
import type { LoopDef, SegmentDef } from './guide.types';
import type { OutLink } from './out-chain';
import { type OutLoop, OutSegment, type OutValue, OWN_KEY } from './out-loop';

const HL = segmentKey('HL');
const LX = segmentKey('LX');
const SE = segmentKey('SE');

/** Data element of numbers that count loops, such as LX01 and ENT01. */
const ASSIGNED_NUMBER = '554';

/** HL04, the hierarchical child code. */
const CHILD_FLAG = 4;

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
export type SegmentListener = (segment: OutSegment) => void;

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
    private readonly onSegment: SegmentListener = () => undefined,
  ) {
    this.start = writer.segmentCount;
  }

  /** Loops that are open. */
  get depth(): number {
    return this.frames.length;
  }

  /** Opens a loop inside the innermost open one. `hasLevels` says whether levels will stand in it. */
  open(loop: OutLoop, hasLevels: boolean): void {
    this.frames.push(this.beginInInnermost(loop, hasLevels));
  }

  /** Writes a whole loop inside the innermost open one. */
  write(loop: OutLoop): void {
    this.writeUpTo(this.beginInInnermost(loop, holdsLevels(loop)), Infinity);
  }

  /** Writes segments of the innermost open loop that are bytes already; those of a whole loop in it with its definition. */
  append(bytes: Uint8Array, count: number, whole?: LoopDef): void {
    const parent = this.frames.at(-1);
    if (parent !== undefined && whole !== undefined) numberIn(parent, whole);
    this.writer.append(bytes, count);
  }

  /** Writes the rest of the innermost open loop, and closes it; the transaction set with its SE. */
  close(): void {
    const frame = this.frames.pop();
    if (frame === undefined) return;
    this.writeUpTo(frame, Infinity);
    if (this.frames.length > 0) return;
    const closing = new OutSegment(frame.loop.def.children.find(isClosing), OWN_KEY, [], undefined, frame.loop.origin);
    closing.set(1, undefined, String(this.writer.segmentCount - this.start + 1));
    closing.set(2, undefined, textOf(ownTrigger(frame.loop)?.elements[1]));
    this.writeSegment(closing, 'SE');
  }

  private beginInInnermost(loop: OutLoop, hasLevels: boolean): Frame {
    const parent = this.frames.at(-1);
    if (parent !== undefined) this.writeUpTo(parent, loop.position);
    return this.begin(parent, loop, hasLevels);
  }

  /** Begins a loop in another one, in which everything before it is written; writes its trigger where that is numbered. */
  private begin(parent: Frame | undefined, loop: OutLoop, hasLevels: boolean): Frame {
    const ordinal = parent === undefined ? 1 : numberIn(parent, loop.def);
    const { key } = loop.def.trigger;
    const level = key === HL ? ++this.levels : parent?.level;
    if (key === HL) this.writeNumbered(loop, levelElements(loop, level, parent?.level, hasLevels));
    else if (countsLoops(loop.def)) numberTrigger(ownTrigger(loop), ordinal);
    if (key === LX) this.writeNumbered(loop, [String(ordinal), ...(ownTrigger(loop)?.elements.slice(1) ?? [])]);
    return { loop, position: 0, level, counted: undefined, count: 0 };
  }

  /** Writes the segments and loops that stand before a place, those of one place in the order in which they were added. */
  private writeUpTo(frame: Frame, end: number): void {
    const { loop, position } = frame;
    if (end <= position) return;
    frame.position = end;
    loop.segments.putInOrder();
    loop.loops.putInOrder();
    let segment = firstFrom(loop.segments.first, position);
    for (let child = firstFrom(loop.loops.first, position); child !== undefined && child.position < end; child = child.next) {
      for (; segment !== undefined && segment.position < child.position; segment = segment.next) this.writeOwn(segment, loop);
      this.writeUpTo(this.begin(frame, child, holdsLevels(child)), Infinity);
    }
    for (; segment !== undefined && segment.position < end; segment = segment.next) this.writeOwn(segment, loop);
  }

  private writeOwn(segment: OutSegment, loop: OutLoop): void {
    const { def } = segment;
    if (def === undefined || def.key === SE) return;
    const isNumbered = def === loop.def.trigger && (def.key === HL || def.key === LX);
    if (!isNumbered) this.writeSegment(segment, def.id);
  }

  private writeSegment(segment: OutSegment, id: string): void {
    this.onSegment(segment);
    this.writer.write(id, segment.elements);
  }

  /** Writes a trigger that is numbered here. */
  private writeNumbered(loop: OutLoop, elements: readonly (OutValue | undefined)[]): void {
    const { trigger } = loop.def;
    const segment = new OutSegment(trigger, OWN_KEY, [], undefined, loop.origin);
    for (let i = 0; i < elements.length; i++) segment.setWhole(i + 1, elements[i] ?? '');
    this.writeSegment(segment, trigger.id);
  }
}

/** True for a loop whose first element is a number that counts loops, but LX, which is always counted. */
const countsLoops = ({ trigger }: LoopDef): boolean => trigger.key !== LX && trigger.elements[0]?.dataElement === ASSIGNED_NUMBER;

/** Fills in the number of a loop in its parent if it was left out. */
function numberTrigger(trigger: OutSegment | undefined, ordinal: number): void {
  if (trigger?.text(1) === '') trigger.set(1, undefined, String(ordinal));
}

/** The number of the next loop of a definition. */
function numberIn(frame: Frame, def: LoopDef): number {
  if (frame.counted !== def) {
    frame.counted = def;
    frame.count = 0;
  }
  return ++frame.count;
}

const isClosing = (child: SegmentDef | LoopDef): child is SegmentDef => child.kind === 'segment' && child.key === SE;

function holdsLevels({ loops }: OutLoop): boolean {
  for (let child = loops.first; child !== undefined; child = child.next) if (child.def.trigger.key === HL) return true;
  return false;
}

function ownTrigger({ segments, def }: OutLoop): OutSegment | undefined {
  let segment = segments.first;
  while (segment !== undefined && segment.def !== def.trigger) segment = segment.next;
  return segment;
}

function levelElements(loop: OutLoop, level: number | undefined, parent: number | undefined, hasChildren: boolean): OutValue[] {
  const code = textOf(ownTrigger(loop)?.elements[2]) || [...(loop.def.trigger.qualifiers.find(({ element }) => element === 3)?.codes ?? [])][0];
  const hasFlag = loop.def.trigger.elements[CHILD_FLAG - 1]?.usage !== 'N';
  return [String(level ?? ''), String(parent ?? ''), code ?? '', hasFlag ? (hasChildren ? '1' : '0') : ''];
}

/** The first link at a place or after it. */
function firstFrom<T extends OutLink<T>>(first: T | undefined, position: number): T | undefined {
  let one = first;
  while (one !== undefined && one.position < position) one = one.next;
  return one;
}

/** The first text of a value. */
function textOf(value: OutValue | undefined): string {
  if (typeof value === 'string' || value === undefined) return value ?? '';
  const [first = ''] = 'repetitions' in value ? value.repetitions : value;
  return typeof first === 'string' ? first : (first[0] ?? '');
}

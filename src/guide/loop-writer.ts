import { segmentKey } from '../x12/segment-key';
import type { ElementValue, SegmentWriter } from '../x12/segment-writer';
import type { LoopDef, SegmentDef } from './guide.types';

/** A segment to be written. Elements begin with the first one. */
export interface OutSegment {
  readonly def: SegmentDef;
  readonly elements: readonly ElementValue[];
}

/** A loop to be written: what a `LoopNode` is for reading. Segments and loops may be added in any order. */
export class OutLoop {
  readonly segments: OutSegment[] = [];
  readonly loops: OutLoop[] = [];

  constructor(readonly def: LoopDef) {}

  add(def: SegmentDef, elements: readonly ElementValue[]): void {
    this.segments.push({ def, elements });
  }

  addLoop(def: LoopDef): OutLoop {
    const loop = new OutLoop(def);
    this.loops.push(loop);
    return loop;
  }
}

const HL = segmentKey('HL');
const LX = segmentKey('LX');
const SE = segmentKey('SE');

/** Numbers of the hierarchical levels of one transaction set. */
interface Levels {
  count: number;
}

/** The level around a loop, and the place of the loop among its equals. */
interface Position {
  readonly parentLevel: number | undefined;
  readonly ordinal: number;
}

/**
 * Writes a transaction set in the order of its guide, segment by segment.
 *
 * What follows from the structure is the writer's own: numbers, parents and child flags of HL, the numbers of LX (which
 * start anew in each parent), and the segment count of SE. Such segments need not be added; where they were, their
 * other elements are kept.
 */
export function* writeTransactionSet(root: OutLoop, writer: SegmentWriter): Generator<string, void, undefined> {
  const start = writer.segmentCount;
  const controlNumber = textOf(root.segments.find(({ def }) => def === root.def.trigger)?.elements[1]);
  yield* writeLoop(root, writer, { count: 0 }, { parentLevel: undefined, ordinal: 1 });
  yield writer.write('SE', [String(writer.segmentCount - start + 1), controlNumber]);
}

function* writeLoop(loop: OutLoop, writer: SegmentWriter, levels: Levels, position: Position): Generator<string, void, undefined> {
  const isLevel = loop.def.trigger.key === HL;
  const level = isLevel ? ++levels.count : position.parentLevel;
  for (const child of loop.def.children) {
    if (child.kind === 'loop') {
      let ordinal = 0;
      for (const one of loop.loops) if (one.def === child) yield* writeLoop(one, writer, levels, { parentLevel: level, ordinal: ++ordinal });
    } else if (child === loop.def.trigger && (isLevel || child.key === LX)) yield writer.write(child.id, numbered(loop, position, level));
    else if (child.key !== SE) for (const { def, elements } of loop.segments) if (def === child) yield writer.write(child.id, elements);
  }
}

/** The elements of a trigger that the writer numbers. */
function numbered(loop: OutLoop, { parentLevel, ordinal }: Position, level: number | undefined): ElementValue[] {
  const own = loop.segments.find(({ def }) => def === loop.def.trigger)?.elements ?? [];
  if (loop.def.trigger.key === LX) return [String(ordinal), ...own.slice(1)];
  const code = textOf(own[2]) || [...(loop.def.trigger.qualifiers.find(({ element }) => element === 3)?.codes ?? [])][0];
  const hasChildren = loop.loops.some(({ def }) => def.trigger.key === HL);
  return [String(level ?? ''), String(parentLevel ?? ''), code ?? '', hasChildren ? '1' : '0'];
}

/** The first text of a value. */
function textOf(value: ElementValue | undefined): string {
  if (typeof value === 'string' || value === undefined) return value ?? '';
  const [first = ''] = 'repetitions' in value ? value.repetitions : value;
  return typeof first === 'string' ? first : (first[0] ?? '');
}

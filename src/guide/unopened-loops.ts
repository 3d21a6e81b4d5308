import { segmentKey } from '../x12/segment-key';
import type { Segment } from '../x12/segment';
import type { Candidate, LoopDef } from './guide.types';
import type { LoopNode } from './loop-node';
import { openChild, type Way } from './open-loops';

/*
 * Where a segment would have a place if loops were open that are not, because their triggers are missing. Levels (HL) may be
 * missing in one another; of other loops one.
 */

/** Loops that have to be opened without their triggers, and the place of the segment in the last of them. */
type WayBelow = Pick<Way, 'defs' | 'candidate'>;

export const HL = segmentKey('HL');

/** True for the loop of a hierarchical level. */
export const isLevel = (def: LoopDef): boolean => def.trigger.key === HL;

/** True for the loop of a level whose HL is missing. */
export const lacksHl = (loop: LoopNode): boolean => isLevel(loop.def) && loop.segments[0]?.key !== HL;

type IsWanted = (candidate: Candidate) => boolean;

/** A loop that the segment opens. */
const opensLoop: IsWanted = ({ opens }) => opens !== undefined;

/** The place of the required segment right after a trigger. */
export const isSecond: IsWanted = ({ opens, def }) => opens === undefined && def.position === 1 && def.usage === 'R';

/**
 * The nearest place of a segment in a loop that can be opened: as what opens a loop, else as what has to follow a missing trigger. Loops
 * that lie before the present position are not among them.
 */
export function findWay(segment: Segment, from: LoopNode): Way | undefined {
  return nearestWay(segment, from, false) ?? nearestWay(segment, from, true) ?? wayOfSecond(segment, from);
}

function nearestWay(segment: Segment, from: LoopNode, throughLevels: boolean): Way | undefined {
  for (let node: LoopNode | undefined = from; node !== undefined; node = node.parent) {
    const [way] = waysAhead(node, from, waysBelow(node.def, segment, opensLoop, throughLevels));
    if (way !== undefined) return { node, ...way };
  }
  return undefined;
}

/** No other loop that could be opened there may have a place for it. */
function wayOfSecond(segment: Segment, from: LoopNode): Way | undefined {
  for (let node: LoopNode | undefined = from; node !== undefined; node = node.parent) {
    const ways = waysAhead(node, from, [...waysBelow(node.def, segment, isSecond, false), ...waysBelow(node.def, segment, isSecond, true)]);
    const [way] = ways;
    if (way !== undefined) return ways.length === 1 ? { node, ...way } : undefined;
  }
  return undefined;
}

/** The ways that do not go back: their first loop comes after the child that stands last in the open loop, or is the next such loop. */
function waysAhead(node: LoopNode, current: LoopNode, ways: readonly WayBelow[]): readonly WayBelow[] {
  if (ways.length === 0) return ways;
  const reached = openChild(node, current)?.def.position ?? lastPosition(node);
  return ways.filter(({ defs: [first] }) => first !== undefined && (first.position > reached || (first.position === reached && first.max > 1)));
}

/** Position of the last child that a loop has. */
export const lastPosition = ({ first, loops }: LoopNode): number =>
  Math.max(
    first.findLastIndex((segment) => segment !== undefined),
    loops.at(-1)?.def.position ?? 0,
  );

/** The level below a loop in which a segment has to follow the missing HL. */
export function levelOfSecond(segment: Segment, node: LoopNode): Way | undefined {
  const [way] = waysBelow(node.def, segment, isSecond, true);
  return way && { node, ...way };
}

/** The levels to be opened below a loop so that an HL has a place. */
export function levelsBelow(hl: Segment, node: LoopNode): Way | undefined {
  const [way] = waysBelow(node.def, hl, opensLoop, true);
  return way && { node, ...way };
}

function waysBelow(def: LoopDef, segment: Segment, isWanted: IsWanted, throughLevels: boolean): WayBelow[] {
  return def.children.flatMap((child) => {
    if (child.kind !== 'loop' || isLevel(child) !== throughLevels) return [];
    const candidate = child.candidates.get(segment.key)?.choose(segment);
    if (candidate !== undefined && isWanted(candidate)) return [{ defs: [child], candidate }];
    return throughLevels ? waysBelow(child, segment, isWanted, true).map((way) => ({ ...way, defs: [child, ...way.defs] })) : [];
  });
}

import type { Segment } from '../x12/segment';
import type { Candidate, LoopDef } from './guide.types';
import type { LoopNode } from './loop-node';
import { HL, isLevel, isSecond } from './unopened-loops';

/*
 * State of an open loop: whether it is complete, and whether levels (HL) may follow below it. `current` is the innermost open loop.
 * A parent does not hold a loop that is emitted by itself, so that such a loop is found only by going up from `current`.
 */

/** HL04 of a level without levels below it. */
const NO_CHILDREN = '0';

/** HL04 of a level with levels below it. */
const HAS_CHILDREN = '1';

/** True for an HL that says it has no levels below it. */
export const isLeaf = (hl: Segment): boolean => hl.componentIs(4, 1, NO_CHILDREN);

/** True for what is there already in a loop that is complete, or that it heads: SBR of a subscriber, say, or NM1*IL. */
export function beginsNext(node: LoopNode, candidate: Candidate, current: LoopNode): boolean {
  return isRepeated(node, candidate) && (node.isHeadless || isHead(node, candidate) || hasLevel(node) || hasRecords(node, current));
}

/** True for a level that may have children of the kind of this HL, has none yet, and gave no record. */
export function isExpecting(node: LoopNode, hl: Segment, current: LoopNode): boolean {
  if (!isLevel(node.def) || hasLevel(node) || node.def.candidates.get(HL)?.choose(hl) === undefined) return false;
  return !saysNoChildren(node) && !hasRecords(node, current);
}

/** True for a level that has just begun, and says that others follow it. */
export function isAnnounced(node: LoopNode, hl: Segment, current: LoopNode): boolean {
  return isExpecting(node, hl, current) && node.segments[0]?.componentIs(4, 1, HAS_CHILDREN) === true;
}

/** HL04 may be wrong: a level that has given records may have children all the same. */
export function mayHaveLevels(node: LoopNode, current: LoopNode): boolean {
  return !saysNoChildren(node) || hasRecords(node, current);
}

/** True for a loop that is `outer` or inside it. */
export function isWithin<T extends { readonly parent: T | undefined }>(inner: T | undefined, outer: T | undefined): boolean {
  for (let one = inner; one !== undefined; one = one.parent) if (one === outer) return true;
  return false;
}

/** The one kind of level that a loop has, for an HL whose code the guide does not know. */
export function onlyLevel({ def }: LoopNode): Candidate | undefined {
  const all = def.candidates.get(HL)?.all ?? [];
  return all.length === 1 ? all[0] : undefined;
}

/** True for a level in which what it is there for stands, or stood: loops that repeat, such as claims. */
function hasRecords(node: LoopNode, current: LoopNode): boolean {
  if (node.isFrozen || hasSome(node, (def) => isBody(def, node))) return true;
  for (let inner: LoopNode | undefined = current; inner !== undefined; inner = inner.parent) if (inner.parent === node) return isBody(inner.def, node);
  return false;
}

/** True for what stands once in a loop and is there already. */
function isRepeated(node: LoopNode, { def, opens }: Candidate): boolean {
  if (opens === undefined) return def.max === 1 && node.first[def.position] !== undefined;
  return opens.max === 1 && node.loopDefs.has(opens);
}

/** True for the required segment after HL, unless it follows itself, and for the first loop of a level. */
function isHead(node: LoopNode, candidate: Candidate): boolean {
  if (candidate.opens !== undefined) return firstLoop(node) === candidate.opens;
  return isSecond(candidate) && (node.loops.length > 0 || node.segments.at(-1)?.slot !== candidate.def.slot);
}

const hasLevel = (node: LoopNode): boolean => hasSome(node, isLevel);

function hasSome({ loopDefs }: LoopNode, isMeant: (def: LoopDef) => boolean): boolean {
  for (const def of loopDefs) if (isMeant(def)) return true;
  return false;
}

/** The first loop of a level names it, although some guides let it repeat. */
const isBody = (def: LoopDef, around: LoopNode): boolean => !isLevel(def) && def.max > 1 && !(isLevel(around.def) && firstLoop(around) === def);

const firstLoop = ({ def }: LoopNode): LoopDef | undefined => def.children.find((child) => child.kind === 'loop');

function saysNoChildren({ segments }: LoopNode): boolean {
  const [first] = segments;
  return first?.key === HL && isLeaf(first);
}

/**
 * True for a place that closes open loops, or opens one of another kind than the open child loop; also where the loop around must not have a
 * second one, or the child is not complete. `child` is the open child of `node`.
 */
export function closesLoops(candidate: Candidate, node: LoopNode, child: LoopNode | undefined, current: LoopNode): boolean {
  const { opens } = candidate;
  return (
    child?.def !== opens ||
    candidate.isTrailing ||
    opens?.max === 1 ||
    (opens !== undefined && (needsSecond(opens) || (child !== undefined && lacksLoop(child)))) ||
    (child !== undefined && cutsShort(current, node, candidate))
  );
}

/**
 * True where a place closes loops only as far as one more loop of their kind does, and the segment after its trigger is the one that has to follow it: nothing
 * else can be meant by the two.
 */
export function isNextOfKind(candidate: Candidate, node: LoopNode, child: LoopNode, current: LoopNode, next: Segment): boolean {
  const { opens } = candidate;
  if (opens === undefined || child.def !== opens || candidate.isTrailing || opens.max === 1 || node.mayRestart) return false;
  if (lacksLoop(child) || cutsShort(current, node, candidate)) return false;
  const second = opens.candidates.get(next.key)?.choose(next);
  return second !== undefined && isSecond(second) && node.def.candidates.get(next.key)?.choose(next) === undefined;
}

/** True for a loop that would be closed by a loop of another kind before it has the segment that must follow its trigger. */
function cutsShort(node: LoopNode, around: LoopNode, { opens }: Candidate): boolean {
  return needsSecond(node.def) && node.first[1] === undefined && opens !== node.def && around !== node;
}

/** True for a loop in which a segment has to follow its trigger. */
export function needsSecond({ children }: LoopDef): boolean {
  const second = children[1];
  return second?.kind === 'segment' && second.usage === 'R';
}

/** True for a loop that has not all loops that it must have. */
function lacksLoop({ def, loopDefs }: LoopNode): boolean {
  for (const loop of def.requiredLoops) if (!loopDefs.has(loop)) return true;
  return false;
}

/** True for a segment that a loop must have and has not. */
export const isRequiredAndMissing = (node: LoopNode, { def, opens }: Candidate): boolean =>
  opens === undefined && def.usage === 'R' && node.first[def.position] === undefined;

/** True where one more segment or loop takes nobody else's place. */
export function isFree(node: LoopNode, { def, opens }: Candidate): boolean {
  if (opens !== undefined) return opens.max > 1 || !node.loopDefs.has(opens);
  return def.max > 1 || node.first[def.position] === undefined;
}

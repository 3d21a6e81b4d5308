import { IntTable } from '../common/int-table';
import { packCode, packText, UNPACKABLE } from '../common/pack-code';
import type { ElementDef, LoopDef, SegmentDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import { parsePlace, type Place, type PlaceScope } from './place';
import type { Segment } from '../x12/segment';

/** Tests whether a segment of the loop is the one that a place means. */
export type Matcher = (segment: Segment) => boolean;

/** Where the segment of a place is found. */
export type Location =
  /** The current segment. */
  | { readonly kind: 'current' }
  /** The first segment at a place of the loop. */
  | { readonly kind: 'first'; readonly position: number }
  /** The segment with a code (packed) at an element, among those of one slot; `position` shows absence at once. */
  | { readonly kind: 'coded'; readonly position: number; readonly slot: number; readonly element: number; readonly code: number }
  /** One among several at a place, or at several places; it has to be looked for. */
  | { readonly kind: 'search'; readonly selection: Selection; readonly find: (loop: LoopNode) => Segment | undefined };

/** The segment definitions of the loop that a place can mean; empty when the guide has none there. */
export function slotsOf(place: Place, loop: LoopDef): readonly SegmentDef[] {
  const ofId = place.segment === undefined ? undefined : segmentsOf(loop).get(place.segment);
  return ofId?.filter((def) => canMatch(place, def, loop)) ?? [];
}

/** Segments of a loop by id: a record asks for each of its fields. */
const segmentsById = new WeakMap<LoopDef, ReadonlyMap<string, readonly SegmentDef[]>>();

function segmentsOf(loop: LoopDef): ReadonlyMap<string, readonly SegmentDef[]> {
  const known = segmentsById.get(loop);
  if (known !== undefined) return known;
  const byId = new Map<string, SegmentDef[]>();
  for (const child of loop.children) {
    if (child.kind !== 'segment') continue;
    const ofId = byId.get(child.id) ?? [];
    ofId.push(child);
    byId.set(child.id, ofId);
  }
  // The children of a loop without guide grow while it is walked.
  if (!loop.acceptsAll) segmentsById.set(loop, byId);
  return byId;
}

const codesOf = (def: SegmentDef): ReadonlySet<string> | undefined => def.qualifiers.find(({ component }) => component === undefined)?.codes;

/** A segment that is alone of its id may come with any code, also where its own are all excluded. */
function canMatch(place: Place, def: SegmentDef, among: LoopDef): boolean {
  const codes = codesOf(def);
  if (place.codes === undefined || codes === undefined) return true;
  if (place.isExcluding) return isAlone(def, among) || [...codes].some((code) => !place.codes?.includes(code));
  return place.codes.some((code) => codes.has(code));
}

/**
 * True when every segment at the slot is meant, so that the qualifier need not be read again. A slot may hold segments
 * with a code of no guide too, where it is the only one of its id or stands for many codes: `[...]` never means those,
 * `[^...]` does.
 */
function meansWholeSlot(place: Place, def: SegmentDef, among: LoopDef): boolean {
  if (place.codes === undefined) return true;
  const codes = codesOf(def);
  if (codes === undefined) return false;
  if (place.isExcluding) return ![...codes].some((code) => place.codes?.includes(code)) && !isAlone(def, among);
  return codes.size === 1 && !isAlone(def, among) && place.codes.some((code) => codes.has(code));
}

/** True for the only segment of its id in the loop or at the head of a loop in it: it is selected whatever its qualifier. */
function isAlone(def: SegmentDef, among: LoopDef): boolean {
  const idOf = (child: SegmentDef | LoopDef): number => (child.kind === 'loop' ? child.trigger.key : child.key);
  return among.children.filter((child) => idOf(child) === def.key).length === 1;
}

const qualifierElement = (def: SegmentDef): number => def.qualifiers[0]?.element ?? 1;

/** The codes that the qualifier of a segment must have, or must not have. */
export interface CodeTest {
  readonly element: number;
  /** Packed. */
  readonly codes: ReadonlySet<number>;
  readonly isExcluding: boolean;
  /** The codes as texts, where one is too long to be packed; else undefined. */
  readonly texts: ReadonlySet<string> | undefined;
}

function codeTestOf({ codes: texts = [], isExcluding }: Place, def: SegmentDef): CodeTest {
  const codes = new Set(texts.map(packText));
  return { element: qualifierElement(def), codes, isExcluding, texts: codes.has(UNPACKABLE) ? new Set(texts) : undefined };
}

/** Tests the qualifier of a segment, without making a string where its codes are short. */
function matcherOf({ element, codes, isExcluding, texts }: CodeTest): Matcher {
  if (texts !== undefined) return (segment) => texts.has(segment.element(element)) !== isExcluding;
  return (segment) => codes.has(packCode(segment.chunk.bytes, segment.start(element), segment.end(element))) !== isExcluding;
}

/** A slot that a place means, and what its segments must pass besides. */
export interface SlotTest {
  readonly slot: number;
  readonly test: CodeTest | undefined;
}

/** The segments of a loop that a place means. */
export interface Selection {
  /** The slots that are meant; `slot` and `matches` say the same for tests of one segment. */
  readonly slots: readonly SlotTest[];
  /** When one slot is meant: its place in the loop, by which absence shows at once; else -1. */
  readonly position: number;
  /** The slot that is meant, -1 when several are. */
  readonly slot: number;
  /** What segments must pass besides; undefined when the slot is enough. */
  readonly matches: Matcher | undefined;
}

/** Says which segments a place means, undefined when the guide has no such segment in the loop. */
export function select(place: Place, scope: PlaceScope): Selection | undefined {
  const slots = slotsOf(place, scope.loop);
  const [first] = slots;
  if (first === undefined) return undefined;
  const tests = slots.map((def): SlotTest => ({ slot: def.slot, test: meansWholeSlot(place, def, scope.loop) ? undefined : codeTestOf(place, def) }));
  const matchers = tests.map(({ slot, test }) => [slot, test && matcherOf(test)] as const);
  if (matchers.length === 1) return { slots: tests, position: first.position, slot: first.slot, matches: matchers[0]?.[1] };
  const bySlot = new IntTable(matchers.map(([slot, matches]) => [slot, matches ?? isAny] as const));
  return { slots: tests, position: -1, slot: -1, matches: (segment) => segment.slot >= 0 && bySlot.get(segment.slot)?.(segment) === true };
}

const isAny: Matcher = () => true;

/** True for a segment of the selection. */
export function isSelected({ slot, matches }: Pick<Selection, 'slot' | 'matches'>, segment: Segment): boolean {
  return (slot < 0 || segment.slot === slot) && (matches === undefined || matches(segment));
}

/**
 * False where a place has no segment definition, or the guide marks its element as not used in all of them: what stands
 * there all the same has no meaning, unless the declaration says otherwise.
 */
function isUsed(place: Place, scope: PlaceScope): boolean {
  const { element, component } = place;
  const defs = place.segment === undefined ? scope.segments : slotsOf(place, scope.loop);
  if (defs === undefined || element === undefined) return defs !== undefined;
  if (scope.readsUnused) return defs.length > 0;
  if (place.isRelative) return component === undefined || defs.some(({ elements }) => usesComponent(elements, component));
  return defs.some(({ elements }) => {
    const declared = elements[element - 1];
    const part = component === undefined ? declared : (declared?.components?.[component - 1] ?? declared);
    return declared?.usage !== 'N' && part?.usage !== 'N';
  });
}

/** True where a composite of a segment uses the component. */
function usesComponent(elements: readonly ElementDef[], component: number): boolean {
  const declared = elements.flatMap(({ components }) => components?.[component - 1] ?? []);
  return declared.length === 0 || declared.some(({ usage }) => usage !== 'N');
}

/** A child loop that a target means, and what its first segment must pass besides. */
export interface ChildLoop {
  readonly def: LoopDef;
  readonly test: CodeTest | undefined;
  readonly matches: Matcher | undefined;
  /** Codes of the first segment that the target names; undefined for an id. */
  readonly codes?: readonly string[] | undefined;
}

/** Ids of loops begin with a digit, the places of first segments with a letter. */
export const LOOP_ID = /^\d/;

function loopPlace(target: string): Place {
  try {
    return parsePlace(target);
  } catch (cause) {
    throw new TypeError(`'${target}' is not a loop: write an id that begins with a digit, such as 2110, or the place of its first segment, such as HL[22].`, {
      cause,
    });
  }
}

/** Says which child loops of a loop a target means: an id such as `2110`, or the place of their first segment, such as `NM1[IL]`. */
export function selectChildren(target: string, loop: LoopDef): readonly ChildLoop[] {
  const children = loop.children.filter((child): child is LoopDef => child.kind === 'loop');
  if (LOOP_ID.test(target)) return children.filter(({ id }) => id === target).map((def) => ({ def, test: undefined, matches: undefined }));
  const place = loopPlace(target);
  return children
    .filter(({ trigger }) => trigger.id === place.segment && canMatch(place, trigger, loop))
    .map((def) => {
      const test = meansWholeSlot(place, def.trigger, loop) ? undefined : codeTestOf(place, def.trigger);
      return { def, test, matches: test && matcherOf(test), codes: place.isExcluding ? undefined : place.codes };
    });
}

/** Finds the first child loop that is meant. */
export function findChild({ loops }: LoopNode, meant: ChildLoop): LoopNode | undefined {
  for (const child of loops) if (isSelectedLoop(meant, child)) return child;
  return undefined;
}

/** True for a loop of the selection; one whose first segment is missing is selected by its id alone. */
export function isSelectedLoop({ def, matches }: ChildLoop, loop: LoopNode): boolean {
  if (loop.def !== def) return false;
  const trigger = loop.segments[0];
  return matches === undefined || (trigger !== undefined && matches(trigger));
}

/** Says where the segment of a place is found, undefined when the guide has no such segment in the loop. */
export function locate(place: Place, scope: PlaceScope): Location | undefined {
  if (!isUsed(place, scope)) return undefined;
  if (place.segment === undefined) return { kind: 'current' };
  const selection = select(place, scope);
  if (selection === undefined) return undefined;
  if (selection.position >= 0 && selection.matches === undefined) return { kind: 'first', position: selection.position };
  const def = scope.loop.children[selection.position];
  const code = place.codes?.length === 1 && !place.isExcluding ? packText(place.codes[0] ?? '') : UNPACKABLE;
  if (def?.kind === 'segment' && code !== UNPACKABLE)
    return { kind: 'coded', position: selection.position, slot: selection.slot, element: qualifierElement(def), code };
  return { kind: 'search', selection, find: (loop) => findSelected(loop, selection) };
}

/** The segment without which the fields of a location are absent, where there is one. */
export function guardOf(location: Location): { readonly position?: number } {
  return location.kind === 'first' || location.kind === 'coded' ? { position: location.position } : {};
}

/** The place by whose absence it shows at once that nothing is selected, where there is one. */
export function guardOfSelection({ position }: Selection): { readonly position?: number } {
  return position < 0 ? {} : { position };
}

/** Finds the segment of a `coded` location. */
export function findCoded({ segments }: LoopNode, slot: number, element: number, code: number): Segment | undefined {
  for (const segment of segments) {
    if (segment.slot === slot && packCode(segment.chunk.bytes, segment.start(element), segment.end(element)) === code) return segment;
  }
  return undefined;
}

function findSelected({ first, segments }: LoopNode, selection: Selection): Segment | undefined {
  if (selection.position >= 0) {
    const candidate = first[selection.position];
    if (candidate === undefined || isSelected(selection, candidate)) return candidate;
  }
  for (const segment of segments) if (isSelected(selection, segment)) return segment;
  return undefined;
}

/** Finds the segment of a location; `segment` is the current one. */
export function findAt(location: Location, loop: LoopNode, segment: Segment): Segment | undefined {
  switch (location.kind) {
    case 'current':
      return segment;
    case 'first':
      return loop.first[location.position];
    case 'coded':
      return loop.first[location.position] && findCoded(loop, location.slot, location.element, location.code);
    case 'search':
      return location.find(loop);
  }
}

/**
 * Remembers what a function gave for the last loop: fields of one record that need the same answer ask one after the
 * other. Holds on to one loop at the most.
 */
export function onceForEachLoop<T>(find: (loop: LoopNode) => T): (loop: LoopNode) => T {
  let lastLoop: LoopNode | undefined;
  let lastValue: T | undefined;
  return (loop) => {
    if (lastLoop === loop && lastValue !== undefined) return lastValue;
    lastLoop = loop;
    return (lastValue = find(loop));
  };
}

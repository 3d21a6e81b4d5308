import type { LoopNode, Segment } from '../../src/plugin';

/** Place of the number that identifies a part of a transaction set for sender and receiver, and its name in the guide (1.4.2 of X231). */
interface BusinessUnit {
  readonly name: string;
  readonly segment: string;
  readonly element: number;
  /** First element, if it identifies the segment. */
  readonly qualifier?: string;
}

const trace: BusinessUnit = { name: 'TRN02', segment: 'TRN', element: 2 };

/** By transaction set; the first that is found counts. */
const BUSINESS_UNITS: Readonly<Record<string, readonly BusinessUnit[]>> = {
  '270': [trace],
  '271': [trace],
  '275': [trace],
  '276': [trace],
  '277': [trace],
  '278': [
    { name: 'PATIENT NAME NM109', segment: 'NM1', element: 9, qualifier: 'QC' },
    { name: 'SUBSCRIBER NAME NM109', segment: 'NM1', element: 9, qualifier: 'IL' },
  ],
  '820': [{ name: 'ENT01', segment: 'ENT', element: 1 }],
  '834': [{ name: 'SUBSCRIBER NUMBER REF02', segment: 'REF', element: 2, qualifier: '0F' }],
  '835': [trace],
  '837': [{ name: 'CLM01', segment: 'CLM', element: 1 }],
};

/** A number and its name in the guide. */
export type NamedNumber = readonly [name: string, number: string];

/** Finds the number of a loop. A loop may have as many errors as segments, so it is cached with the loop (`LoopNode.once`). */
class NumberFinder {
  constructor(private readonly places: readonly BusinessUnit[]) {}

  make(loop: LoopNode): NamedNumber | undefined {
    for (const place of this.places) {
      const found = findNear(loop, place);
      if (found?.has(place.element) === true) return [place.name, found.element(place.element)];
    }
    return undefined;
  }
}

const FINDERS = new Map(Object.entries(BUSINESS_UNITS).map(([set, places]) => [set, new NumberFinder(places)]));

/** The number of the part that a segment is in, and its name; undefined outside such parts. `unit` holds the segment. */
export function findBusinessUnit(set: string, unit: LoopNode | undefined, segmentNumber: number): NamedNumber | undefined {
  const finder = FINDERS.get(set);
  if (finder === undefined || unit === undefined || segmentNumber < (unit.firstSegment?.segmentNumber ?? Infinity)) return undefined;
  for (let loop: LoopNode | undefined = loopAt(unit, segmentNumber); loop !== undefined; loop = loop.parent) {
    const found = loop.once(finder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The innermost loop that a segment is in. */
function loopAt(unit: LoopNode, segmentNumber: number): LoopNode {
  let loop = unit;
  for (let inner = childAt(loop, segmentNumber); inner !== undefined; inner = childAt(loop, segmentNumber)) loop = inner;
  return loop;
}

/** The last child loop that begins at a segment or before it. Children are in the order of the file, so a binary search finds it. */
function childAt({ loops }: LoopNode, segmentNumber: number): LoopNode | undefined {
  let [low, high] = [0, loops.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((loops[middle]?.firstSegment?.segmentNumber ?? 0) <= segmentNumber) low = middle + 1;
    else high = middle;
  }
  return loops[low - 1];
}

/** The first such segment among those of a loop and those that open the loops in it. */
function findNear({ segments, loops }: LoopNode, { segment: id, qualifier }: BusinessUnit): Segment | undefined {
  const isMeant = (segment: Segment | undefined): boolean => segment?.id === id && (qualifier === undefined || segment.element(1) === qualifier);
  return segments.find(isMeant) ?? loops.find((loop) => isMeant(loop.segments[0]))?.segments[0];
}

import type { LoopNode, Segment } from '../../src/plugin';

/** Where the number stands by which sender and receiver know a part of a transaction set, and what the guide calls it (1.4.2 of X231). */
interface BusinessUnit {
  readonly name: string;
  readonly segment: string;
  readonly element: number;
  /** First element, where the segment is told by it. */
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

/** The number of the part that a segment is in, and its name; undefined outside such parts. `unit` holds the segment. */
export function findBusinessUnit(set: string, unit: LoopNode | undefined, segmentNumber: number): readonly [name: string, number: string] | undefined {
  const places = BUSINESS_UNITS[set] ?? [];
  if (unit === undefined || segmentNumber < (unit.firstSegment?.segmentNumber ?? Infinity)) return undefined;
  for (let loop: LoopNode | undefined = loopAt(unit, segmentNumber); loop !== undefined && places.length > 0; loop = loop.parent) {
    const near = nearSegments(loop);
    for (const { name, segment: id, element, qualifier } of places) {
      const found = near.find((segment) => segment.id === id && (qualifier === undefined || segment.element(1) === qualifier));
      if (found?.has(element) === true) return [name, found.element(element)];
    }
  }
  return undefined;
}

/** The innermost loop that a segment is in. */
function loopAt(loop: LoopNode, segmentNumber: number): LoopNode {
  const inner = loop.loops.findLast(({ firstSegment }) => firstSegment !== undefined && firstSegment.segmentNumber <= segmentNumber);
  return inner === undefined ? loop : loopAt(inner, segmentNumber);
}

/** The segments of a loop, and those that open the loops in it. */
function nearSegments({ segments, loops }: LoopNode): readonly Segment[] {
  return [...segments, ...loops.flatMap(({ segments: [first] }) => (first === undefined ? [] : [first]))];
}

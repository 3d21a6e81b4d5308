import type { SegmentDef } from '../../guide/guide.types';
import { outKey, OutSegment, OWN_KEY } from '../../guide/out-loop';
import { segmentKey } from '../../x12/segment-key';
import type { Scope } from '../field';
import { slotsOf } from '../locator';
import type { Place } from '../place';
import type { OutPlace } from './write-run';

/** Where the segment of a place is written. */
export interface OutLocation {
  /** Finds the segment, or makes it. */
  at(place: OutPlace): OutSegment;
  /** Makes a segment that no other field adds to. */
  make(place: OutPlace, key?: number): OutSegment;
  readonly key: number;
}

/** The same value in another segment. Places are made for every object of a request, so that none is copied member by member. */
export function inSegmentOf({ loop, base, record, path }: OutPlace, segment: OutSegment | undefined): OutPlace {
  return { loop, segment, base, record, path };
}

/** Makes something when it is first asked for: most declarations are bound to be read, and never write. */
export function whenWritten<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Places with the same text, but for the element, are one segment. */
function keyOf(segment: string, { codes, isExcluding }: Place): number {
  return codes === undefined ? segmentKey(segment) : outKey(`${segment}[${isExcluding ? '^' : ''}${codes.join('|')}]`);
}

/** Says where a place is written; undefined when the guide has no such segment in the loop. */
export function outLocation(place: Place, scope: Scope): OutLocation | undefined {
  if (place.segment === undefined) return CURRENT;
  const candidates = slotsOf(place, scope.loop);
  const [only] = candidates;
  if (only === undefined) return undefined;
  const key = keyOf(place.segment, place);
  const def: SegmentDef | undefined = candidates.length === 1 ? only : undefined;
  const codes = place.isExcluding ? undefined : place.codes;
  const make = ({ loop, path }: OutPlace, ownKey = key): OutSegment => {
    const segment = new OutSegment(def, ownKey, candidates, codes, path);
    loop.segments.add(segment);
    return segment;
  };
  return { key, make, at: (where) => where.loop.find(key) ?? make(where) };
}

/** Outside of items the current segment is the one that opens the loop. */
const current = ({ segment, loop }: OutPlace): OutSegment => segment ?? loop.trigger;

const CURRENT: OutLocation = { key: OWN_KEY, at: current, make: current };

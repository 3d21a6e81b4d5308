import type { LoopDef, SegmentDef } from '../../guide/guide.types';
import { outKey, type OutLoop, OutSegment, OWN_KEY } from '../../guide/out-loop';
import type { Scope } from '../field';
import { type ChildLoop, slotsOf } from '../locator';
import type { Place } from '../place';
import type { LoopPath } from '../other-loop';
import type { JsonPath, OutPlace } from './write-run';
import { segmentKey } from '../../x12/segment-key';

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

/** `key` of a location that was not looked up yet, and of one that the loop does not have. */
const UNKNOWN = -1;
const NOWHERE = -2;

/** Segments of a place, as far as the guide has it. */
export interface PlacedSegments {
  readonly key: number;
  readonly candidates: readonly SegmentDef[];
  readonly codes: readonly string[] | undefined;
  readonly excluded: readonly string[] | undefined;
  readonly loop: LoopDef;
}

/**
 * Where the segment of a place is written. It is looked up in the guide when it is first asked for: most declarations are bound to be
 * read, and never write. One object holds all that is looked at for each value, since the memory of so many places is slow.
 */
export class OutLocation {
  /** What its segments are found by; OWN_KEY for the current segment. */
  private key = UNKNOWN;
  private def: SegmentDef | undefined = undefined;
  private candidates: readonly SegmentDef[] = [];
  private codes: readonly string[] | undefined = undefined;
  private excluded: readonly string[] | undefined = undefined;

  constructor(
    private readonly place: Place,
    private readonly scope: Scope,
    /** Qualifiers that have a field of their own: they are written where a value names them, and never filled in. */
    private readonly ofOthers: readonly string[] = [],
  ) {}

  /** Finds the segment, or makes it; undefined when the guide has none in the loop. Outside of items the current one is that which opens the loop. */
  at(where: OutPlace): OutSegment | undefined {
    const key = this.knownKey();
    if (key === NOWHERE) return undefined;
    const segment = key === OWN_KEY ? (where.segment ?? where.loop.trigger) : (where.loop.find(key) ?? this.add(where, key));
    // The segment may have been made for an object around the one that has its first value.
    if (segment.length === 0) segment.origin = where.path;
    return segment;
  }

  /** Makes a segment, which is found by `at` only with `isShared`. */
  make(where: OutPlace, isShared: boolean): OutSegment | undefined {
    const key = this.knownKey();
    if (key === OWN_KEY) return this.at(where);
    return key === NOWHERE ? undefined : this.add(where, isShared ? key : OWN_KEY);
  }

  /** The last segment that `at` or `make` gave. */
  last({ loop }: OutPlace): OutSegment | undefined {
    return loop.findLast(this.knownKey());
  }

  /** What segments are found by, the places in the guide that they can have, and their qualifiers; undefined for the current segment, and null where the guide has none. */
  get placed(): PlacedSegments | null | undefined {
    const key = this.knownKey();
    if (key === OWN_KEY) return undefined;
    if (key === NOWHERE) return null;
    const { candidates, codes, excluded } = this;
    return { key, candidates, codes, excluded, loop: this.scope.loop };
  }

  private add({ loop, path }: OutPlace, key: number): OutSegment {
    const segment = new OutSegment(this.def, key, this.candidates, this.codes, path);
    segment.excluded = this.excluded;
    loop.segments.add(segment);
    return segment;
  }

  private knownKey(): number {
    return this.key === UNKNOWN ? this.lookUp() : this.key;
  }

  private lookUp(): number {
    const { place, scope } = this;
    if (place.segment === undefined) return (this.key = OWN_KEY);
    this.candidates = slotsOf(place, scope.loop);
    const [only, ...others] = this.candidates;
    if (only === undefined) return (this.key = NOWHERE);
    if (others.length === 0) this.def = only;
    const { codes = [], isExcluding } = place;
    const excluded = isExcluding ? [...codes, ...this.ofOthers] : this.ofOthers;
    if (excluded.length > 0) this.excluded = excluded;
    if (!isExcluding) this.codes = place.codes;
    return (this.key = keyOf(place.segment, place));
  }
}

/** The same value in another loop. */
export function elsewhere(place: OutPlace, loop: OutLoop, path: JsonPath = place.path): OutPlace {
  return { loop, segment: undefined, base: 0, record: place.record, path };
}

/** Finds a child loop, or makes it. */
export function outChild(loop: OutLoop, child: ChildLoop, origin: JsonPath): OutLoop {
  const { def, codes } = child;
  const known = loop.child(def);
  if (known !== undefined) return known;
  const made = loop.addLoop(def, origin);
  if (codes !== undefined) made.addTrigger(origin, codes);
  return made;
}

/** Goes up to a loop around, and down to a child of it, which is made where it is not there. */
export function outLoopOf({ up, down }: LoopPath, from: OutLoop, origin: JsonPath): OutLoop {
  let loop = from;
  for (let step = 0; step < up; step++) loop = loop.parent ?? loop;
  return down === undefined ? loop : outChild(loop, down, origin);
}

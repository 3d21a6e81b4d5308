import type { Guide, LoopDef, SegmentDef } from '../guide/guide.types';

/**
 * A place in the standard, as declarations write it:
 *
 *     CLP03          element 3 of CLP                    SVC01-2    component 2 of SVC01
 *     REF[6R]02      of the REF whose qualifier is 6R    REF[^EI|SY]02   of every REF with another qualifier
 *     02   -2   +1   element 2 of the current segment, component 2 of the current element, the next element but one
 *     REF[6R]        a segment as a whole
 */
export interface Place {
  /** Undefined for the current segment. */
  readonly segment: string | undefined;
  readonly codes: readonly string[] | undefined;
  /** True for `[^...]`: all codes but these. */
  readonly isExcluding: boolean;
  /** Undefined for a whole segment. */
  readonly element: number | undefined;
  /** True when `element` counts from the base of a repeated group. */
  readonly isRelative: boolean;
  readonly component: number | undefined;
}

const PLACE = /^(?:([A-Z][A-Z0-9]{1,2}?)(?:\[(\^?)([^\]]+)\])?)?(?:(\+)(\d+)|(\d\d))?(?:-(\d{1,2}))?$/;

/** Reads a place. Throws a TypeError for text that is none: a mistake in a declaration. */
export function parsePlace(text: string): Place {
  const match = PLACE.exec(text);
  if (match === null || text === '') throw new TypeError(`'${text}' is not a place such as CLP03, REF[6R]02, SVC01-2, 02, +1 or -2.`);
  const [, segment, excluding, codes, plus, offset, element, component] = match;
  const isRelative = plus !== undefined || (element === undefined && component !== undefined && segment === undefined);
  return {
    segment,
    codes: codes?.split('|'),
    isExcluding: excluding === '^',
    element: isRelative ? Number(offset ?? 0) : element === undefined ? undefined : Number(element),
    isRelative,
    component: component === undefined ? undefined : Number(component),
  };
}

/** Where places are looked up: a loop of a guide, and inside repeated items the segment that an item is read from. */
export interface PlaceScope {
  readonly guide: Guide;
  readonly loop: LoopDef;
  /** Set where places without a segment id, such as `02`, mean elements of the current segment: the definitions that it can have. */
  readonly segments: readonly SegmentDef[] | undefined;
  /** True for places whose element has a meaning also where the guide marks it as not used. */
  readonly readsUnused?: true;
}

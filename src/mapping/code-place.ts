import type { QualifiedLists } from './list-finder';
import { parsePlace, type Place } from './place';

/** An element or component, counted from a base where it is relative. */
export interface ValuePlace {
  readonly element: number;
  readonly isRelative: boolean;
  readonly component: number | undefined;
}

/** Where a code and its qualifier stand in a segment. */
export interface CodePlaces {
  readonly code: ValuePlace;
  readonly qualifier: ValuePlace;
}

/** Reads the places of a code and its qualifier. */
export function codePlaces(code: Place, qualifierText: string): CodePlaces {
  const qualifier = parsePlace(qualifierText);
  const { element = 0, isRelative, component } = code;
  return {
    code: { element, isRelative, component },
    // A component is one of the element that the code is in.
    qualifier: qualifier.isRelative
      ? { element, isRelative, component: qualifier.component }
      : { element: qualifier.element ?? 0, isRelative: false, component: qualifier.component },
  };
}

/** A code at a place, as a field of its own binds it. */
export interface CodeAtPlace extends CodePlaces {
  readonly place: Place;
  readonly lists: QualifiedLists;
}

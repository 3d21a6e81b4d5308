import type { Fragment } from '../common/fragment';
import type { SegmentDef } from '../guide/guide.types';

/** The tree of a transaction set as data: a segment is an object, and what follows it in its loop stands in the object under names. */
export interface TreeLayout {
  /** How a segment is written at its place in the guide. */
  of(def: SegmentDef): TreeSegment;
}

/** A segment of a tree. Fragments of keys are those of members, with the comma before them. */
export interface TreeSegment {
  /** `{` and the members before its elements. */
  readonly opening: Fragment;
  /** The same for an object at the top. */
  readonly rootOpening: Fragment;
  readonly elements: readonly TreeElement[];
  /** Key of the segment, or of the loop that it opens, in the object of the loop around. */
  readonly key: Fragment;
  /** True where the key has an array. */
  readonly isArray: boolean;
}

/** An element of a segment, or a component of a composite. */
export interface TreeElement {
  readonly key: Fragment;
  readonly value: TreeValue;
}

/** How a value is written. What does not have the form of its kind is text. */
export type TreeValue =
  | { readonly kind: 'text' }
  /** CCYYMMDD as yyyy-mm-dd. */
  | { readonly kind: 'day' }
  /** HHMM as HH:mm, and with seconds where they are there. */
  | { readonly kind: 'time' }
  /** A decimal number, never without a fraction. */
  | { readonly kind: 'decimal' }
  /** Digits as a whole number. */
  | { readonly kind: 'count' }
  /** An object of the code, with what stands behind it for known ones. */
  | { readonly kind: 'code'; readonly opening: Fragment; readonly suffixes: ReadonlyMap<string, Fragment> }
  /** A day, or the two days of a range, as the element before says (D8, RD8); the second one has a key of its own. */
  | { readonly kind: 'period'; readonly keyTo: Fragment }
  /** An array of repetitions, also of one. */
  | { readonly kind: 'list'; readonly item: TreeValue }
  | { readonly kind: 'composite'; readonly parts: readonly TreeElement[] };

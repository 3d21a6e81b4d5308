import type { LoopDef, SegmentDef } from '../../guide/guide.types';
import type { CodePlaces, ListFinder } from '../code-qualifier';
import type { Codec } from '../codecs/codec';
import type { BoundField, RecordToWrite, Write } from '../field';
import type { LoopPath } from '../other-loop';
import type { CodeListsByQualifier } from '../qualified-elements';
import type { OutLocation } from './out-segments';

/** An element or component that a value is written to. */
export interface WrittenPlace {
  readonly location: OutLocation;
  readonly element: number;
  readonly isRelative: boolean;
  /** From 1. */
  readonly component: number;
}

/** Members of a code object beside its code. */
interface FurtherMembers {
  readonly keys: readonly string[];
  readonly fields: readonly BoundField[];
}

/** What other members of a record must be, by their keys. */
export interface RecordTest {
  /** Members that are there. */
  readonly given?: readonly string[];
  /** Members that are not there. */
  readonly absent?: readonly string[];
  /** Texts that members are not. */
  readonly differs?: Readonly<Record<string, string>>;
}

/** The loops that items are written into. */
export interface LoopCases {
  readonly loops: readonly { readonly def: LoopDef; readonly codes: readonly string[] | undefined; readonly write: BoundField['write'] }[];
  /** Keys of which the first that an item has is its code; none where the first loop is always taken. */
  readonly keys: readonly string[];
  /** Codes of each loop. */
  readonly codes: readonly (readonly string[])[];
}

/** Where the codes of some lists stand in the segments of a loop. */
export interface CodesInLoop {
  readonly lists: CodeListsByQualifier;
  /** Segments, and the qualifiers that each of their composites may have. */
  readonly places: readonly { readonly def: SegmentDef; readonly key: number; readonly allowed: readonly ReadonlySet<string>[] }[];
  qualifierOf(subType: string, isFirst: boolean): string | undefined;
}

/** What a writer does, as data: the kernel that writes does the same. Items are fields that are written in its place. */
export type Writing =
  | { readonly kind: 'element'; readonly at: WrittenPlace; readonly codec: Codec<unknown> }
  | { readonly kind: 'object'; readonly record: RecordToWrite }
  | { readonly kind: 'in segment'; readonly location: OutLocation; readonly item: Write }
  | { readonly kind: 'in loop'; readonly path: Pick<LoopPath, 'up' | 'down'>; readonly item: Write }
  | { readonly kind: 'segments'; readonly location: OutLocation; readonly item: Write }
  | {
      readonly kind: 'groups';
      /** Undefined for groups of the current segment. */
      readonly location: OutLocation | undefined;
      readonly bases: readonly number[];
      readonly size: number;
      readonly item: Write;
    }
  | { readonly kind: 'loops'; readonly cases: () => LoopCases | undefined }
  | { readonly kind: 'codes'; readonly slots: () => CodesInLoop; readonly more: FurtherMembers | undefined; readonly isOne: boolean }
  | { readonly kind: 'pointed'; readonly at: WrittenPlace; readonly path: LoopPath; readonly segmentId: string; readonly lists: CodeListsByQualifier }
  | {
      readonly kind: 'code at place';
      readonly location: OutLocation;
      readonly places: CodePlaces;
      readonly lists: () => { readonly finder: ListFinder; readonly allowed: readonly string[] | undefined; readonly names: readonly string[] };
      readonly more: FurtherMembers;
    }
  | { readonly kind: 'code'; readonly list: string; readonly item: Write }
  | { readonly kind: 'components'; readonly at: WrittenPlace; readonly codec: Codec<unknown> }
  | { readonly kind: 'component codes'; readonly at: WrittenPlace; readonly list: string; readonly most: number }
  | { readonly kind: 'lines'; readonly at: WrittenPlace }
  | { readonly kind: 'constant'; readonly value: string | number }
  | { readonly kind: 'first of'; readonly items: readonly (Write | undefined)[] }
  /** A day that follows from those of items, and `own` where the record may state it by itself: those are the items of the list `items`. */
  | {
      readonly kind: 'derived day';
      readonly isLast: boolean;
      readonly keys: readonly string[];
      readonly own?: { readonly write: Write; readonly items: string };
    }
  /** A day that is compared with the other one of its period. */
  | { readonly kind: 'own day'; readonly item: Write }
  /** By the list of the code in another member. */
  | { readonly kind: 'by list'; readonly member: string; readonly items: ReadonlyMap<string, Write | undefined>; readonly otherwise: Write | undefined }
  | { readonly kind: 'where'; readonly test: RecordTest; readonly item: Write }
  | { readonly kind: 'unless given'; readonly other: string; readonly item: Write };

/** By the writer itself: one that is changed is another function, of which nothing is known. */
const writings = new WeakMap<Write, Writing>();

/** Says what a writer does. */
export function describeWrite(write: Write, writing: Writing): Write {
  writings.set(write, writing);
  return write;
}

/** What a writer does; undefined where only it can do that. */
export const writingOf = (write: Write): Writing | undefined => writings.get(write);

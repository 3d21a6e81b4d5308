import type { Fragment } from '../common/fragment';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import type { CodePlaces, ListFinder } from './code-qualifier';
import type { Codec, ElementFormat } from './codecs/codec';
import type { BoundCondition } from './condition';
import type { EncodeRun } from './encode-run';
import type { JsonSchema } from './json-schema';
import { type ChildLoop, type Location, type Selection, slotsOf } from './locator';
import type { Place, PlaceScope } from './place';
import type { TreeLayout } from './tree-layout';
import type { OutPlace, WriteRun } from './writing/write-run';

/** Where declarations are bound. */
export interface Scope extends PlaceScope {
  /** Called for every field of a record that is bound or has no place; for documentation, and for tests of declarations. */
  readonly observer?: BindingObserver;
}

/** Hears what becomes of the fields of a record. */
export type BindingObserver = (record: string, key: string, isBound: boolean, scope: Scope, doc: FieldDoc) => void;

/** Marks a scope as inside a segment: one of a place, or the first of the loop. */
export function inSegment(scope: Scope, place?: Place): Scope {
  return { ...scope, segments: place === undefined ? [scope.loop.trigger] : slotsOf(place, scope.loop) };
}

/** The scope of another loop of the same guide. */
export function inLoop({ guide, observer }: Scope, loop: LoopDef): Scope {
  return { guide, loop, segments: undefined, ...(observer ? { observer } : {}) };
}

/**
 * A field bound to a loop of a guide.
 *
 * `loop` is the loop that the field is bound to, `segment` the current segment (the trigger outside repeated items), and
 * `base` the element that relative places count from. A value that is absent or cannot be read is undefined, and then
 * nothing is written.
 */
export interface BoundField {
  /** The field as data, where what is written follows from places alone: then records write it without calling `encode`. */
  readonly step?: StepData;
  /** The place in the loop (`SegmentDef.position`) without whose segment there is no value; absent where there is no such place. */
  readonly position?: number;
  /** Writes `,"key":value`; nothing for a value that is absent or cannot be read. */
  readonly encode: (loop: LoopNode, segment: Segment, base: number, run: EncodeRun) => void;
  /** Writes what `encode` does, in parts between which a caller may pause. Absent for fields that are small. */
  readonly encodeInParts?: (loop: LoopNode, segment: Segment, base: number, run: EncodeRun) => Generator<void, void, undefined>;
  /**
   * Writes a value of JSON, which may be of any type, to where `encode` finds it. Gives false when the place is taken by another value, so that
   * another field may have it. Absent for what follows from other values: that is shown, and never written.
   */
  readonly write?: Write;
  /** The text of an element for a value, where the field is one element: it distinguishes loops before one is chosen. */
  readonly toText?: (value: unknown) => string | undefined;
  /** Where a value stands that many records share; absent for a value of the record's own loop. */
  readonly shared?: SharedPlace;
}

/** The place of a value that many records share: an ancestor of their loops, or a child loop of one. */
export interface SharedPlace {
  /** Loops up from that of the record; 0 for a child of it. */
  readonly levelsUp: number;
  /** The child loop of the ancestor; undefined for the ancestor itself. */
  readonly child: LoopDef | undefined;
}

/** What documentation says about a field. */
export interface FieldDoc {
  /** Place in the standard, such as CLP03 or REF[6R]02; empty for values that are not read from one place. */
  readonly place: string;
  readonly schema: JsonSchema;
  /** Codes of the element and the names that the value has for them; absent for other values. */
  readonly names?: ReadonlyMap<string, string>;
  /** The record that the value is, or that the items of the array are. */
  readonly record?: RecordDeclaration<unknown>;
  /** Codes of the element for which the field has no value, because they follow from the rest of the record; absent where it shows every code. */
  readonly usual?: readonly string[];
  /** Why no input gives the field, as a sentence; absent for fields that have a place. */
  readonly neverProduced?: string;
}

/** One field of a record: a place and a way to read it, declared once. */
export interface Field<T> {
  /** Carries the type of the value only. */
  readonly type?: T;
  readonly doc: FieldDoc;
  /** How the columns of a table reach what is inside the value; absent where the value is read whole. */
  readonly inside?: Nesting;
  /** Members of an object that is read whole, by key, as fields of their own: columns that want them alone read no object. */
  readonly parts?: FieldParts;
  /** Set for a field that depends on the others of its record: returns the field beside them. */
  readonly among?: (fields: FieldParts) => Field<T>;
  /**
   * Binds the field to a loop. `key` is the JSON name, undefined for an item of an array, `ALONE` for a value by itself.
   * Gives undefined when the guide has no such place in the loop.
   */
  bind(scope: Scope, key: string | undefined): BoundField | undefined;
}

/** A field whose value every record has, such as an id or a constant. */
export interface PresentField<T> extends Field<T> {
  readonly isPresent: true;
}

/** Fields by key: the members of a value. */
export type FieldParts = Readonly<Record<string, Field<unknown>>>;

/** What a field holds: a record or a list of items, at places of their own. */
export interface Nesting {
  readonly item: Field<unknown> | RecordDeclaration<unknown>;
  /** True for an array of items. */
  readonly isList: boolean;
  /** Binds the way to the items; undefined when the guide has no such place in the loop. */
  bind(scope: Scope): BoundNesting | undefined;
}

/** The way to the items of a nesting, bound to a loop of a guide. */
export interface BoundNesting {
  /** Where items are bound: one scope for each kind of loop that they are read from. */
  readonly scopes: readonly Scope[];
  /** True for an item that is read from the same place. */
  readonly isHere?: true;
  /** True for an item that many units share: what was read of it may be kept for the loop that it is read from. */
  readonly isShared?: true;
  /** The place in the loop (`SegmentDef.position`) without whose segment there is no item. */
  readonly position?: number;
  /** Goes to the place of each item, in the order of the JSON. */
  visit(loop: LoopNode, segment: Segment, base: number, visitor: PlaceVisitor): void;
  /**
   * A field that is an object of some fields at each of these places, the fields by scope; absent for a way that the kernel does not know. `key` stands before
   * the value.
   */
  readonly toField?: (fields: readonly (readonly BoundField[])[], key: Fragment) => BoundField;
}

/** Is led to places. */
export interface PlaceVisitor {
  /** `scope` is the index of the scope that the place belongs to. */
  at(loop: LoopNode, segment: Segment, base: number, scope: number): void;
}

/** The type of a field's value. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;

/** The fields of a record by JSON key, in the order in which JSON shows them. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** A declared record: what reads, writes, types and documents one kind of JSON object. */
export interface RecordDeclaration<T> {
  /** Name of the object in the interface document, such as Payment. */
  readonly name: string;
  readonly fields: Fields;
  readonly schema: JsonSchema;
  /** Binds every field to a loop. Fields that have no place there drop out; `key` as for a field. */
  bind(scope: Scope, key: string | undefined): BoundRecord;
  /** Carries the type only. */
  readonly type?: T;
}

/** A record bound to a loop of a guide. */
export interface BoundRecord extends BoundField {
  readonly fields: readonly BoundField[];
  /** Their JSON keys. */
  readonly keys: readonly string[];
  /** JSON keys of the fields that have no place in the loop, but for those that are declared without one (`withoutPlace`). */
  readonly unbound: readonly string[];
  /** What writes it, member by member; absent for records that are never written. */
  readonly toWrite?: RecordToWrite;
  /** False for records that never hold a code with a description: they are written without asking for any. */
  readonly hasCodes?: false;
  /** The record of a whole transaction set as data, where it is the tree of its segments: it is then written while they are read. `encode` writes the same. */
  readonly tree?: TreeLayout;
}

/** What writes a value; see `BoundField.write`. */
export type Write = (value: unknown, place: OutPlace, run: WriteRun) => boolean;

/** A record bound to a loop, as far as writing needs it. */
export interface RecordToWrite {
  readonly name: string;
  readonly fields: Fields;
  /** Keys of `bound`. */
  readonly keys: readonly string[];
  readonly bound: readonly BoundField[];
  /** What writes each of `bound`: bound fields are objects of many shapes, which take long to look into. */
  readonly writers: readonly (Write | undefined)[];
  /** Keys that have no place in the loop. */
  readonly unbound: readonly string[];
}

/** What a field writes, as data. `key` stands before the value, its comma included. */
export type StepData =
  | {
      readonly kind: 'element';
      readonly key: Fragment;
      readonly location: Location;
      readonly element: number;
      readonly isRelative: boolean;
      readonly format: ElementFormat;
    }
  /** An object of fields, read from the segment of the location. */
  | { readonly kind: 'object'; readonly key: Fragment; readonly location: Location; readonly fields: readonly BoundField[] }
  /** An item for each selected segment. */
  | {
      readonly kind: 'each';
      readonly key: Fragment;
      readonly selection: Selection;
      /** Of these the first is left out. */
      readonly except: Selection | undefined;
      readonly item: BoundField;
    }
  /** An item for each group of elements that has a value, in each selected segment, or in the current one. */
  | {
      readonly kind: 'groups';
      readonly key: Fragment;
      readonly selection: Selection | undefined;
      readonly bases: readonly number[];
      readonly size: number;
      readonly item: BoundField;
    }
  /** An item for each child loop. */
  | { readonly kind: 'loops'; readonly key: Fragment; readonly items: readonly LoopItem[]; readonly keepsEmpty: boolean }
  | FieldData;

/** Fields that write themselves, and say all the same what they write. */
export type FieldData =
  /** An element or component whose codec is a function. */
  | {
      readonly kind: 'value';
      readonly key: Fragment;
      readonly location: Location;
      readonly element: number;
      readonly isRelative: boolean;
      /** From 1; undefined for the whole element. */
      readonly component: number | undefined;
      readonly codec: Codec<unknown>;
    }
  /** The same bytes always, the key among them. */
  | { readonly kind: 'constant'; readonly key: Fragment }
  /** The first of some fields that writes anything. */
  | { readonly kind: 'first of'; readonly fields: readonly BoundField[] }
  /** One of some fields, by what a function says. */
  | {
      readonly kind: 'variant';
      readonly choose: (loop: LoopNode, segment: Segment) => string | undefined;
      readonly variants: ReadonlyMap<string, BoundField>;
    }
  /** The first of some fields whose condition is true; a case without a field writes nothing. */
  | { readonly kind: 'choice'; readonly cases: readonly { readonly condition: BoundCondition | undefined; readonly field: BoundField | undefined }[] }
  /** A value of the transaction set or its file, which is no code. */
  | { readonly kind: 'of transaction'; readonly key: Fragment }
  /** A field of another loop: up, and then down to a child. */
  | { readonly kind: 'elsewhere'; readonly up: number; readonly down: ChildLoop | undefined; readonly field: BoundField }
  /** The field of the first segment of a selection that has one. */
  | { readonly kind: 'first segment'; readonly selection: Selection; readonly field: BoundField }
  /** An object of another loop, which many records share: up, and then down to a child. */
  | { readonly kind: 'shared'; readonly key: Fragment; readonly up: number; readonly down: ChildLoop | undefined; readonly field: BoundField }
  /** A field that is there only while transactions are records of their own, or only while they are part of others. */
  | { readonly kind: 'if top level'; readonly isTopLevel: boolean; readonly field: BoundField }
  /** The id of the record. */
  | { readonly kind: 'record id'; readonly key: Fragment }
  /** What validation found. */
  | { readonly kind: 'validation issues'; readonly key: Fragment }
  /** A code object whose list a qualifier names, with further members. */
  | {
      readonly kind: 'qualified code';
      readonly key: Fragment;
      readonly location: Location;
      readonly places: CodePlaces;
      readonly lists: ListFinder;
      readonly members: readonly BoundField[];
    }
  /** Code objects of the composites in all elements of the selected segments; or the first of them. */
  | {
      readonly kind: 'composites';
      readonly key: Fragment;
      readonly composites: CompositeCodes;
      readonly members: readonly BoundField[];
      readonly isFirst: boolean;
    }
  /** The composites that the components of an element point to, in a loop around. */
  | {
      readonly kind: 'pointed codes';
      readonly key: Fragment;
      readonly location: Location;
      readonly element: number;
      readonly up: number;
      readonly down: ChildLoop | undefined;
      readonly composites: CompositeCodes;
    }
  /** The components of an element, from one on. */
  | {
      readonly kind: 'components';
      readonly key: Fragment;
      readonly location: Location;
      readonly element: number;
      readonly isRelative: boolean;
      readonly first: number;
      readonly most: number;
      readonly codec: Codec<unknown>;
    }
  /** The exact sum of elements in selected segments, of the loop or of child loops. */
  | { readonly kind: 'sum'; readonly key: Fragment; readonly summands: readonly BoundSummands[] }
  /** The texts of an element in the selected segments of the loop, joined by line feeds. */
  | { readonly kind: 'joined text'; readonly key: Fragment; readonly selection: Selection; readonly element: number }
  /** A field with code of its own, about one element: nothing where that is absent. */
  | { readonly kind: 'if there'; readonly location: Location; readonly element: number }
  /** An array with an item for each loop at the end of a way down. */
  | { readonly kind: 'along'; readonly key: Fragment; readonly steps: readonly ChildLoop[]; readonly item: BoundField }
  /** The number of the loop among those of its kind in the loop around it. */
  | { readonly kind: 'item number'; readonly key: Fragment }
  /** The earliest or latest day of an element in the selected segments, of the loop or of child loops. */
  | {
      readonly kind: 'day of range';
      readonly key: Fragment;
      readonly children: LoopDef | undefined;
      readonly selection: Selection;
      readonly element: number;
      readonly isLast: boolean;
    };

/** Amounts that are added up, bound. */
export interface BoundSummands {
  readonly selection: Selection;
  readonly elements: readonly number[];
  /** Undefined for the loop itself. */
  readonly children: LoopDef | undefined;
}

/** What a composite says beside its code: fields and their keys. */
export interface MembersOfCode {
  readonly keys: readonly string[];
  readonly fields: readonly BoundField[];
}

/** Composites of a qualifier and a code, in every element of some segments. */
export interface CompositeCodes {
  readonly selection: Selection;
  /** Places of the segments in the loop. */
  readonly positions: readonly number[];
  readonly lists: ListFinder;
}

/** A child loop, and what is written for it. */
export interface LoopItem extends ChildLoop {
  readonly item: BoundField;
}

/**
 * Reads a field, bound as `ALONE`, as a value: parses the JSON that it writes. Undefined where it writes nothing.
 * Writes behind what `run.out` holds, and takes it back.
 */
export function readValue(field: BoundField, loop: LoopNode, segment: Segment, base: number, run: EncodeRun): unknown {
  const { out } = run;
  const mark = out.length;
  field.encode(loop, segment, base, run);
  if (out.length === mark) return undefined;
  const json = out.bytes.toString('utf8', mark, out.length);
  out.length = mark;
  return JSON.parse(json);
}

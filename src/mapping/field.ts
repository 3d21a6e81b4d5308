import type { CodeDescriptions, MissingCodes } from './code-descriptions';
import type { StepData } from './encode-step';
import type { ByteWriter } from '../common/byte-writer';
import type { Guide, LoopDef, SegmentDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import type { RecordDeclaration } from './record';
import type { RecordIds } from './record-ids';
import type { OutPlace, WriteRun } from './writing/write-run';

/** JSON Schema of a field or record, as the OpenAPI document shows it. */
export interface JsonSchema {
  /** Refers to a schema that has a name; then nothing else stands here. */
  readonly $ref?: string;
  readonly type?: 'string' | 'number' | 'integer' | 'object' | 'array' | 'boolean';
  readonly format?: 'date' | 'date-time' | 'time';
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly description?: string;
}

/** Where declarations are bound: a loop of a guide, and inside repeated items the segment that an item is read from. */
export interface Scope {
  readonly guide: Guide;
  readonly loop: LoopDef;
  /** Set where places without a segment id, such as `02`, mean elements of the current segment: the definitions that it can have. */
  readonly segments: readonly SegmentDef[] | undefined;
  /** True for places whose element has a meaning also where the guide marks it as not used. */
  readonly readsUnused?: true;
  /** Is told of every field of a record that is bound or has no place; for documentation, and for tests of declarations. */
  readonly observer?: BindingObserver;
}

/** Hears what becomes of the fields of a record. */
export type BindingObserver = (record: string, key: string, isBound: boolean, scope: Scope, doc: FieldDoc) => void;

/** The file that a transaction comes from (interface document, 2.5). */
export interface FileInfo {
  readonly name: string;
  readonly url?: string;
  /** ISO 8601 date and time in UTC. */
  readonly lastModifiedDateTime?: string;
  readonly fileType: 'EDI';
}

/** What is known of a transaction beside its segments; the same for all its records. */
export interface TransactionContext {
  /** Makes the ids of its records. */
  readonly ids: RecordIds;
  /** The id of the FUNCTIONAL_GROUP record; undefined outside a group. */
  readonly functionalGroupId: string | undefined;
  readonly fileName: string;
  /** What `fileInfo` shows of the file; its name alone when absent. */
  readonly fileInfo?: FileInfo | undefined;
  /** True when transactions are records of their own, to which others refer by `transactionId`. */
  readonly isTransactionTopLevel: boolean;
  /** True when control segments are converted, to which transactions refer by `functionalGroupId`. */
  readonly hasControlSegments: boolean;
  /** Descriptions of codes; undefined when they are off. */
  readonly descriptions: CodeDescriptions | undefined;
}

/** What is known of the record that is being read, beside its loop. The same for all fields of one record. */
export interface RecordContext {
  readonly transaction: TransactionContext;
  /** What validation found in the record, as the JSON objects that it shows; absent when nothing was found or looked for. */
  readonly validationIssues?: (() => readonly object[]) | undefined;
}

/** A context and the bytes that are written to. */
export interface EncodeRun {
  readonly out: ByteWriter;
  readonly context: RecordContext;
  /** Is told of codes that were written without a description because none is known yet. */
  readonly missing: MissingCodes | undefined;
}

/**
 * A field bound to a loop of a guide.
 *
 * `loop` is the loop that the field is bound to, `segment` the current segment (the trigger outside repeated items), and
 * `base` the element that relative places count from. A value that is absent or cannot be read is undefined, and then
 * nothing is written.
 */
export interface BoundField<T> {
  /** The field as data, where what is written follows from places alone: then records write it without calling `encode`. */
  readonly step?: StepData;
  /** For fields without a step: the place in the loop (`SegmentDef.position`) without whose segment there is no value. */
  readonly position?: number;
  readonly read: (loop: LoopNode, segment: Segment, base: number, context: RecordContext) => T | undefined;
  /** Writes `,"key":value`; the JSON of `read`. */
  readonly encode: (loop: LoopNode, segment: Segment, base: number, run: EncodeRun) => void;
  /**
   * Writes a value of JSON, which may be of any type, to where `read` finds it. Gives false when the place is taken by another value, so that
   * another field may have it. Absent for what follows from other values: that is shown, and never written.
   */
  readonly write?: (value: unknown, place: OutPlace, run: WriteRun) => boolean;
  /** The text of an element for a value, where the field is one element: what tells loops apart before one is chosen. */
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
  /** The record that the value is, or that the items of the array are. */
  readonly record?: RecordDeclaration<unknown>;
  /** Why no input gives the field, as a sentence; absent for fields that have a place. */
  readonly neverProduced?: string;
}

/** One field of a record: a place and a way to read it, declared once. */
export interface Field<T> {
  readonly doc: FieldDoc;
  /** How the columns of a table reach what is inside the value; absent where the value is read whole. */
  readonly inside?: Nesting;
  /** Members of an object that is read whole, by key, as fields of their own: columns that want them alone read no object. */
  readonly parts?: FieldParts;
  /**
   * Binds the field to a loop. `key` is the JSON name, undefined for an item of an array, `ALONE` for a value by itself.
   * Gives undefined when the guide has no such place in the loop.
   */
  bind(scope: Scope, key: string | undefined): BoundField<T> | undefined;
}

/** A field whose value every record has, such as an id or a constant. */
export interface PresentField<T> extends Field<T> {
  readonly isPresent: true;
}

/** Members of a value, by key. */
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
}

/** Is led to places. */
export interface PlaceVisitor {
  /** `scope` is the index of the scope that the place belongs to. */
  at(loop: LoopNode, segment: Segment, base: number, scope: number): void;
}

/** The type of a field's value. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;

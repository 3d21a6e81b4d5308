import { type ByteWriter, Fragment } from '../../../src/plugin/io';
import type { Key, Node, RecordText } from './record-text';

/** A line of the page of fields: where a value comes from, and where it goes. */
export interface Row {
  /** Below the element that the row is of, such as `.amount.value`; '' for the element itself. */
  readonly element: string;
  /** Path of the field below the current value, or below the record if it begins with `/`; absent for a value that no field gives. */
  readonly field?: string;
  /** What happens to the value. */
  readonly how: string;
}

/** A type of resource, with the constant parts of its JSON. */
export class ResourceType {
  /** What is before the id of a resource. */
  readonly opening: Fragment;
  /** What is before the id of a reference. */
  readonly reference: Fragment;
  /** The name as a line. */
  readonly line: Fragment;

  constructor(readonly name: string) {
    this.opening = new Fragment(`{"resourceType":"${name}","id":"`);
    this.reference = new Fragment(`{"reference":"${name}/`);
    this.line = new Fragment(`${name}\n`);
  }
}

/** A resource that records share. */
export interface SharedResource {
  /** '' for a value that gives no resource. */
  readonly id: string;
  /** A line with its type, and the JSON of its members in braces. */
  readonly content: Buffer;
}

/** Takes resources that records share. */
export interface SharedResources {
  /** The writer of a resource that is inside `depth` others; empty. */
  writer(depth: number): ByteWriter;
  /** Takes a resource by its content. Returns its id; a resource of the same content is written once. */
  add(type: ResourceType, content: Buffer): string;
  /** Takes a resource again. */
  repeat(type: ResourceType, resource: SharedResource): void;
  /** The resource that was made of the JSON of a value; `table` is the number of its table. */
  made(table: number, json: Buffer): SharedResource | undefined;
  /** Remembers copies of both. */
  remember(table: number, json: Buffer, resource: SharedResource): void;
}

/** The resource that a table gave for an object of the record; the id is '' for none. */
export interface MadeReference {
  readonly node: Node;
  readonly table: number;
  readonly id: string;
}

/** What follows an amount, by its currency. */
export class Currency {
  readonly afterMoney: Fragment;
  readonly afterQuantity: Fragment;

  constructor(code: string) {
    this.afterMoney = new Fragment(`,"currency":"${code}"}`);
    this.afterQuantity = new Fragment(`,"unit":"${code}","system":"urn:iso:std:iso:4217","code":"${code}"}`);
  }
}

/** What is known while one record is written. */
export class Scope {
  /** The object that relative paths begin at. */
  node: Node;
  /** Number of the last numbered element of the current list. */
  sequence = 0;
  /** Resources around the one that is written. */
  depth = 0;
  /** Resources of objects of the record. The mark of an object is the place of its last one. */
  readonly references: MadeReference[] = [];
  /** Values that are left out because FHIR does not allow them. */
  invalid = 0;

  constructor(
    readonly source: RecordText,
    readonly root: Node,
    readonly transaction: Node,
    readonly currency: Currency,
    readonly shared: SharedResources,
    /** Where elements are written. */
    public out: ByteWriter,
  ) {
    this.node = root;
  }
}

/** Writes an element. False when the record has no value for it: nothing is written then. */
export type Write = (scope: Scope) => boolean;

/** One element of a resource, or a part of one. A table of such elements is the mapping of a resource. */
export interface Element {
  /** Writes the JSON of the element. */
  readonly write: Write;
  /** True for what is the same in every resource: an object with nothing else is left out. */
  readonly isFixed?: boolean;
  /** True for several elements of a list: each is written with a comma before it. */
  readonly isSeveral?: boolean;
  /** True for a required element of a simple type: its absence is stated. */
  readonly statesAbsence?: boolean;
  /** Name of a member of the current object without which there is no element. Most objects have few of the members that tables read. */
  readonly needs?: Key | undefined;
  readonly rows: readonly Row[];
}

/** An element that is an object. */
export interface ObjectElement extends Element {
  /** Writes the JSON of the members without the braces around them; each has a comma before it. */
  readonly members: Write;
}

/** The member that all of some elements need; undefined if they need different ones. */
export function commonNeed(elements: readonly Element[]): Key | undefined {
  const [first] = elements;
  return elements.every(({ needs }) => needs === first?.needs) ? first?.needs : undefined;
}

/** Elements by their names, in the order in which they are written. */
export type Elements = Readonly<Record<string, Element>>;

/** As `Elements`, for a resource of R4: those that it requires, and any of the others. Types come from `@types/fhir`. */
export type ElementsOf<R> = { readonly [Name in keyof Omit<R, 'resourceType'>]: Element };

/** The extension that stands for a required value that the input does not have. */
export const ABSENT = { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] };

/** Rows of an element, as rows of the element around it. */
export const rowsBelow = (name: string, rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, element: `.${name}${row.element}` }));

/** Rows whose fields are below another value. */
export const rowsAt = (path: string, rows: readonly Row[]): Row[] =>
  rows.map(({ field, ...row }) => (field === undefined ? row : { ...row, field: field.startsWith('/') ? field : joined(path, field) }));

function joined(path: string, field: string): string {
  if (field === '') return path;
  return path === '' ? field : `${path}.${field}`;
}

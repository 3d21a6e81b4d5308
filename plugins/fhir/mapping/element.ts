import type { Node, RecordText } from './record-text';

/** A line of the page of fields: where a value comes from, and where it goes. */
export interface Row {
  /** Below the element that the row is of, such as `.amount.value`; '' for the element itself. */
  readonly element: string;
  /** Path of the field below the current value, or below the record if it begins with `/`; absent for a value that no field gives. */
  readonly field?: string;
  /** What happens to the value. */
  readonly how: string;
}

/** Takes resources that records share. */
export interface SharedResources {
  /** Takes a resource as the JSON of its members. Returns its id; a resource of the same content is written once. */
  add(type: string, members: string): string;
  /** Takes a resource again, by the id that it has. */
  repeat(type: string, id: string, members: string): void;
  /** Resources that were made from the JSON of a value alone, by that JSON; `table` is the number of their table. */
  made(table: number): Pick<Map<string, MadeReference>, 'get'> & { set(json: string, made: MadeReference): void };
}

/** A resource that was made before; without an id where the value gave none. */
export interface MadeReference {
  readonly id: string | undefined;
  readonly members: string;
  /** The JSON of the reference to it. */
  readonly reference: string;
}

/** What is known while one record is written. */
export class Scope {
  /** The object that relative paths begin at. */
  node: Node;
  /** Number of the last numbered element of the current list. */
  sequence = 0;
  /** Numbers of the objects that became elements of a list, for elements that refer to them. */
  readonly numbers = new Map<Node, number>();
  /** References to resources of objects of the record, by table and object. */
  readonly references = new Map<number, string>();
  /** What follows the value of a Money. */
  readonly moneyEnd: string;
  /** Values that are left out because FHIR does not allow them. */
  invalid = 0;

  constructor(
    readonly source: RecordText,
    readonly root: Node,
    readonly transaction: Node,
    readonly currency: string,
    readonly shared: SharedResources,
  ) {
    this.node = root;
    this.moneyEnd = `,"currency":"${currency}"}`;
  }
}

/** One element of a resource, or a part of one. A table of such elements is the mapping of a resource. */
export interface Element {
  /** The JSON of the element; '' when the record has no value for it. Elements of a list are separated by commas. */
  readonly write: (scope: Scope) => string;
  /** True for what is the same in every resource: an object with nothing else is left out. */
  readonly isFixed?: boolean;
  /** True for a required element of a simple type: its absence is stated. */
  readonly statesAbsence?: boolean;
  readonly rows: readonly Row[];
}

/** An element that is an object. */
export interface ObjectElement extends Element {
  /** The JSON of the members, without the braces around them. */
  readonly members: (scope: Scope) => string;
}

/** Elements by their names, in the order in which they are written. */
export type Elements = Readonly<Record<string, Element>>;

/** As `Elements`, for a resource of R4: those that it requires, and any of the others. Types come from `@types/fhir`. */
export type ElementsOf<R> = { readonly [Name in keyof Omit<R, 'resourceType'>]: Element };

/** The extension that stands for a required value that the input does not have. */
export const ABSENT = '{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason","valueCode":"unknown"}]}';

/** Rows of an element, as rows of the element around it. */
export const rowsBelow = (name: string, rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, element: `.${name}${row.element}` }));

/** Rows whose fields are below another value. */
export const rowsAt = (path: string, rows: readonly Row[]): Row[] =>
  rows.map(({ field, ...row }) => (field === undefined ? row : { ...row, field: field.startsWith('/') ? field : joined(path, field) }));

function joined(path: string, field: string): string {
  if (field === '') return path;
  return path === '' ? field : `${path}.${field}`;
}

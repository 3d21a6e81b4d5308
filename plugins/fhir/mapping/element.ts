import { keyOf, type Operation } from './program';

/** A line of the page of fields: where a value comes from, and where it goes. */
export interface Row {
  /** Below the element that the row is of, such as `.amount.value`; '' for the element itself. */
  readonly element: string;
  /** Path of the field below the current value, or below the record if it begins with `/`; absent for a value that no field gives. */
  readonly field?: string;
  /** What happens to the value. */
  readonly how: string;
}

/** One element of a resource, or a part of one. A table of such elements is the mapping of a resource. */
export interface Element {
  /** Writes the JSON of the element; nothing when the record has no value for it. */
  readonly write: Operation;
  /** For an object: writes its members without braces, each after a comma. */
  readonly members?: Operation;
  /** The JSON of what is the same in every resource: an object with nothing else is left out. */
  readonly constant?: string | undefined;
  /** True for several elements of a list: each is written with a comma before it. */
  readonly isSeveral?: boolean;
  /** True for a required element of a simple type: its absence is stated. */
  readonly statesAbsence?: boolean;
  /** Name of a member of the current object without which there is no element. Most objects have few of the members that tables read. */
  readonly needs?: string | undefined;
  readonly rows: readonly Row[];
}

/** The name that all of some elements need; undefined if they need different ones. */
export function commonNeed(elements: readonly Element[]): string | undefined {
  const [first] = elements;
  return elements.every(({ needs }) => needs === first?.needs) ? first?.needs : undefined;
}

/** The key of a name that is needed; 0 for none. */
export const needKey = ({ needs }: Element): number => (needs === undefined ? 0 : keyOf(needs));

/** The member of the current object that a path begins with; undefined for a path that begins elsewhere. */
export const firstName = (path: string): string | undefined => (path === '' || path.startsWith('/') ? undefined : path.split('.')[0]);

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

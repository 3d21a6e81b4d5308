import { EdiError } from '../common/edi-error';
import { fromStep } from './encode-step';
import type { BoundField, Field, JsonSchema, PresentField, Scope, ValueOf } from './field';
import { keyFragment } from './json-text';
import { recordWriter, type RecordToWrite } from './writing/record-writer';

/** The fields of a record by JSON key, in the order in which JSON shows them. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The object that a record with these fields is read as. Absent values are absent keys; ids and constants are never absent. */
export type ValuesOf<F extends Fields> = Flat<
  { readonly [K in keyof F as F[K] extends PresentField<unknown> ? K : never]: ValueOf<F[K]> } & {
    readonly [K in keyof F as F[K] extends PresentField<unknown> ? never : K]?: ValueOf<F[K]>;
  }
>;

/** Shows an intersection as one object type. */
type Flat<T> = { [K in keyof T]: T[K] };

/** A declared record: what reads, writes, types and documents one kind of JSON object. */
export interface RecordDeclaration<T> {
  /** Name of the object in the interface document, such as Payment. */
  readonly name: string;
  readonly fields: Fields;
  readonly schema: JsonSchema;
  /** Binds every field to a loop. Fields that have no place there drop out; `key` as for a field. */
  bind(scope: Scope, key: string | undefined): BoundRecord<T>;
  /** Carries the type only. */
  readonly type?: T;
}

/** A record bound to a loop of a guide. */
export interface BoundRecord<T> extends BoundField<T> {
  readonly fields: readonly BoundField<unknown>[];
  /** Their JSON keys. */
  readonly keys: readonly string[];
  /** JSON keys of the fields that have no place in the loop, but for those that are declared without one (`withoutPlace`). */
  readonly unbound: readonly string[];
  /** What writes it, member by member; absent for records that are never written. */
  readonly toWrite?: RecordToWrite;
  /** False for records that never hold a code with a description: they are written without asking for any. */
  readonly hasCodes?: false;
}

/** The type of a declared record. */
export type RecordOf<D> = D extends RecordDeclaration<infer T> ? T : never;

/** Declares a record. */
export function record<const F extends Fields>(name: string, fields: F): RecordDeclaration<ValuesOf<F>> {
  const properties = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, describe(field)]));
  return {
    name,
    fields,
    schema: { type: 'object', properties },
    bind: (scope, key) => bindRecord<ValuesOf<F>>({ name, fields }, scope, key),
  };
}

function describe({ doc }: Field<unknown>): JsonSchema {
  return doc.place === '' ? doc.schema : { ...doc.schema, description: doc.place };
}

function bindRecord<T>({ name: record, fields }: Pick<RecordDeclaration<T>, 'name' | 'fields'>, scope: Scope, key: string | undefined): BoundRecord<T> {
  const keys: string[] = [];
  const bound: BoundField<unknown>[] = [];
  const unbound: string[] = [];
  const unwritten: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const one = field.bind(scope, name);
    scope.observer?.(record, name, one !== undefined, scope, field.doc);
    if (one === undefined) {
      unwritten.push(name);
      if (field.doc.neverProduced === undefined) unbound.push(name);
    } else {
      keys.push(name);
      bound.push(one);
    }
  }
  const location = { kind: 'current' } as const;
  const step = { kind: 'object', key: keyFragment(key), location, fields: bound } as const;
  const toWrite = { name: record, fields, keys, bound, writers: bound.map((one) => one.write), unbound: unwritten };
  const write = recordWriter(toWrite, key);
  const read: BoundField<T>['read'] = (loop, segment, base, context) => readObject<T>(keys, (i) => bound[i]?.read(loop, segment, base, context));
  return { ...fromStep<T>(step, read), write, toWrite, fields: bound, keys, unbound };
}

function readObject<T>(keys: readonly string[], valueAt: (i: number) => unknown): T | undefined {
  const values: Record<string, unknown> = {};
  let isEmpty = true;
  keys.forEach((key, i) => {
    const value = valueAt(i);
    if (value === undefined) return;
    values[key] = value;
    isEmpty = false;
  });
  return isEmpty ? undefined : asRecord<T>(values);
}

/** The keys and values come from the declaration that T is inferred from. */
function asRecord<T>(values: Record<string, unknown>): T {
  return values as T;
}

/**
 * Throws EDI_MAPPING_INVALID when a record has fields that have no place in any of the loops that it is made of: a mistake
 * in a declaration. `bound` is the record bound to each of them.
 */
export function requireBound(name: string, bound: readonly BoundRecord<unknown>[], { loop, guide }: Scope): void {
  const [first, ...others] = bound;
  const nowhere = first?.unbound.filter((key) => others.every(({ unbound }) => unbound.includes(key))) ?? [];
  if (nowhere.length === 0) return;
  const where = `loop ${loop.id} of guide ${guide.id}`;
  throw new EdiError('EDI_MAPPING_INVALID', `Record ${name}: ${nowhere.join(', ')} has no place in ${where}. Correct the declaration or the guide.`);
}

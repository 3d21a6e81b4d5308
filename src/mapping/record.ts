import { EdiError } from '../common/edi-error';
import { requireField } from './declared';
import { fromStep } from './encode-step';
import type { BoundField, BoundRecord, Field, Fields, PresentField, RecordDeclaration, Scope, ValueOf } from './field';
import { keyFragment } from './json-text';
import { recordWriter } from './writing/record-writer';
import type { JsonSchema } from './json-schema';

/** The object that a record with these fields is read as. Absent values are absent keys; ids and constants are never absent. */
export type ValuesOf<F extends Fields> = Flat<
  { readonly [K in keyof F as F[K] extends PresentField<unknown> ? K : never]: ValueOf<F[K]> } & {
    readonly [K in keyof F as F[K] extends PresentField<unknown> ? never : K]?: ValueOf<F[K]>;
  }
>;

/** Shows an intersection as one object type. */
type Flat<T> = { [K in keyof T]: T[K] };

/** The type of a declared record. */
export type RecordOf<D> = D extends RecordDeclaration<infer T> ? T : never;

/** Declares a record. */
export function record<const F extends Fields>(name: string, declared: F): RecordDeclaration<ValuesOf<F>> {
  for (const [key, field] of Object.entries(declared)) requireField(field, `${key} of record ${name}`);
  const fields: Fields = Object.fromEntries(Object.entries(declared).map(([key, field]) => [key, field.among?.(declared) ?? field]));
  const properties = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, describe(field)]));
  return {
    name,
    fields,
    schema: { type: 'object', properties },
    bind: (scope, key) => bindRecord({ name, fields }, scope, key),
  };
}

function describe({ doc }: Field<unknown>): JsonSchema {
  return doc.place === '' ? doc.schema : { ...doc.schema, description: doc.place };
}

function bindRecord({ name: record, fields }: Pick<RecordDeclaration<unknown>, 'name' | 'fields'>, scope: Scope, key: string | undefined): BoundRecord {
  const keys: string[] = [];
  const bound: BoundField[] = [];
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
  return { ...fromStep(step), write, toWrite, fields: bound, keys, unbound };
}

/**
 * Throws EDI_MAPPING_INVALID when a record has fields that have no place in any of the loops that it is made of: a mistake
 * in a declaration. `bound` is the record bound to each of them.
 */
export function requireBound(name: string, bound: readonly BoundRecord[], { loop, guide }: Scope): void {
  const [first, ...others] = bound;
  const nowhere = first?.unbound.filter((key) => others.every(({ unbound }) => unbound.includes(key))) ?? [];
  if (nowhere.length === 0) return;
  const where = `loop ${loop.id} of guide ${guide.id}`;
  throw new EdiError('EDI_MAPPING_INVALID', `Record ${name}: ${nowhere.join(', ')} has no place in ${where}. Correct the declaration or the guide.`);
}

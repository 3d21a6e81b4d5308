import { isObject } from '../../mapping/writing/write-run';
import type { Generation } from '../../plugin/generation';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';

/** Key of a request that has several transaction sets, each with its head and records. */
export const TRANSACTIONS = 'transactions';

/** Keys of a request that have records, those of units first. */
export function recordKeysOf({ units, segments = {} }: Generation): readonly string[] {
  return [units, ...Object.keys(segments)];
}

/** Kind of a record, by its `objectType`: a unit, unless it is that of a segment. */
export function recordKeyFinder({ plugin }: RegisteredTransactionSet, { units, segments = {} }: Generation): (value: unknown) => string {
  const keys = new Map(
    Object.entries(segments).flatMap(([key, place]) =>
      plugin.emits.flatMap((emission) => {
        const objectType = 'each' in emission && emission.each === place ? objectTypeOf(emission.record.fields) : undefined;
        return objectType === undefined ? [] : [[objectType, key] as const];
      }),
    ),
  );
  return (value) => (keys.size > 0 && isObject(value) && typeof value['objectType'] === 'string' && keys.get(value['objectType'])) || units;
}

/** The `objectType` of a record; undefined without one. */
export function objectTypeOf(
  fields: Readonly<Record<string, { readonly doc: { readonly schema: { readonly enum?: readonly string[] } } }>>,
): string | undefined {
  return fields['objectType']?.doc.schema.enum?.[0];
}

import { isObject } from '../../mapping/writing/write-run';
import type { Generation } from '../../plugin/generation';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';

/** Keys of a request that have records, those of units first. */
export function recordKeysOf({ units, segments = {} }: Generation): readonly string[] {
  return [units, ...Object.keys(segments)];
}

/** What a record is, by its `objectType`: a unit, unless it is that of a segment. */
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

/** The `objectType` that a record says of itself; undefined for one that says none. */
export function objectTypeOf(
  fields: Readonly<Record<string, { readonly doc: { readonly schema: { readonly enum?: readonly string[] } } }>>,
): string | undefined {
  return fields['objectType']?.doc.schema.enum?.[0];
}

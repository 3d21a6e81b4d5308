import type { Json } from './conversion';

/** Values that tell where a record stands, not what it says. */
const PLACES = /^id$|Id$|[sS]egmentCount$/;

/** How often each value stands in records, by the keys that lead to it; places of records and items of lists do not count. */
export function leafValues(records: readonly Json[]): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const record of records) count(record, String(record['objectType']), values);
  return values;
}

/** How many values are in one count and not in another. */
export function lostValues(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return [...before].reduce((lost, [value, times]) => lost + Math.max(0, times - (after.get(value) ?? 0)), 0);
}

function count(value: unknown, path: string, values: Map<string, number>): void {
  if (Array.isArray(value)) for (const item of value) count(item, path, values);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) if (!PLACES.test(key)) count(item, `${path}.${key}`, values);
  } else {
    const leaf = `${path}=${String(value)}`;
    values.set(leaf, (values.get(leaf) ?? 0) + 1);
  }
}

import { isGiven, JsonPath, type OutPlace, type WriteRun } from './write-run';
import type { Write } from '../field';

/** Writes one item of an array; `place.path` is that of the item. */
export type WriteItem = (value: unknown, place: OutPlace, run: WriteRun) => unknown;

/** Writes the items of an array one after the other. */
export function itemsWriter(key: string | undefined, writeItem: WriteItem): Write {
  return (values, place, run) => {
    if (!Array.isArray(values)) {
      run.problem(place.path, key, 'expected an array');
      return true;
    }
    const items: readonly unknown[] = values;
    const path = key === undefined ? place.path : new JsonPath(place.path, key);
    const { loop, segment, base, record } = place;
    items.forEach((value, i) => {
      if (isGiven(value)) writeItem(value, { loop, segment, base, record, path: new JsonPath(path, i) }, run);
    });
    return true;
  };
}

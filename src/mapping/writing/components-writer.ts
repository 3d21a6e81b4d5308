import type { Codec } from '../codecs/codec';
import type { BoundField } from '../field';
import { JsonPath } from './json-path';
import type { OutLocation } from './out-segments';
import { isGiven } from './write-run';

/** Writes an array as the components of an element. Values have no places of their own, as items of other arrays do: a path is made for a wrong one only. */
export function componentsWriter<T>(
  key: string | undefined,
  { write, schema }: Codec<T>,
  location: OutLocation,
  element: number,
): NonNullable<BoundField<readonly T[]>['write']> {
  return (values, where, run) => {
    if (!Array.isArray(values)) {
      run.wrongType(where.path, key, { type: 'array' });
      return true;
    }
    const items: readonly unknown[] = values;
    const texts: string[] = [];
    for (let i = 0; i < items.length; i++) {
      const value = items[i];
      if (!isGiven(value)) continue;
      const text = write?.(value, '');
      if (text === undefined) run.wrongType(new JsonPath(key === undefined ? where.path : new JsonPath(where.path, key), i), undefined, schema);
      else if (text !== '' && text !== false) texts.push(text);
    }
    if (texts.length > 0) location.at(where)?.setWhole(element, texts);
    return true;
  };
}

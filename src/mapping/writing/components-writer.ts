import type { Codec } from '../codecs/codec';
import type { BoundField, Scope, Write } from '../field';
import type { Place } from '../place';
import { readGivenCode } from './qualified-codes-writer';
import { itemsWriter } from './items-writer';
import { isGiven, JsonPath } from './write-run';
import { OutLocation } from './out-segments';

/** Writes an array as the components of an element. Values have no places of their own, as items of other arrays do: a path is made for a wrong one only. */
export function componentsWriter<T>(
  key: string | undefined,
  { write, schema }: Codec<T>,
  location: OutLocation,
  element: number,
): NonNullable<BoundField['write']> {
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

/** Codes of one list in components from that of the place on. */
interface ComponentCodes {
  readonly subType: string;
  readonly place: Place;
  readonly most: number;
}

/** Writes an array of codes as components of an element. */
export function codesWriter({ subType, place, most }: ComponentCodes, scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  const { element = 0, isRelative, component: first = 1 } = place;
  return (values, where, run) => {
    let index = 0;
    const isWritten = itemsWriter(key, (value, { path }) => {
      const given = index < most ? readGivenCode(value, path, run, [], subType) : undefined;
      if (given !== undefined) location.at(where)?.set(isRelative ? where.base + element : element, first + index, given.code);
      index++;
    })(values, where, run);
    if (index > most) {
      const message = `There is room for ${most} of these; the others are not written`;
      run.issue(where.path, key, { issueType: 'NUMBER_OF_ITEMS', message, maxNumberOfItems: most, actualNumberOfItems: index });
    }
    return isWritten;
  };
}

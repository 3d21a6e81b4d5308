import type { Codec } from '../codecs/codec';
import type { BoundField, Scope } from '../field';
import type { Place } from '../place';
import { OutLocation } from './out-segments';

/** What writes the value of an element or component. */
export function elementWriter<T>(place: Place, scope: Scope, codec: Codec<T>, key: string | undefined): Pick<BoundField<T>, 'write' | 'toText'> {
  const { write, isName = false, schema } = codec;
  if (write === undefined) return {};
  const location = new OutLocation(place, scope);
  const { element = 0, component, isRelative } = place;
  return {
    toText: (value) => write(value, '') || undefined,
    write: (value, where, run) => {
      const segment = value === '' ? undefined : location.at(where);
      if (segment === undefined) return true;
      const number = isRelative ? where.base + element : element;
      const before = segment.text(number, component);
      if (isName && before !== '') return true;
      const text = write(value, before);
      if (text === false) return false;
      if (text === undefined) run.wrongType(where.path, key, schema);
      else if (text !== '') segment.set(number, component, text);
      return true;
    },
  };
}

import type { Fragment } from '../common/fragment';
import type { Codec } from './codecs/codec';
import { dateCodec, shortDateCodec, timeCodec } from './codecs/date.codec';
import { enumerationCodec } from './codecs/enumeration.codec';
import { integerCodec, numberCodec } from './codecs/number.codec';
import { textCodec } from './codecs/text.codec';
import type { Enumeration } from './enumeration';
import type { BoundField, Field, Scope } from './field';
import { memberFragment } from './json-text';
import { bindLocator, type Locator } from './locator';
import { parsePlace, type Place } from './place';

/** A field with the value of one element or component. */
export function elementField<T>(placeText: string, codec: Codec<T>): Field<T> {
  const place = parsePlace(placeText);
  return {
    doc: { place: placeText, schema: codec.schema },
    bind(scope: Scope, key: string | undefined) {
      const locate = bindLocator(place, scope);
      if (locate === undefined) return undefined;
      const fragment = memberFragment(key);
      return place.component === undefined ? bindElement(place, locate, codec, fragment) : bindComponent(place, locate, codec, fragment);
    },
  };
}

function bindElement<T>(place: Place, locate: Locator, codec: Codec<T>, key: Fragment): BoundField<T> {
  const element = place.element ?? 0;
  const { isRelative } = place;
  return {
    read(loop, segment, base) {
      const found = locate(loop, segment);
      if (found === undefined) return undefined;
      const at = isRelative ? base + element : element;
      const start = found.start(at);
      const end = found.end(at);
      return start < end ? codec.read(found.chunk, start, end) : undefined;
    },
    encode(loop, segment, base, run) {
      const found = locate(loop, segment);
      if (found === undefined) return;
      const at = isRelative ? base + element : element;
      const start = found.start(at);
      const end = found.end(at);
      if (start < end) codec.encode(run.out, key, found.chunk, start, end);
    },
  };
}

function bindComponent<T>(place: Place, locate: Locator, codec: Codec<T>, key: Fragment): BoundField<T> {
  const element = place.element ?? 0;
  const component = place.component ?? 1;
  const { isRelative } = place;
  return {
    read(loop, segment, base) {
      const found = locate(loop, segment);
      const at = isRelative ? base + element : element;
      const start = found === undefined ? -1 : found.componentStart(at, component);
      if (found === undefined || start < 0) return undefined;
      const end = found.componentEnd(at, start);
      return start < end ? codec.read(found.chunk, start, end) : undefined;
    },
    encode(loop, segment, base, run) {
      const found = locate(loop, segment);
      const at = isRelative ? base + element : element;
      const start = found === undefined ? -1 : found.componentStart(at, component);
      if (found === undefined || start < 0) return;
      const end = found.componentEnd(at, start);
      if (start < end) codec.encode(run.out, key, found.chunk, start, end);
    },
  };
}

/** The characters of an element. */
export const text = (place: string): Field<string> => elementField(place, textCodec);

/** A monetary amount, as a JSON number. */
export const amount = (place: string): Field<number> => elementField(place, numberCodec);

/** A quantity or rate, as a JSON number. */
export const quantity = (place: string): Field<number> => elementField(place, numberCodec);

/** A whole number. */
export const integer = (place: string): Field<number> => elementField(place, integerCodec);

/** A date CCYYMMDD, as yyyy-mm-dd. */
export const date = (place: string): Field<string> => elementField(place, dateCodec);

/** A date YYMMDD or CCYYMMDD, as yyyy-mm-dd. */
export const shortDate = (place: string): Field<string> => elementField(place, shortDateCodec);

/** A time HHMM to HHMMSSDD, as HH:mm:ss. */
export const time = (place: string): Field<string> => elementField(place, timeCodec);

/** The name of a code; absent for an unknown code, or `otherwise` where the concept has a name for all others. */
export const named = (table: Enumeration, place: string, otherwise?: string): Field<string> => elementField(place, enumerationCodec(table, otherwise));

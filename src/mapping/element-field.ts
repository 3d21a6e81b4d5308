import type { Fragment } from '../common/fragment';
import { type Code, codeCodec } from './code-json';
import type { Codec } from './codecs/codec';
import { dateCodec, dateTimeCodec, groupTimeCodec, periodFromCodec, periodToCodec, shortDateCodec, timeCodec, timeOfDayCodec } from './codecs/date.codec';
import { impliedDecimalCodec, integerCodec, numberCodec, wholePartCodec } from './codecs/number.codec';
import { enumerationCodec, freeTextCodec, textCodec, unusualCodec } from './codecs/text.codec';
import { fromStep } from './encode-step';
import type { Enumeration } from './enumeration';
import { type BoundField, type Field, readValue, type Scope } from './field';
import { ALONE, keyFragment } from './json-text';
import { findAt, guardOf, locate, type Location } from './locator';
import { parsePlace, type Place } from './place';
import { elementWriter } from './writing/element-writer';
import { withCodeWriter } from './writing/qualified-codes-writer';

/** A field with the value of one element or component. */
function elementField<T>(placeText: string, codec: Codec<T>): Field<T> {
  const place = parsePlace(placeText);
  return {
    doc: { place: placeText, schema: codec.schema, ...(codec.format?.kind === 'named' ? { names: codec.format.table.nameOf } : {}) },
    bind(scope: Scope, key: string | undefined) {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const fragment = keyFragment(key);
      const bound = place.component === undefined ? bindElement(place, location, codec, fragment) : bindComponent(place, location, codec, fragment);
      return { ...bound, ...elementWriter(place, scope, codec, key) };
    },
  };
}

function bindElement<T>(place: Place, location: Location, codec: Codec<T>, key: Fragment): BoundField {
  const { element = 0, isRelative } = place;
  if (codec.format) return fromStep({ kind: 'element', key, location, element, isRelative, format: codec.format });
  return {
    ...guardOf(location),
    step: { kind: 'value', key, location, element, isRelative, component: undefined, codec },
    encode(loop, segment, base, run) {
      const found = findAt(location, loop, segment);
      if (found === undefined) return;
      const number = isRelative ? base + element : element;
      if (found.has(number)) codec.encode(run, key, found.chunk, found.start(number), found.end(number));
    },
  };
}

function bindComponent<T>(place: Place, location: Location, codec: Codec<T>, key: Fragment): BoundField {
  const { element = 0, component = 1, isRelative } = place;
  return {
    ...guardOf(location),
    step: { kind: 'value', key, location, element, isRelative, component, codec },
    encode(loop, segment, base, run) {
      const found = findAt(location, loop, segment);
      const number = isRelative ? base + element : element;
      const start = found === undefined ? -1 : found.componentStart(number, component);
      if (found === undefined || start < 0) return;
      const end = found.componentEnd(number, start);
      if (start < end) codec.encode(run, key, found.chunk, start, end);
    },
  };
}

/** The characters of an element. */
export const text = (place: string): Field<string> => elementField(place, textCodec);

/** A code that is shown where it is none of the usual ones, which follow from the rest of the record. */
export function unusualCode(place: string, ...usual: readonly string[]): Field<string> {
  const field = elementField(place, unusualCodec(usual));
  return { ...field, doc: { ...field.doc, usual } };
}

/** The characters of an element, which are written only where no other characters are. */
export const freeText = (place: string): Field<string> => elementField(place, freeTextCodec);

/** A monetary amount, as a JSON number. */
export const amount = (place: string): Field<number> => elementField(place, numberCodec);

/** A quantity or rate, as a JSON number. */
export const quantity = (place: string): Field<number> => elementField(place, numberCodec);

/** An amount whose decimal point is not written, such as the cents of type N2: 12345 with two decimals is 123.45. */
export const impliedDecimal = (place: string, decimals: number): Field<number> => elementField(place, impliedDecimalCodec(decimals));

/** A whole number. */
export const integer = (place: string): Field<number> => elementField(place, integerCodec);

/** The whole part of a count that may be given with decimals. */
export const wholePart = (place: string): Field<number> => elementField(place, wholePartCodec);

/** A date CCYYMMDD, as yyyy-mm-dd. */
export const date = (place: string): Field<string> => elementField(place, dateCodec);

/** A date YYMMDD or CCYYMMDD, as yyyy-mm-dd. */
export const shortDate = (place: string): Field<string> => elementField(place, shortDateCodec);

/** A date (D8), or the first day of a period (RD8), as yyyy-mm-dd. */
export const periodFrom = (place: string): Field<string> => elementField(place, periodFromCodec);

/** The last day of a period (RD8), as yyyy-mm-dd; a single day has none. */
export const periodTo = (place: string): Field<string> => elementField(place, periodToCodec);

/** A date with a time (DT), as yyyy-mm-ddTHH:mm:ss; a date alone as yyyy-mm-dd. */
export const dateTime = (place: string): Field<string> => elementField(place, dateTimeCodec);

/** A time HHMM to HHMMSSDD, as HH:mm:ss. */
export const time = (place: string): Field<string> => elementField(place, timeCodec);

/** A time HHMM or HHMMSS, as HH:mm:ss; one with hundredths as HH:mm:00. */
export const groupTime = (place: string): Field<string> => elementField(place, groupTimeCodec);

/** A time, or the time of a date with a time (DT), as HH:mm:ss. */
export const timeOfDay = (place: string): Field<string> => elementField(place, timeOfDayCodec);

/** The name of a code; absent for an unknown code, or `otherwise` where the concept has a name for all others. */
export const named = (table: Enumeration, place: string, otherwise?: string): Field<string> => elementField(place, enumerationCodec(table, otherwise));

/** A code of one list, read from one element or component. */
export const code = (subType: string, place: string): Field<Code> => ({
  ...withCodeWriter(subType, elementField(place, codeCodec(subType)), text(place)),
  parts: { code: text(place) },
});

/** A date element and a time element as one value, yyyy-mm-ddTHH:mm:ss; absent when either is. */
export function dateAndTime(datePlace: string, timePlace: string): Field<string> {
  const [day, hour] = [date(datePlace), time(timePlace)];
  return {
    doc: { place: `${datePlace}, ${timePlace}`, schema: { type: 'string', format: 'date-time' } },
    bind(scope, key) {
      const [boundDay, boundHour] = [day.bind(scope, ALONE), hour.bind(scope, ALONE)];
      const [dayWriter, hourWriter] = [day.bind(scope, key)?.write, hour.bind(scope, key)?.write];
      if (boundDay === undefined || boundHour === undefined) return undefined;
      const fragment = keyFragment(key);
      return {
        encode: (loop, segment, base, run) => {
          const dayText = readValue(boundDay, loop, segment, base, run);
          const hourText = readValue(boundHour, loop, segment, base, run);
          if (typeof dayText !== 'string' || typeof hourText !== 'string') return;
          run.out.raw(fragment);
          run.out.text(`"${dayText}T${hourText}"`);
        },
        write: (value, where, run) => {
          if (typeof value !== 'string') {
            run.wrongType(where.path, key, { type: 'string' });
            return true;
          }
          const [dayText = '', hourText = ''] = value.split('T');
          return (dayWriter?.(dayText, where, run) ?? true) && (hourWriter?.(hourText, where, run) ?? true);
        },
      };
    },
  };
}

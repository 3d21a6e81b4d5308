import { date, time } from './element-field';
import type { Field } from './field';
import { ALONE, keyFragment } from './json-text';
import { readValue } from './read-value';

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

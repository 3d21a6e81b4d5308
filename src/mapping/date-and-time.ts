import { date, time } from './element-field';
import type { Field } from './field';
import { keyFragment } from './json-text';

/** A date element and a time element as one value, yyyy-mm-ddTHH:mm:ss; absent when either is. */
export function dateAndTime(datePlace: string, timePlace: string): Field<string> {
  const [day, hour] = [date(datePlace), time(timePlace)];
  return {
    doc: { place: `${datePlace}, ${timePlace}`, schema: { type: 'string', format: 'date-time' } },
    bind(scope, key) {
      const [boundDay, boundHour] = [day.bind(scope, key), hour.bind(scope, key)];
      if (boundDay === undefined || boundHour === undefined) return undefined;
      const fragment = keyFragment(key);
      const read: typeof boundDay.read = (...place) => {
        const [dayText, hourText] = [boundDay.read(...place), boundHour.read(...place)];
        return dayText && hourText && `${dayText}T${hourText}`;
      };
      return {
        read,
        encode: (loop, segment, base, { out, context }) => {
          const value = read(loop, segment, base, context);
          if (value === undefined) return;
          out.raw(fragment);
          out.text(`"${value}"`);
        },
        write: (value, where, run) => {
          const [dayText = '', hourText = ''] = typeof value === 'string' ? value.split('T') : [];
          return (boundDay.write?.(dayText, where, run) ?? true) && (boundHour.write?.(hourText, where, run) ?? true);
        },
      };
    },
  };
}

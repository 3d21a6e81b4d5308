import { isDigit } from '../../common/bytes';
import { KIND } from '../element-check';
import { type Reporter, type ValuePlace, valueOf } from '../reporter';
import { rule } from '../rule';

export const elementTooLong = rule({ id: 'element-too-long', level: 1, issueType: 'LENGTH_EXCEEDED', finds: 'A value is longer than the guide allows.' });

export const elementTooShort = rule({ id: 'element-too-short', level: 1, issueType: 'LENGTH_TOO_SHORT', finds: 'A value is shorter than the guide allows.' });

/** Compares the length of a value: characters, and of numbers their digits. Codes that are listed have no length of their own. */
export function checkLength(place: ValuePlace, reporter: Reporter): void {
  const { kind, min, max } = place.element;
  if (kind === KIND.code || kind === KIND.longCode || kind === KIND.any) return;
  const length = lengthOf(place);
  if (length > max) {
    const value = valueOf(place);
    const message = `Length of '${value}' is greater than the maximum length ${max}`;
    reporter.element(elementTooLong, place, place.element, { length: max, actualLength: length, value, message });
  }
  if (length < min) {
    const value = valueOf(place);
    const message = `Length of '${value}' is less than the minimum length ${min}`;
    reporter.element(elementTooShort, place, place.element, { length: min, actualLength: length, value, message });
  }
}

function lengthOf({ element, segment, start, end }: ValuePlace): number {
  if (element.kind !== KIND.whole && element.kind !== KIND.decimal) return segment.chunk.text(start, end).length;
  let digits = 0;
  for (let i = start; i < end; i++) if (isDigit(segment.chunk.bytes[i] ?? 0)) digits++;
  return digits;
}

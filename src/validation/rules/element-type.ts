import type { EdiDataType } from '../../common/issue';
import { packCode } from '../../common/pack-code';
import { isCleanDate } from '../clean-segment';
import { KIND } from '../element-check';
import { isTime, wrongPart } from '../period-format';
import { type FieldPart, type Reporter, type ValuePlace, valueOf } from '../reporter';
import { rule } from '../rule';

export const elementDate = rule({ id: 'element-date', level: 1, issueType: 'WRONG_TYPE', finds: 'A date or time is none of the calendar or the clock.' });

export const elementNumber = rule({
  id: 'element-number',
  level: 1,
  issueType: 'WRONG_TYPE',
  finds: 'A number has other characters than digits, a minus sign and, in decimals, a point.',
});

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?(\d+\.?\d*|\.\d+)$/;

/** Returns false when the value is of another type than in the guide, so that its length means nothing. */
export function checkType(place: ValuePlace, reporter: Reporter): boolean {
  const { element, segment, start, end } = place;
  const { bytes } = segment.chunk;
  switch (element.kind) {
    case KIND.date:
      return isCleanDate(element, bytes, start, end) || reportDate(place, 'whole', valueOf(place), reporter);
    case KIND.time:
      return isTime(bytes, start, end) || reportDate(place, 'whole', valueOf(place), reporter);
    case KIND.whole:
      return WHOLE.test(segment.chunk.text(start, end)) || reportNumber(place, 'NUMERIC', 'a whole number', reporter);
    case KIND.decimal:
      return DECIMAL.test(segment.chunk.text(start, end)) || reportNumber(place, 'DECIMAL', 'a number', reporter);
    default:
      return true;
  }
}

/** Checks a date or period whose format is in another element. */
export function checkPeriod(place: ValuePlace, formatStart: number, formatEnd: number, reporter: Reporter): void {
  const { start, end } = place;
  const { bytes } = place.segment.chunk;
  const part = wrongPart(bytes, packCode(bytes, formatStart, formatEnd), start, end);
  if (part === undefined) return;
  const [from, to] = valueOf(place).split('-');
  if (part === 'whole') reportDate(place, 'from', valueOf(place), reporter);
  else reportDate(place, part, (part === 'from' ? from : to) ?? '', reporter);
}

function reportDate(place: ValuePlace, part: FieldPart, value: string, reporter: Reporter): false {
  const dataType: EdiDataType = place.element.kind === KIND.time ? 'TIME' : 'DATE';
  reporter.date(elementDate, place, part, { dataType, actualDataType: 'STR', value, message: `Invalid date or time value '${value}'` });
  return false;
}

function reportNumber(place: ValuePlace, dataType: EdiDataType, wanted: string, reporter: Reporter): false {
  const value = valueOf(place);
  const message = `Invalid numeric value '${value}'; expected is ${wanted}`;
  reporter.element(elementNumber, place, place.element, { dataType, actualDataType: 'STR', value, message });
  return false;
}

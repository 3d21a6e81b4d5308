import { invalidLine, type Place, quote } from './import-error';

const FORMS: readonly RegExp[] = [
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4})$/,
  /^(?<monthName>[A-Z][a-z]{2})[a-z]*\.? (?<day>\d{1,2}),? (?<year>\d{4})$/,
];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Publishers write the last day of 9999 for what has no end. */
const NO_END = '9999';

/** First and last day of a time, yyyy-mm-dd. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Returns a date as yyyy-mm-dd. Reads 20251001, 2025-10-01, 10/1/2025 and October 1, 2025; undefined for other text. */
export function parseDate(text: string): string | undefined {
  for (const form of FORMS) {
    const { year, month, monthName, day } = form.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const date = isoDate(Number(year), Number(month ?? monthNumber(monthName ?? '')), Number(day));
    if (date !== undefined) return date;
  }
  return undefined;
}

/** Reads a date of a row; undefined for a blank one and for the year 9999. Throws EDI_CODES_FILE_INVALID for other text. */
export function readDate(place: Place, text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const date = parseDate(trimmed);
  if (date === undefined) throw invalidLine(place, `${quote(trimmed)} is no date`);
  return date.startsWith(NO_END) ? undefined : date;
}

/** Returns the number of a month by its English name or the first three letters of it; NaN for another word. */
export function monthNumber(name: string): number {
  const index = MONTHS.findIndex((month) => name.toLowerCase().startsWith(month.toLowerCase()));
  return index === -1 ? NaN : index + 1;
}

/** Returns the federal fiscal year: October 1 of the year before to September 30; for an update in April, the rest of the year. */
export function fiscalYear(year: number, isApril: boolean): Period {
  return { from: isApril ? `${year}-04-01` : `${year - 1}-10-01`, to: `${year}-09-30` };
}

/** Returns the days of some months in a row, the first of which may lie beyond December. */
export function monthsFrom(year: number, month: number, count: number): Period {
  const day = (offset: number, date: number): string => new Date(Date.UTC(year, month - 1 + offset, date)).toISOString().slice(0, 'yyyy-mm-dd'.length);
  return { from: day(0, 1), to: day(count, 0) };
}

function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1;
  return isReal ? date.toISOString().slice(0, 'yyyy-mm-dd'.length) : undefined;
}

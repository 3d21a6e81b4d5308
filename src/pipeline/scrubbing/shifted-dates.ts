import { formatTime, readDate6, readDate8 } from '../../common/dates';

const DAY_MILLISECONDS = 86_400_000;
const CENTURY = 100;

/** Dates from this year on stand for no end, as 99991231 does. */
const ENDLESS_YEAR = 9000;

/** Digits that are no date: they replace other digits that are none. */
const NO_DATE = '99999999999999';

/** Moves dates back by the same number of days, so that the days between two dates stay. */
export class ShiftedDates {
  /** Dates repeat: the last ones are cached. */
  private readonly shifted = new Map<number, string>();

  constructor(private readonly days: number) {}

  /** Moves a date in place: CCYYMMDD, YYMMDD, or CCYYMM. Digits that are no date become others that are none. */
  date(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    const date = length === 8 ? readDate8(bytes, start, end) : length === 6 ? readDate6(bytes, start, end) : -1;
    if (date > 0 && Math.floor(date / 10_000) >= ENDLESS_YEAR) return;
    const text = date > 0 ? this.shift(date) : NO_DATE.slice(0, length);
    write(bytes, start, length === 6 && date > 0 ? text.slice(2) : text);
  }

  /**
   * Moves the dates of a period, in any of its formats: `20240101`, `20240101-20240131`, `202401011230`, `240101`. Times stay. Digits of other lengths
   * are replaced.
   */
  period(bytes: Uint8Array, start: number, end: number, isDigit: (byte: number) => boolean): void {
    for (let i = start; i < end;) {
      if (!isDigit(bytes[i] ?? 0)) {
        i++;
        continue;
      }
      let to = i;
      while (to < end && isDigit(bytes[to] ?? 0)) to++;
      this.part(bytes, i, to);
      i = to;
    }
  }

  private part(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length === 8 || length === 6) this.date(bytes, start, end);
    else if (length === 12 || length === 14) {
      this.date(bytes, start, start + 8);
      if (!isTime(bytes, start + 8, end)) write(bytes, start + 8, NO_DATE.slice(0, length - 8));
    } else if (length === 4 && isTime(bytes, start, end)) return;
    else write(bytes, start, NO_DATE.slice(0, 1).repeat(length));
  }

  private shift(date: number): string {
    const known = this.shifted.get(date);
    if (known !== undefined) return known;
    const day = new Date(0);
    day.setUTCFullYear(Math.floor(date / 10_000), (Math.floor(date / CENTURY) % CENTURY) - 1, date % CENTURY);
    const moved = new Date(day.getTime() - this.days * DAY_MILLISECONDS);
    // A year before the first has no four digits: such a date is a placeholder.
    const text = moved.getUTCFullYear() < 1 ? String(date).padStart(8, '0') : isoDigits(moved);
    if (this.shifted.size >= MAX_CACHED_DATES) this.shifted.clear();
    this.shifted.set(date, text);
    return text;
  }
}

/** A century of days. */
const MAX_CACHED_DATES = 36_525;

const isoDigits = (day: Date): string => day.toISOString().slice(0, 10).replaceAll('-', '');

/** True for HHMM, HHMMSS and longer times of the clock. */
export function isTime(bytes: Uint8Array, start: number, end: number): boolean {
  return formatTime(Buffer.from(bytes.subarray(start, end)).toString('latin1')) !== undefined;
}

function write(bytes: Uint8Array, start: number, text: string): void {
  for (let i = 0; i < text.length; i++) bytes[start + i] = text.charCodeAt(i);
}

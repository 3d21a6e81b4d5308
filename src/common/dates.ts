import { BYTE, isDigit } from './bytes';

/** Length of yyyy-mm-dd. */
const DATE_LENGTH = 10;

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns yyyymmdd as one number for bytes CCYYMMDD that are a date of the calendar, otherwise -1. */
export function readDate8(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 8) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (!isDigit(byte)) return -1;
    value = value * 10 + byte - BYTE.ZERO;
  }
  return isCalendarDate(value) ? value : -1;
}

/** Returns yyyymmdd for bytes YYMMDD, as in ISA09: years from 70 on are of the last century. */
export function readDate6(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 6) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (!isDigit(byte)) return -1;
    value = value * 10 + byte - BYTE.ZERO;
  }
  const date = value + (value >= 700_000 ? 19_000_000 : 20_000_000);
  return isCalendarDate(date) ? date : -1;
}

/** The last date found good: the dates of a claim repeat, and comparing is faster than the calendar. */
let lastGoodDate = 0;

function isCalendarDate(value: number): boolean {
  if (value === lastGoodDate) return true;
  const year = (value / 10_000) | 0;
  const monthAndDay = value - year * 10_000;
  const month = (monthAndDay / 100) | 0;
  const day = monthAndDay - month * 100;
  if (day < 1 || month < 1 || month > 12 || year < 1 || day > daysIn(month, year)) return false;
  lastGoodDate = value;
  return true;
}

function daysIn(month: number, year: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
}

/** Writes a date of yyyymmdd as yyyy-mm-dd. */
export function formatDate(value: number): string {
  const text = String(value).padStart(8, '0');
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

const TIME = /^([01]\d|2[0-3])([0-5]\d)(?:([0-5]\d)(\d{1,2})?)?$/;

/** Returns HH:mm:ss, with the fraction if there is one, for HHMM, HHMMSS, HHMMSSD or HHMMSSDD; undefined for text that is no time. */
export function formatTime(text: string): string | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [, hours, minutes, seconds, hundredths = ''] = match;
  const fraction = hundredths.replace(/0+$/, '');
  return `${hours}:${minutes}:${seconds ?? '00'}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns CCYYMMDD for a day of the calendar as yyyy-mm-dd or CCYYMMDD; undefined for anything else. */
export function digitsOfDay(text: string): string | undefined {
  if (text === lastDay?.text) return lastDay.digits;
  const match = DAY.exec(text);
  if (match === null) return undefined;
  const [, year = '', , month = '', day = ''] = match;
  const digits = year + month + day;
  if (!isCalendarDate(Number(digits))) return undefined;
  lastDay = { text, digits };
  return digits;
}

/** The last day found good, as `lastGoodDate`. */
let lastDay: { readonly text: string; readonly digits: string } | undefined;

const DAY = /^(\d{4})(-?)(\d\d)\2(\d\d)$/;

/** Returns the shortest exact form of HHMM, HHMMSS or HHMMSSDD for a time HH:mm, HH:mm:ss or HH:mm:ss.SS, or for these digits themselves. */
export function digitsOfTime(text: string): string | undefined {
  const digits = /^\d\d:\d\d(:\d\d(\.\d{1,2})?)?$/.test(text) ? text.replace(/[:.]/g, '') : text;
  if (!TIME.test(digits)) return undefined;
  return digits.replace(/^(.{4})00$/, '$1');
}

/** True for a day of the calendar as yyyy-mm-dd. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && readDate8(Buffer.from(text.replaceAll('-', '')), 0, 8) >= 0;
}

const DAY_MILLISECONDS = 86_400_000;

/** Returns the day before a day, both yyyy-mm-dd. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MILLISECONDS).toISOString().slice(0, DATE_LENGTH);
}

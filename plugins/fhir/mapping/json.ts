/*
 * JSON of records is handled as binary text: a string with one character for each byte of UTF-8. It is cut from the bytes of the record and written as bytes
 * again, so nothing is decoded but values that FHIR wants otherwise.
 */

/** Characters that FHIR allows in no string. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** The JSON of a string; '' for one that is blank. Blanks at both ends are removed, and control characters are replaced with blanks. */
export function stringText(value: string): string {
  const shown = value.replace(FORBIDDEN, ' ').trim();
  return shown === '' ? '' : JSON.stringify(shown);
}

/** As `stringText`, as binary text. */
export const shownText = (value: string): string => binaryOf(stringText(value));

/** Text as binary text. */
export const binaryOf = (text: string): string => Buffer.from(text).toString('latin1');

/** The string that a JSON string in binary text is of. */
export const stringOf = (json: string): string => String(JSON.parse(Buffer.from(json, 'latin1').toString()));

const DAY = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/;

/** Days of the months; February has its 29th in leap years alone. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The JSON of a day; undefined for text that is none. A time is left out: X12 has no time zones, without which FHIR has no times. */
export function dateText(value: string): string | undefined {
  const match = DAY.exec(value);
  if (match === null) return undefined;
  const [, year = '', month = '', day = ''] = match;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y === 0 || d === 0 || d > (MONTH_DAYS[m - 1] ?? 0)) return undefined;
  if (m === 2 && d === 29 && (y % 4 !== 0 || (y % 100 === 0 && y % 400 !== 0))) return undefined;
  return `"${value.slice(0, 10)}"`;
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** True for text with the digits of a number. */
export const isDecimal = (value: string): boolean => DECIMAL.test(value);

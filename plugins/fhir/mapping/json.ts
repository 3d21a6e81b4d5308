/** Text that JSON and FHIR take as it is: no escape, no blank at either end. */
const PLAIN = /^[!#-[\]-~](?:[ !#-[\]-~]*[!#-[\]-~])?$/;

/** Characters that FHIR allows in no string. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** The JSON of a string; '' for one that is blank. Blanks at both ends are removed, and control characters are replaced with blanks. */
export function stringText(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  const shown = value.replace(FORBIDDEN, ' ').trim();
  return shown === '' ? '' : JSON.stringify(shown);
}

/** The JSON of a code; '' for a blank one. Blanks inside it are single. */
export const codeText = (value: string): string => (PLAIN.test(value) && !value.includes('  ') ? `"${value}"` : stringText(value.replace(/\s+/g, ' ')));

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

/** The JSON of a number; undefined for a value that is none. Text is the digits of a number that has too many for a double. */
export function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && DECIMAL.test(value) ? value : undefined;
}

import { clean, codeRow } from '../code-row';
import { parseDate } from '../dates';
import type { ImportedRow } from '../import.types';
import { invalidLine, type Place, quote } from '../import-error';

const CODE = /^\d\d$/;

/** `(Effective January 1, 2003)` and `(This code is effective January 1, 2022, and ...)`, but not when a description became effective. */
const EFFECTIVE = /\((?:this code is )?effective (?<date>[A-Z][a-z]+ \d{1,2}, \d{4})/i;
const AVAILABLE = /available for use effective (?<date>[A-Z][a-z]+ \d{1,2}, \d{4})/i;

/** Returns the row of a place of service; its definition contains the first day. */
export function placeOfServiceRow(place: Place, code: string, name: string, definition: string): ImportedRow {
  if (!CODE.test(code)) throw invalidLine(place, `${quote(code)} is no place of service: expected two digits`);
  const desc = clean(name);
  if (desc === '') throw invalidLine(place, `the place of service ${code} has no name`);
  const date = (EFFECTIVE.exec(definition) ?? AVAILABLE.exec(definition))?.groups?.['date'];
  return codeRow({ type: 'FACILITY_TYPE', subType: 'PLACE_OF_SERVICE', code, desc, fullDesc: clean(definition), startDate: parseDate(date ?? '') });
}

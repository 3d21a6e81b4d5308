import { clean, codeRow } from '../code-row';
import { monthNumber, monthsFrom, type Period } from '../dates';
import type { CodeFile, ImportedRow, ImportHints, Release } from '../import.types';
import { invalidLine, type Place, quote } from '../import-error';
import { monthInName } from '../release-names';

/** Values of a code that both forms of the HCPCS file have. */
export interface HcpcsCode {
  /** Five characters; a modifier has two, padded with blanks in front. */
  readonly code: string;
  readonly longDescription: string;
  readonly shortDescription: string;
  readonly added: string | undefined;
  /** The last day on which the code may be used. */
  readonly terminated: string | undefined;
}

const PROCEDURE = /^[A-Z]\d{4}$/;
const MODIFIER = /^[0-9A-Z]{2}$/;

/** `HCPC2025_OCT_ANWEB`, `HCPC2019_CONTR_ANWEB`: the one without a month is that of the year. */
const NAME = /HCPC(?<year>20\d\d)(?:_(?<month>[A-Z]{3})(?=_))?/i;

const RELEASE = /^(?<year>20\d\d)(?:-(?<month>\d\d))?$/;

/** Returns the facts of a HCPCS release by its name, in which a quarter begins with its month. */
export function hcpcsRelease(file: CodeFile, hints: ImportHints): Release {
  const release = hints.release ?? releaseInName(file);
  const period = releasePeriod(release);
  return { set: 'HCPCS', release, source: 'CMS HCPCS Level II file', ...(period && { period }), replacesEdits: false };
}

/** Returns the row of a procedure or a modifier, which the code itself distinguish. */
export function hcpcsRow(place: Place, { code, longDescription, shortDescription, added, terminated }: HcpcsCode): ImportedRow {
  const desc = clean(longDescription);
  if (desc === '') throw invalidLine(place, `the code ${code} has no description`);
  const parts = { desc, shortDesc: clean(shortDescription), startDate: added, endDate: terminated };
  if (PROCEDURE.test(code)) return codeRow({ type: 'PROCEDURE', subType: 'HCPCS', code, ...parts });
  if (MODIFIER.test(code)) return codeRow({ type: 'MODIFIER', subType: 'HCPCS_MODIFIER', code, ...parts });
  throw invalidLine(place, `${quote(code)} is no HCPCS code`);
}

function releaseInName(file: CodeFile): string {
  const { year, month } = (NAME.exec(file.name) ?? NAME.exec(file.path))?.groups ?? {};
  if (year === undefined) return monthInName(file) ?? '';
  const number = monthNumber(month ?? '');
  return Number.isNaN(number) ? year : `${year}-${String(number).padStart(2, '0')}`;
}

function releasePeriod(release: string): Period | undefined {
  const { year, month } = RELEASE.exec(release)?.groups ?? {};
  if (year === undefined) return undefined;
  return month === undefined ? monthsFrom(Number(year), 1, 12) : monthsFrom(Number(year), Number(month), 3);
}

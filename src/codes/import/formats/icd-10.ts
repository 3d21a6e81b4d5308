import { posix } from 'node:path';
import type { CodeType } from '../../code-type';
import { fiscalYear, type Period } from '../dates';
import type { CodeFile, ImportHints } from '../import.types';
import { invalidFile } from '../import-error';
import { yearInName } from '../release-names';

/** One of the two ICD-10 code sets of the United States. */
export interface Icd10Set {
  readonly set: string;
  readonly type: CodeType;
  /** Sub type of the codes that are valid on claims. */
  readonly subType: string;
  /** Sub type of the headers above them; undefined where headers are left out. */
  readonly headerSubType: string | undefined;
  formatCode(code: string): string | undefined;
}

/** Diagnoses. */
export const ICD_10_CM: Icd10Set = {
  set: 'ICD-10-CM',
  type: 'DIAGNOSIS',
  subType: 'ICD_10',
  headerSubType: 'ICD_10_HEADER',
  formatCode: (code) => withDot(code, 3),
};

/** Inpatient procedures. Their headers are parts of codes that no claim shows, so they are left out. */
export const ICD_10_PCS: Icd10Set = { set: 'ICD-10-PCS', type: 'PROCEDURE', subType: 'ICD_10_PCS', headerSubType: undefined, formatCode: () => undefined };

/** A release of an ICD-10 code set. */
export interface Icd10Release {
  readonly release: string;
  readonly period: Period;
}

const RELEASE = /^(?<year>20\d\d)(?<april>-04)?$/;

/** Puts the dot behind so many characters of a code that is longer: A000 -> A00.0. */
export function withDot(code: string, characters: number): string {
  return code.length > characters ? `${code.slice(0, characters)}.${code.slice(characters)}` : code;
}

/**
 * Finds the release by the hint, or by the year in the name; April means an update in the middle of the fiscal year. Throws EDI_CODES_FILE_INVALID without
 * both, because the codes of the file carry no dates.
 */
export function findIcd10Release(file: CodeFile, hints: ImportHints): Icd10Release {
  const release = hints.release ?? releaseInName(file);
  const { year, april } = RELEASE.exec(release ?? '')?.groups ?? {};
  if (release === undefined || year === undefined) {
    throw invalidFile(file.name, 'does not name its fiscal year', 'Name the release, such as 2026, or 2026-04 for an update in April.');
  }
  return { release, period: fiscalYear(Number(year), april !== undefined) };
}

/** True when an addenda file is of the same release: by its name, or because it is next to the main file. */
export function isOfRelease(addenda: CodeFile, main: CodeFile, { release }: Icd10Release): boolean {
  if (posix.dirname(addenda.path) === posix.dirname(main.path)) return yearInName(addenda) === yearInName(main);
  return releaseInName(addenda) === release;
}

function releaseInName(file: CodeFile): string | undefined {
  const year = yearInName(file);
  return year !== undefined && /apr(?:il|[^a-z]|$)/i.test(file.path) ? `${year}-04` : year;
}

import { categoryRow, clean, codeRow } from '../code-row';
import { fiscalYear } from '../dates';
import type { ImportedRow, ImportHints, Release } from '../import.types';
import { invalidLine, type Place, quote } from '../import-error';

/** Major diagnostic categories as the MS-DRG definitions manual names them. */
const MDC_NAMES: Readonly<Record<string, string>> = {
  PRE: 'Pre-MDC',
  '01': 'Diseases and Disorders of the Nervous System',
  '02': 'Diseases and Disorders of the Eye',
  '03': 'Diseases and Disorders of the Ear, Nose, Mouth and Throat',
  '04': 'Diseases and Disorders of the Respiratory System',
  '05': 'Diseases and Disorders of the Circulatory System',
  '06': 'Diseases and Disorders of the Digestive System',
  '07': 'Diseases and Disorders of the Hepatobiliary System and Pancreas',
  '08': 'Diseases and Disorders of the Musculoskeletal System and Connective Tissue',
  '09': 'Diseases and Disorders of the Skin, Subcutaneous Tissue and Breast',
  '10': 'Endocrine, Nutritional and Metabolic Diseases and Disorders',
  '11': 'Diseases and Disorders of the Kidney and Urinary Tract',
  '12': 'Diseases and Disorders of the Male Reproductive System',
  '13': 'Diseases and Disorders of the Female Reproductive System',
  '14': 'Pregnancy, Childbirth and the Puerperium',
  '15': 'Newborns and Other Neonates with Conditions Originating in the Perinatal Period',
  '16': 'Diseases and Disorders of the Blood and Blood Forming Organs and Immunological Disorders',
  '17': 'Myeloproliferative Diseases and Disorders and Poorly Differentiated Neoplasms',
  '18': 'Infectious and Parasitic Diseases',
  '19': 'Mental Diseases and Disorders',
  '20': 'Alcohol/Drug Use and Alcohol/Drug Induced Organic Mental Disorders',
  '21': 'Injuries, Poisonings and Toxic Effects of Drugs',
  '22': 'Burns',
  '23': 'Factors Influencing Health Status and Other Contacts with Health Services',
  '24': 'Multiple Significant Trauma',
  '25': 'Human Immunodeficiency Virus Infections',
};

/** M and P are the letters of the definitions manual; P means procedure. */
const KINDS: Readonly<Record<string, readonly [code: string, desc: string]>> = {
  M: ['MED', 'Medical'],
  MED: ['MED', 'Medical'],
  P: ['SURG', 'Surgical'],
  SURG: ['SURG', 'Surgical'],
};

/** DRGs 998 and 999 are neither medical nor surgical. */
const NO_KIND = ['', '**'];

/** Version 1 was that of fiscal year 1984. */
const YEAR_BEFORE_VERSION_1 = 1983;

const VERSION = /^(?<version>\d\d)(?:\.(?<update>\d))?$/;

/** Values of a group in its row. */
export interface MsDrg {
  readonly code: string;
  readonly mdc: string;
  /** M, P, MED, SURG, ** or nothing. */
  readonly kind: string;
  readonly title: string;
}

/** Returns the facts of a release by the version of its grouper, such as 40.0 or 41.1; a version with a .1 begins in April. */
export function msDrgRelease(version: string | undefined, hints: ImportHints, source: string): Release {
  const release = hints.release ?? version ?? '';
  const parts = VERSION.exec(release)?.groups;
  const period = parts && fiscalYear(YEAR_BEFORE_VERSION_1 + Number(parts['version']), (parts['update'] ?? '0') !== '0');
  return { set: 'MS-DRG', release, source, ...(period && { period }), replacesEdits: true };
}

/** Returns the version of the grouper of a fiscal year. */
export function versionOfYear(year: string): string {
  return `${Number(year) - YEAR_BEFORE_VERSION_1}.0`;
}

/** Returns the code and its categories: major diagnostic category, medical or surgical. */
export function msDrgRows(place: Place, { code: number, mdc, kind, title }: MsDrg): readonly ImportedRow[] {
  if (!/^\d{1,3}$/.test(number)) throw invalidLine(place, `${quote(number)} is no MS-DRG`);
  const code = number.padStart(3, '0');
  const desc = clean(title);
  if (desc === '') throw invalidLine(place, `the MS-DRG ${code} has no title`);
  return [codeRow({ type: 'DRG', subType: 'DRG', code, desc }), ...mdcRows(place, code, mdc.toUpperCase()), ...kindRows(place, code, kind.toUpperCase())];
}

function mdcRows(place: Place, code: string, mdc: string): readonly ImportedRow[] {
  if (mdc === '') return [];
  const category = mdc.padStart(2, '0');
  const name = MDC_NAMES[category];
  if (name === undefined) throw invalidLine(place, `${quote(mdc)} is no major diagnostic category`);
  return [categoryRow('DRG', code, 'MDC', category, name)];
}

function kindRows(place: Place, code: string, kind: string): readonly ImportedRow[] {
  if (NO_KIND.includes(kind)) return [];
  const found = KINDS[kind];
  if (found === undefined) throw invalidLine(place, `${quote(kind)} is neither medical nor surgical`);
  return [categoryRow('DRG', code, 'MS_DRG_TYPE', ...found)];
}

import type { ClaimSetting } from '../../code.types';
import { invalidLine, type Place, quote } from '../import-error';

const SETTINGS: readonly (readonly [words: RegExp, claimType: ClaimSetting, nameOfSet: string])[] = [
  [/practitioner|physician|ccipra/i, 'PRACTITIONER', 'PRACTITIONER'],
  [/hospital|ccioph/i, 'HOSPITAL', 'HOSPITAL'],
  [/dme/i, 'DME_SUPPLIER', 'DME-SUPPLIER'],
];

/** Settings of care of the edits, with their names in the set. */
export interface NcciSetting {
  readonly claimType: ClaimSetting;
  readonly nameOfSet: string;
}

/** Finds the setting in the first text that names one. */
export function findSetting(...texts: readonly string[]): NcciSetting | undefined {
  for (const text of texts) {
    const [, claimType, nameOfSet] = SETTINGS.find(([words]) => words.test(text)) ?? [];
    if (claimType !== undefined && nameOfSet !== undefined) return { claimType, nameOfSet };
  }
  return undefined;
}

/** Reads a HCPCS or CPT code. Throws EDI_CODES_FILE_INVALID for other text. */
export function readProcedure(place: Place, text: string): string {
  const code = text.trim();
  if (/^[0-9A-Z]{5}$/.test(code)) return code;
  throw invalidLine(place, `${quote(code)} is no procedure code: expected five characters`);
}

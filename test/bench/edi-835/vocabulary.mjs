import { PAYERS as PAYING_COMPANIES, PROVIDERS, words } from '../edi-parts/words.mjs';

/** CAS02 of a line that was denied as a whole. */
export const DENIAL_REASONS = words('16 18 29 50 96 97 109 119 197 204');
export const REMARK_CODES = words('N130 N30 N362 N381 N425 N522 N657 M15 M20 M76 M86 MA130 N19 N56');
export const MOA_REMARKS = words('MA01 MA01*MA18 MA07 MA18 MA01*MA07*MA18 MA15');
export const CLAIM_FILING_CODES = words('12 13 14 15 HM MB MC 16');
export const PLB_REASONS = words('WO FB 72 CS L6');

/** Payers with their segments of loop 1000A. */
export const PAYERS = PAYING_COMPANIES.map(({ name, taxId, street, place, number }) => ({
  taxId,
  segments: [
    `N1*PR*${name}`,
    `N3*${street}`,
    `N4*${place}`,
    `REF*2U*${number}`,
    'PER*CX*CLAIMS SERVICE*TE*8005550100',
    'PER*BL*EDI SUPPORT*TE*8005550101*EM*EDI@PAYER.EXAMPLE',
  ],
}));

/** Payees with their segments of loop 1000B. */
export const PAYEES = PROVIDERS.map(({ name, taxId, street, place, npi }) => ({
  npi,
  segments: [`N1*PE*${name}*XX*${npi}`, `N3*${street}`, `N4*${place}`, `REF*TJ*${taxId}`],
}));

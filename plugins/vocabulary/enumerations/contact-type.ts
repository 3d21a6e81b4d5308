import { enumeration } from '../../../src/plugin';

/** Kinds of contact number: PER03, PER05, PER07 (data element 365). */
export const contactType = enumeration('ContactType', [
  ['AP', 'ALTERNATE_PHONE'],
  ['BN', 'BEEPER'],
  ['CP', 'CELL_PHONE'],
  ['EM', 'EMAIL'],
  ['EX', 'EXTENSION'],
  ['FX', 'FAX'],
  ['HP', 'HOME_PHONE'],
  ['TE', 'PHONE'],
  ['UR', 'URL'],
  ['WP', 'WORK_PHONE'],
  ['XX', 'UNKNOWN'],
]);

import { enumeration } from '../../../src/plugin';

/** Kinds of plan by claim filing indicator: CLP06, SBR09 (data element 1032). */
export const insurancePlanType = enumeration('InsurancePlanType', [
  ['11', 'OTHER_NON_FEDERAL'],
  ['12', 'PPO'],
  ['13', 'POS'],
  ['14', 'EPO'],
  ['15', 'INDEMNITY_INSURANCE'],
  ['16', 'HMO_MEDICARE'],
  ['AM', 'AUTOMOBILE_MEDICAL'],
  ['BL', 'BCBS'],
  ['CH', 'CHAMPUS'],
  ['CI', 'COMMERCIAL'],
  ['FI', 'FEDERAL_EMPLOYEE_PROGRAM'],
  ['HM', 'HMO'],
  ['MA', 'MEDICARE_A'],
  ['MB', 'MEDICARE_B'],
  ['MC', 'MEDICAID'],
  ['OF', 'OTHER_FEDERAL'],
  ['VA', 'VETERAN_AFFAIRS'],
  ['WC', 'WORKERS_COMPENSATION'],
  ['ZZ', 'MUTUALLY_DEFINED'],
]);

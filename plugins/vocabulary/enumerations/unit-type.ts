import { enumeration } from '../../../src/plugin';

/** Units of measure: SV103, CTP05-1 (data element 355). */
export const unitType = enumeration('UnitType', [
  ['BD', 'BUNDLE'],
  ['DA', 'DAYS'],
  ['DH', 'MILES'],
  ['F2', 'INTERNATIONAL_UNIT'],
  ['GR', 'GRAM'],
  ['LB', 'POUND'],
  ['ME', 'MILLIGRAM'],
  ['MJ', 'MINUTES'],
  ['ML', 'MILLILITER'],
  ['MO', 'MONTH'],
  ['UN', 'UNIT'],
]);

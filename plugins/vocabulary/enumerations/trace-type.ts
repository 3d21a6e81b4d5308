import { enumeration } from '../../../src/plugin';

/** Whose trace number it is: TRN01 (data element 481). */
export const traceType = enumeration('TraceType', [
  ['1', 'CURRENT_TRANSACTION'],
  ['2', 'REFERENCED_TRANSACTION'],
  ['3', 'FINANCIAL_REASSOCIATION'],
]);

import { enumeration } from '../../../src/plugin';

/** What an amount, percentage or quantity says of its period (EB06): all of it, what remains of it, or what was used so far. */
export const balanceType = enumeration('BalanceType', [
  ['6', 'TOTAL'],
  ['7', 'TOTAL'],
  ['13', 'TOTAL'],
  ['21', 'TOTAL'],
  ['22', 'TOTAL'],
  ['23', 'TOTAL'],
  ['24', 'YEAR_TO_DATE'],
  ['25', 'TOTAL'],
  ['26', 'TOTAL'],
  ['27', 'TOTAL'],
  ['28', 'TOTAL'],
  ['29', 'REMAINING'],
  ['30', 'EXCEEDED'],
  ['31', 'NOT_EXCEEDED'],
  ['32', 'TOTAL'],
  ['33', 'REMAINING'],
  ['34', 'TOTAL'],
  ['35', 'TOTAL'],
  ['36', 'TOTAL'],
]);

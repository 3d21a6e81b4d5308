import { enumeration } from '../../../src/plugin';

/** Periods that amounts and quantities are for: EB06, HSD05 (data element 615). */
export const timePeriod = enumeration('TimePeriod', [
  ['13', '24_HOURS'],
  ['21', 'YEARS'],
  ['22', 'SERVICE_YEAR'],
  ['23', 'CALENDAR_YEAR'],
  ['24', 'YEAR_TO_DATE'],
  ['25', 'CONTRACT'],
  ['26', 'EPISODE'],
  ['27', 'VISIT'],
  ['28', 'OUTLIER'],
  ['29', 'REMAINING'],
  ['30', 'EXCEEDED'],
  ['31', 'NOT_EXCEEDED'],
  ['32', 'LIFETIME'],
  ['33', 'LIFETIME_REMAINING'],
  ['34', 'MONTH'],
  ['35', 'WEEK'],
  ['36', 'ADMISSION'],
  ['6', 'HOUR'],
  ['7', 'DAY'],
]);

import { amount, periodFrom, quantity, record, type RecordOf, text } from '../../src/plugin';
import { drug, procedure, revenueCode } from '../vocabulary';
import { daysOf } from './claim-parts';
import { statusInfos } from './status-info';

/** Dates of a service. */
const DAY = 'DTP[472|150]03';

/** 2220, a service line with its statuses; 2210 in questions, which have none. */
export const serviceLineStatus = record('ServiceLineStatus', {
  controlNumber: text('REF[FJ|6R]02'),
  chargeAmount: amount('SVC02'),
  paymentAmount: amount('SVC03'),
  unitCount: quantity('SVC07'),
  drug: drug('SVC01'),
  procedure: procedure('SVC01'),
  revenueCode: revenueCode('SVC01', 'SVC04'),
  prescriptionNumber: text('REF[XZ]02'),
  ...daysOf(DAY, periodFrom('DTP[151]03')),
  statusInfos,
});
export type ServiceLineStatus = RecordOf<typeof serviceLineStatus>;

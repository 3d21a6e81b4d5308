import {
  amount,
  type Condition,
  date,
  each,
  firstAndAll,
  firstOf,
  others,
  quantity,
  record,
  type RecordOf,
  text,
  unlessGiven,
  variant,
  withoutPlace,
  writtenWhere,
} from '../../src/plugin';
import { adjustments, amountItem, drug, identification, industryCodeOf, procedure, quantityItem, revenueCode } from '../vocabulary';

/** REF01 codes of 2110 that identify the provider who rendered the service. */
const PROVIDER_ID_CODES = '0B|1A|1B|1C|1D|1G|1H|1J|D3|G2|HPI|SY|TJ';

/** DTM01 of the first day of a service. */
const START = '150';

const LIST = { type: 'array', items: { type: 'object' } } as const;

/** A line that has the first day of its service (DTM 150), and neither the last one nor a single day. */
const statesStart: Condition = { all: [{ has: 'DTM[150]01' }, { not: { has: 'DTM[151]01' } }, { not: { has: 'DTM[472]01' } }] };

/** A line whose `serviceDateFrom` is the day of its service, not the first of several. */
const ONE_DAY = { absent: ['serviceDateTo'], differs: { serviceDateQualifierCode: START } };

/** 2110, a service line. */
export const paymentLine = record('PaymentLine', {
  sourceLineId: text('REF[6R]02'),
  repricedReferenceNumber: text('REF[9B]02'),
  adjustedRepricedReferenceNumber: text('REF[9D]02'),
  ...firstAndAll('healthcarePolicyId', 'healthcarePolicyIds', 'REF[0K]02', text),
  chargeAmount: amount('SVC02'),
  paidAmount: amount('SVC03'),
  supplementalAmounts: each('AMT', amountItem),
  supplementalQuantities: each('QTY', quantityItem),
  serviceDateFrom: firstOf(writtenWhere(ONE_DAY, date('DTM[472]02')), date('DTM[150]02')),
  serviceDateTo: date('DTM[151]02'),
  serviceDateQualifierCode: variant<string, 'start'>([['start', statesStart]], { start: text('DTM[150]01') }),
  unitCount: quantity('SVC05'),
  originalUnitCount: quantity('SVC07'),
  drug: drug('SVC01'),
  procedure: procedure('SVC01'),
  revenueCode: revenueCode('SVC01', 'SVC04'),
  originalProcedure: procedure('SVC06'),
  originalRevenueCode: revenueCode('SVC06'),
  originalDrug: drug('SVC06'),
  adjustments: adjustments(),
  remarkCodes: unlessGiven('remarks', each('LQ', text('02'))),
  remarks: each('LQ', industryCodeOf('01', '02', 'HE')),
  serviceIds: others('REF', identification),
  renderingProviderIds: each(`REF[${PROVIDER_ID_CODES}]`, identification),
  providers: withoutPlace('loop 2110 has no NM1; identifications of the provider are `renderingProviderIds`.', LIST),
  prescriptionNumberType: withoutPlace('loop 2110 has no REF of a prescription number.'),
});
export type PaymentLine = RecordOf<typeof paymentLine>;

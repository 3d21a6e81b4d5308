import {
  adjustments,
  amount,
  amountItem,
  date,
  drug,
  each,
  firstAndAll,
  firstOf,
  identification,
  industryCodeOf,
  procedure,
  quantity,
  quantityItem,
  record,
  type RecordOf,
  revenueCode,
  text,
  unlessGiven,
  whereAbsent,
  withoutPlace,
} from '../../src/plugin';

/** REF01 codes of 2110 that identify the provider who rendered the service. */
const PROVIDER_ID_CODES = '0B|1A|1B|1C|1D|1G|1H|1J|D3|G2|HPI|SY|TJ';

const LIST = { type: 'array', items: { type: 'object' } } as const;

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
  serviceDateFrom: firstOf(whereAbsent('serviceDateTo', date('DTM[472]02')), date('DTM[150]02')),
  serviceDateTo: date('DTM[151]02'),
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
  remarks: each('LQ', industryCodeOf(1, '02', 'HE')),
  serviceIds: each(`REF[^0K|6R|9B|9D|${PROVIDER_ID_CODES}]`, identification),
  renderingProviderIds: each(`REF[${PROVIDER_ID_CODES}]`, identification),
  providers: withoutPlace('loop 2110 has no NM1; identifications of the provider are `renderingProviderIds`.', LIST),
  prescriptionNumberType: withoutPlace('loop 2110 has no REF of a prescription number.'),
});
export type PaymentLine = RecordOf<typeof paymentLine>;

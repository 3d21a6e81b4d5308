import {
  amount,
  code,
  constant,
  date,
  dateRange,
  each,
  from,
  group,
  loops,
  named,
  object,
  others,
  quantity,
  record,
  recordId,
  type RecordOf,
  text,
  transactionReference,
  unlessTopLevel,
  validationIssues,
  type VariantCase,
} from '../../src/plugin';
import {
  adjudicatedClaimStatus,
  adjustments,
  amountItem,
  contacts,
  facility,
  type FacilityList,
  identification,
  inpatientAdjudication,
  insurancePlanType,
  outpatientAdjudication,
  quantityItem,
} from '../vocabulary';
import { claimParty, payee, payer, serviceProvider } from './parties';
import { paymentLine } from './payment-line';
import { transaction } from './transaction';

/** An insured or patient. */
const subscriber = (place: string) => record('PatientSubscriber835', { person: object(place, claimParty) });

const otherSubscriber = record('PatientSubscriber835', { person: group(claimParty) });

/**
 * CLP08 is a UB-04 facility type on institutional claims, which show by a DRG (CLP11) or a revenue code on a line
 * (SVC04, or NU in SVC01); on all others it is a place of service.
 */
const facilityLists: readonly VariantCase<FacilityList>[] = [
  ['FACILITY_TYPE', { any: [{ has: 'CLP11' }, { inLoops: '2110', where: { any: [{ has: 'SVC04' }, { is: 'SVC01-1', codes: ['NU'] }] } }] }],
  ['PLACE_OF_SERVICE'],
];

/** 2100, a claim payment. */
export const payment = record('Payment', {
  id: recordId(),
  objectType: constant('PAYMENT'),
  transactionId: transactionReference(),
  patientControlNumber: text('CLP01'),
  chargeAmount: amount('CLP03'),
  paymentAmount: amount('CLP04'),
  ...facility('CLP08', facilityLists),
  frequencyCode: code('FREQUENCY_CODE', 'CLP09'),
  statementDateFrom: date('DTM[232]02'),
  statementDateTo: date('DTM[233]02'),
  ...dateRange('serviceDate', '2110', 'DTM[150|151|472]02'),
  subscriber: group(subscriber('NM1[IL]')),
  patient: group(subscriber('NM1[QC]')),
  otherSubscribers: each('NM1[GB]', otherSubscriber),
  claimStatusCode: text('CLP02'),
  claimStatus: named(adjudicatedClaimStatus, 'CLP02'),
  patientResponsibilityAmount: amount('CLP05'),
  claimFilingIndicatorCode: text('CLP06'),
  insurancePlanType: named(insurancePlanType, 'CLP06'),
  payerControlNumber: text('CLP07'),
  drg: code('DRG', 'CLP11'),
  drgWeight: quantity('CLP12'),
  dischargeFraction: quantity('CLP13'),
  otherClaimRelatedIds: others('REF', identification),
  supplementalAmounts: each('AMT', amountItem),
  supplementalQuantities: each('QTY', quantityItem),
  payer: from('1000A', payer),
  payee: from('1000B', payee),
  outpatientAdjudication: group(outpatientAdjudication),
  inpatientAdjudication: group(inpatientAdjudication),
  adjustments: adjustments(),
  coverageExpirationDate: date('DTM[036]02'),
  claimReceivedDate: date('DTM[050]02'),
  serviceProvider: object('NM1[82|SJ]', serviceProvider),
  crossoverCarrier: object('NM1[TT]', claimParty),
  correctedPayer: object('NM1[PR]', claimParty),
  correctedInsured: object('NM1[74]', claimParty),
  claimContacts: contacts(),
  serviceLines: loops('2110', paymentLine, { keepsEmpty: true }),
  validationIssues: validationIssues(),
  transaction: unlessTopLevel(from('0000', transaction)),
});
export type Payment = RecordOf<typeof payment>;

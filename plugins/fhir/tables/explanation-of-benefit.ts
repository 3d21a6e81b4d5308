import type { ExplanationOfBenefit } from 'fhir/r4';
import { adjustmentGroup } from '../../vocabulary';
import type { Element } from '../mapping/element';
import {
  at,
  date,
  decimal,
  each,
  first,
  fixed,
  items,
  list,
  lookup,
  money,
  numbered,
  object,
  period,
  required,
  requiredValue,
  resource,
  text,
} from '../mapping/elements';
import { coding, x12, x12Named } from '../mapping/codings';
import { concept, SYSTEM, x12System } from '../systems';
import { careTeamMember } from './care-team';
import { paymentCoverage } from './coverage';
import { count, modifier, productOrService, serviced } from './lines';
import { identification, organization, patientInPerson } from './parties';
import { codeInfo, dayInfo, infoOf, quantityInfos } from './supporting-info';

/** Claim types by the list of the facility code, which the reading of a remittance decides. */
const TYPES = { FACILITY_TYPE: concept(SYSTEM.claimType, 'institutional'), PLACE_OF_SERVICE: concept(SYSTEM.claimType, 'professional') };

const amountOf = (category: object, path: string): Element => object({ category: fixed(category), amount: money(path) });

const adjudicated = (code: string): object => concept(SYSTEM.adjudication, code);

/** Adjustments (CAS): the group is the category, the CARC the reason. */
const adjustments = each(
  'adjustments',
  object({ category: required(x12Named('group', adjustmentGroup, '1033')), reason: coding('reason'), amount: money('amount'), value: decimal('quantity') }, [
    'reason',
    'amount',
  ]),
);

const REMARKS = { RARC: concept(x12System('1270'), 'HE'), NCPDP_REJECT_CODE: concept(x12System('1270'), 'RX') };

/** Remarks (LQ, MOA, MIA) are reasons without amount. */
const remarks = (path: string): Element =>
  each(path, object({ category: first(lookup('subType', REMARKS), fixed({ text: 'Remark' }, 'else')), reason: coding('') }, ['reason']));

const B6_AMOUNT = { B6: adjudicated('eligible'), AU: adjudicated('eligible') };

/** Other amounts (AMT): allowed amounts have a category of FHIR, all others the code of X12. */
const amounts = each(
  'supplementalAmounts',
  object({ category: required(lookup('qualifierCode', B6_AMOUNT), x12('qualifierCode', '522')), amount: money('amount') }, ['amount']),
);

/** Amounts of outpatients (MOA), for which nobody has codes. */
const OUTPATIENT_AMOUNTS: readonly (readonly [path: string, label: string])[] = [
  ['hcpcsPayableAmount', 'HCPCS payable amount (MOA02)'],
  ['esrdPaymentAmount', 'End stage renal disease payment (MOA08)'],
  ['nonPayableProfessionalComponentAmount', 'Non-payable professional component (MOA09)'],
];

/** Amounts of hospital stays (MIA), for which nobody has codes. */
const INPATIENT_AMOUNTS: readonly (readonly [path: string, label: string])[] = [
  ['ppsOperatingOutlierAmount', 'PPS operating outlier (MIA02)'],
  ['drgAmount', 'DRG amount (MIA04)'],
  ['disproportionateShareAmount', 'Disproportionate share (MIA06)'],
  ['mspPassThroughAmount', 'MSP pass-through (MIA07)'],
  ['ppsCapitalAmount', 'PPS capital (MIA08)'],
  ['ppsCapitalFspDrgAmount', 'PPS capital, federal DRG (MIA09)'],
  ['ppsCapitalHspDrgAmount', 'PPS capital, hospital DRG (MIA10)'],
  ['ppsCapitalDshDrgAmount', 'PPS capital, disproportionate share DRG (MIA11)'],
  ['oldCapitalAmount', 'Old capital (MIA12)'],
  ['ppsCapitalImeAmount', 'PPS capital, medical education (MIA13)'],
  ['ppsOperatingHospitalSpecificDrgAmount', 'PPS operating, hospital DRG (MIA14)'],
  ['ppsOperatingFederalSpecificDrgAmount', 'PPS operating, federal DRG (MIA16)'],
  ['ppsCapitalOutlierAmount', 'PPS capital outlier (MIA17)'],
  ['indirectTeachingAmount', 'Indirect teaching (MIA18)'],
  ['nonPayableProfessionalComponentAmount', 'Non-payable professional component (MIA19)'],
  ['ppsCapitalExceptionAmount', 'PPS capital exception (MIA24)'],
];

const labelled = (amountsOfLoop: typeof INPATIENT_AMOUNTS): Element =>
  items(...amountsOfLoop.map(([path, label]) => amountOf({ text: label }, path)), remarks('remarks'));

const item = numbered(
  object({
    revenue: coding('revenueCode'),
    productOrService,
    modifier,
    ...serviced,
    quantity: count('unitCount'),
    net: money('chargeAmount'),
    adjudication: list(
      amountOf(adjudicated('submitted'), 'chargeAmount'),
      amountOf(adjudicated('benefit'), 'paidAmount'),
      amounts,
      adjustments,
      remarks('remarks'),
    ),
  }),
);

/** Identifies a claim by the number that its provider gave it (pat), or by that of the payer (uc). */
export const claimOf = (path: string, kind: 'pat' | 'uc' = 'pat'): Element =>
  object({ type: fixed('Claim'), identifier: object({ type: fixed(concept(SYSTEM.carinIdentifier, kind)), value: text(path) }, ['value']) });

/** 835: PAYMENT. */
export const explanationOfBenefit: Element = resource<ExplanationOfBenefit>({
  identifier: list(
    object({ type: fixed(concept(SYSTEM.carinIdentifier, 'uc')), value: text('payerControlNumber') }, ['value']),
    each('otherClaimRelatedIds', identification),
  ),
  status: fixed('active'),
  type: required(lookup('facilityCode.subType', TYPES)),
  use: first(lookup('claimStatusCode', { '25': 'predetermination' }), fixed('claim', 'else')),
  patient: required(at('patient', patientInPerson), at('subscriber', patientInPerson)),
  billablePeriod: first(period(date('statementDateFrom'), date('statementDateTo')), period(date('serviceDateFrom'), date('serviceDateTo'))),
  created: requiredValue(date('/transaction.productionDate'), date('/transaction.paymentDate')),
  insurer: required(at('payer', organization)),
  provider: required(at('payee', organization)),
  payee: object({ type: fixed(concept(SYSTEM.payee, 'provider')), party: at('payee', organization) }),
  claim: claimOf('patientControlNumber'),
  outcome: fixed('complete'),
  careTeam: list(at('serviceProvider', careTeamMember)),
  supportingInfo: list(
    codeInfo('claimStatusCode', '1029'),
    infoOf(concept(SYSTEM.claimInfo, 'info'), { code: coding('facilityCode') }),
    infoOf(concept(SYSTEM.claimInfo, 'info'), { code: coding('frequencyCode') }),
    infoOf(concept(SYSTEM.carinInfo, 'drg'), { code: coding('drg') }),
    infoOf(concept(SYSTEM.carinInfo, 'clmrecvddate'), { timingDate: date('claimReceivedDate') }),
    dayInfo('coverageExpirationDate', '036'),
    quantityInfos('supplementalQuantities'),
  ),
  insurance: list(object({ focal: fixed(true), coverage: required(paymentCoverage) })),
  item: list(each('serviceLines', item)),
  adjudication: list(adjustments, at('outpatientAdjudication', labelled(OUTPATIENT_AMOUNTS)), at('inpatientAdjudication', labelled(INPATIENT_AMOUNTS))),
  total: list(
    amountOf(adjudicated('submitted'), 'chargeAmount'),
    amountOf(adjudicated('benefit'), 'paymentAmount'),
    amountOf(concept(SYSTEM.carinAdjudication, 'memberliability'), 'patientResponsibilityAmount'),
    amounts,
  ),
  payment: object(
    { date: date('/transaction.paymentDate'), amount: money('paymentAmount'), identifier: object({ value: text('/transaction.checkOrEftTraceNumber') }) },
    ['amount'],
  ),
});

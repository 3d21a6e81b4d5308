import type { SampleContext, SampleFault, SampleText, TransactionSample } from '../../src/plugin';
import {
  addressText,
  adjudicate,
  type Adjudication,
  type ClaimForm,
  claimProviderOf,
  claimSource,
  CLAIMS_PER_TRANSACTION,
  money,
  nameElements,
  PAYER,
  type SyntheticClaim,
  TRADING,
} from '../synthetic';

const DATE = '20250818';

const PAYER_TAX_ID = '1000000017';

/** Reasons of adjustments: the contract, the deductible, coinsurance, and services that are not covered. */
const adjustments = ({ discount, deductible, coinsurance, denied }: Adjudication['lines'][number]): string => {
  const ofPatient = [...(deductible > 0 ? ['1', money(deductible), ''] : []), ...(coinsurance > 0 ? ['2', money(coinsurance), ''] : [])];
  return `${discount > 0 ? `CAS*CO*45*${money(discount)}~\n` : ''}${denied > 0 ? `CAS*CO*96*${money(denied)}~\n` : ''}${
    ofPatient.length > 0 ? `CAS*PR*${ofPatient.slice(0, -1).join('*')}~\n` : ''
  }`;
};

/** SVC01, and SVC04: a revenue code stands where there is no procedure, else beside it. */
const service = ({ product, revenue }: SyntheticClaim['lines'][number]): readonly [string, string] =>
  product === '' ? [`NU:${revenue}`, ''] : [product, revenue];

/** Loops 2100 and 2110 of a claim. */
function payment(claim: SyntheticClaim, { isDenied, paid, patient, lines }: Adjudication): string {
  const { form, id, charge, payerClaimId, memberId, subscriber, doctor, isDependent, from, to, drg } = claim;
  const owed = patient > 0 ? money(patient) : '';
  return `CLP*${id}*${isDenied ? 4 : 1}*${money(charge)}*${money(paid)}*${owed}*12*${payerClaimId}*11*1${form === 'I' ? `**${drg}` : ''}~
NM1*QC*1*${nameElements(claim.patient)}***MI*${memberId}~
${isDependent ? `NM1*IL*1*${nameElements(subscriber)}***MI*${memberId}~\n` : ''}${form === 'I' ? '' : `NM1*82*1*${nameElements(doctor)}***XX*${doctor.npi}~\n`}${
    form === 'I' ? `DTM*232*${from}~\nDTM*233*${to}~\n` : ''
  }DTM*050*20250805~
${claim.lines.map((line, at) => lineText(claim, line, lines[at])).join('')}`;
}

function lineText({ form, id, from }: SyntheticClaim, line: SyntheticClaim['lines'][number], decided: Adjudication['lines'][number] | undefined): string {
  if (decided === undefined) return '';
  const { charge, units, number } = line;
  const [product, revenue] = service(line);
  return `SVC*${product}*${money(charge)}*${money(decided.paid)}*${revenue}*${form === 'D' ? 1 : units}~
DTM*472*${from}~
${adjustments(decided)}REF*6R*${id}-${number}~
${decided.denied > 0 ? 'LQ*HE*N130~\n' : `AMT*B6*${money(decided.allowed)}~\n`}`;
}

function open(form: ClaimForm, { seed, firstRecord }: SampleContext): SampleText {
  const { name, npi, place, taxId } = claimProviderOf(form, seed, firstRecord);
  const claims = claimSource(form, seed);
  let total = 0;
  return {
    record(index) {
      const claim = claims(index);
      if (claim.isRejected) return '';
      const decision = adjudicate(claim, seed, index);
      total += decision.paid;
      return payment(claim, decision);
    },
    head() {
      const method = total === 0 ? 'NON************' : `ACH*CCP*01*999999992*DA*48151623*${PAYER_TAX_ID}**01*999999992*DA*42108000*`;
      return `BPR*${total === 0 ? 'H' : 'I'}*${money(total)}*C*${method}${DATE}~
TRN*1*EFT${form}${seed}-${firstRecord + 1}*${PAYER_TAX_ID}~
DTM*405*${DATE}~
N1*PR*${PAYER.name}~
${addressText(PAYER)}PER*BL*EDI SUPPORT*TE*2075550142~
N1*PE*${name}*XX*${npi}~
${addressText(place)}REF*TJ*${taxId}~
LX*1~
`;
    },
    tail: () => '',
  };
}

const FAULTS: readonly SampleFault[] = [
  {
    id: 'payment-balance',
    what: 'The payment (BPR02) is not the sum of the claims.',
    rule: '835-payment-balance',
    parts: ['head'],
    apply: (text) => text.replace(/(BPR\*I\*)(\d)/, '$17$2'),
  },
  {
    id: 'claim-charge',
    what: 'The charge of a claim (CLP03) is not that of its lines.',
    rule: '835-claim-charge',
    apply: (text) => text.replace(/(CLP\*[^*]+\*\d+\*)(\d)/, '$17$2'),
  },
  {
    id: 'line-balance',
    what: 'The payments of two lines (SVC03) are exchanged, so that they are not the charges minus adjustments.',
    rule: '835-line-balance',
    apply: (text) => text.replace(/(SVC(?:\*[^*]+){2}\*)([^*]+)([^]*?SVC(?:\*[^*]+){2}\*)([^*]+)/, '$1$4$3$2'),
  },
  {
    id: 'patient-responsibility',
    what: 'The share of the patient (CLP05) is not that of the adjustments.',
    rule: '835-patient-responsibility',
    apply: (text) => text.replace(/(CLP\*(?:[^*]*\*){4})(\d)/, '$17$2'),
  },
  {
    id: 'reason-code',
    what: 'The reason of an adjustment (CAS02) is in no list.',
    rule: 'code-invalid',
    apply: (text) => text.replace(/(CAS\*\w\w\*)\d+/, '$19999'),
  },
];

const sample = (form: ClaimForm, id: string, title: string): TransactionSample => ({
  id,
  title,
  records: 'claims',
  faults: FAULTS,
  set: '835',
  functionalId: 'HP',
  version: '005010X221A1',
  isWithoutConvention: true,
  sender: TRADING.payer,
  receiver: TRADING.provider,
  date: DATE,
  recordsPerTransaction: CLAIMS_PER_TRANSACTION,
  open: (context) => open(form, context),
});

/** Synthetic payments for the claims of each kind. */
export const paymentSamples: readonly TransactionSample[] = [
  sample('P', '835', 'Payments of the claims of 837p'),
  sample('I', '835i', 'Payments of the claims of 837i'),
  sample('D', '835d', 'Payments of the claims of 837d'),
];

import type { SampleContext, SampleFault, SampleText, TransactionSample } from '../../src/plugin';
import {
  addressText,
  type ClaimForm,
  claimProviderOf,
  claimSource,
  CLAIMS_PER_TRANSACTION,
  money,
  nameElements,
  PAYER,
  type SyntheticClaim,
  type SyntheticPerson,
  TRADING,
} from '../synthetic';

const DATE = '20250804';

const person = (entity: string, name: SyntheticPerson, id: string): string => `NM1*${entity}*1*${nameElements(name)}**${id}~\n`;

const household = ({ place, birthDate, gender }: SyntheticPerson): string => `${addressText(place)}DMG*D8*${birthDate}*${gender}~\n`;

const payer = `NM1*PR*2*${PAYER.name}*****PI*${PAYER.id}~\n`;

/** HI of the principal diagnosis and the others of a professional or dental claim. */
const diagnoses = ({ diagnoses: codes }: SyntheticClaim): string => `HI*${codes.map((code, at) => `${at === 0 ? 'ABK' : 'ABF'}:${code}`).join('*')}~\n`;

/** Points to all diagnoses: 1:2:3. */
const pointers = ({ diagnoses: codes }: SyntheticClaim): string => codes.map((_, at) => String(at + 1)).join(':');

const period = ({ from, to }: SyntheticClaim): string => (from === to ? `D8*${from}` : `RD8*${from}-${to}`);

/** Loops 2300 to 2400, by the kind of claim. */
const CLAIM_TEXT: Readonly<Record<ClaimForm, (claim: SyntheticClaim) => string>> = {
  P: (claim) => `CLM*${claim.id}*${money(claim.charge)}***11:B:1*Y*A*Y*Y~
REF*D9*CH${claim.id}~
${diagnoses(claim)}${person('82', claim.doctor, `*XX*${claim.doctor.npi}`)}PRV*PE*PXC*207Q00000X~
${claim.lines
  .map(
    ({ number, product, charge, units }) => `LX*${number}~
SV1*${product}*${money(charge)}*UN*${units}***${pointers(claim)}~
DTP*472*D8*${claim.from}~
REF*6R*${claim.id}-${number}~
`,
  )
  .join('')}`,
  I: (claim) => `CLM*${claim.id}*${money(claim.charge)}***11:A:1**A*Y*Y~
DTP*096*TM*1130~
DTP*434*RD8*${claim.from}-${claim.to}~
DTP*435*DT*${claim.from}1415~
CL1*1*1*01~
REF*D9*CH${claim.id}~
HI*ABK:${claim.diagnoses[0] ?? ''}:::::::Y~
HI*ABJ:R0602~
${claim.diagnoses.length > 1 ? `${['HI', ...claim.diagnoses.slice(1).map((code) => `ABF:${code}:::::::N`)].join('*')}~\n` : ''}HI*DR:${claim.drg}~
${person('71', claim.doctor, `*XX*${claim.doctor.npi}`)}${claim.lines
    .map(
      ({ number, revenue, product, charge, units }) => `LX*${number}~
SV2*${revenue}*${product}*${money(charge)}*${product === '' ? 'DA' : 'UN'}*${units}~
DTP*472*${period(claim)}~
REF*6R*${claim.id}-${number}~
`,
    )
    .join('')}`,
  D: (claim) => `CLM*${claim.id}*${money(claim.charge)}***11:B:1*Y*A*Y*Y~
DTP*472*D8*${claim.from}~
REF*D9*CH${claim.id}~
${diagnoses(claim)}${person('82', claim.doctor, `*XX*${claim.doctor.npi}`)}PRV*PE*PXC*1223G0001X~
${claim.lines
  .map(
    ({ number, product, charge }) => `LX*${number}~
SV3*${product}*${money(charge)}****1~
REF*6R*${claim.id}-${number}~
`,
  )
  .join('')}`,
};

/** Loops 2000B and 2000C. The subscriber's level is that of the patient, or the patient has one below it. */
function patientText(claim: SyntheticClaim, level: number): string {
  const { subscriber, patient, memberId, groupId, isDependent } = claim;
  if (!isDependent) {
    return `HL*${level}*1*22*0~
SBR*P*18*${groupId}******CI~
${person('IL', subscriber, `*MI*${memberId}`)}${household(subscriber)}${payer}`;
  }
  return `HL*${level}*1*22*1~
SBR*P**${groupId}******CI~
${person('IL', subscriber, `*MI*${memberId}`)}${payer}HL*${level + 1}*${level}*23*0~
PAT*19~
NM1*QC*1*${nameElements(patient)}~
${household(patient)}`;
}

function open(form: ClaimForm, { seed, firstRecord }: SampleContext): SampleText {
  const provider = claimProviderOf(form, seed, firstRecord);
  const { name, npi, place, taxId, telephone, senderId, taxonomy } = provider;
  const claims = claimSource(form, seed);
  let levels = 1;
  return {
    record(index) {
      const claim = claims(index);
      const level = levels + 1;
      levels = level + (claim.isDependent ? 1 : 0);
      return patientText(claim, level) + CLAIM_TEXT[form](claim);
    },
    head: () => `BHT*0019*00*${form}${seed}-${firstRecord + 1}*${DATE}*0800*CH~
NM1*41*2*${name}*****46*${senderId}~
PER*IC*BILLING DESK*TE*${telephone}~
NM1*40*2*${PAYER.name}*****46*${PAYER.id}~
HL*1**20*1~
PRV*BI*PXC*${taxonomy}~
NM1*85*2*${name}*****XX*${npi}~
${addressText({ ...place, zip: `${place.zip}0001` })}REF*EI*${taxId}~
`,
    tail: () => '',
  };
}

const FAULTS: readonly SampleFault[] = [
  {
    id: 'claim-charge',
    what: 'The charge of a claim (CLM02) is not the sum of its lines.',
    rule: '837-claim-charge',
    apply: (text) => text.replace(/(CLM\*[^*]+\*)(\d)/, '$17$2'),
  },
  { id: 'line-number', what: 'The number of a line (LX01) is wrong.', rule: '837-line-sequence', apply: (text) => text.replace(/LX\*1~/, 'LX*2~') },
  { id: 'missing-payer', what: 'A subscriber has no payer (NM1 PR).', rule: 'loop-required', apply: (text) => text.replace(/NM1\*PR.*\n/, '') },
  {
    id: 'subscriber-address',
    what: 'A subscriber who is the patient has no address.',
    rule: '837-subscriber-is-patient',
    apply: (text) => text.replace(/^(HL.*\nSBR\*P\*18.*\nNM1.*\n)N3.*\nN4.*\n/, '$1'),
  },
];

const sample = (form: ClaimForm, title: string, version: string): TransactionSample => ({
  id: `837${form.toLowerCase()}`,
  title,
  records: 'claims',
  faults: FAULTS,
  set: '837',
  functionalId: 'HC',
  version,
  sender: TRADING.provider,
  receiver: TRADING.payer,
  date: DATE,
  recordsPerTransaction: CLAIMS_PER_TRANSACTION,
  open: (context) => open(form, context),
});

/** Synthetic claims of each kind. */
export const claimSamples: readonly TransactionSample[] = [
  sample('P', 'Professional claims', '005010X222A1'),
  sample('I', 'Institutional claims', '005010X223A2'),
  sample('D', 'Dental claims', '005010X224A2'),
];

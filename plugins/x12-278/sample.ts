import { type SampleContext, type SampleFault, type SampleText, Seeded, type TransactionSample } from '../../src/plugin';
import { addressText, claimProviderOf, claimSource, dayOf, nameElements, PAYER, type SyntheticClaim, TRADING } from '../synthetic';

const ASKED = '20250702';
const ANSWERED = '20250703';

/** Company that numbers the traces of requests: 9 and a number that is not assigned. */
const TRACER = '9000000017';

/** Reviews that are certified, of a hundred. */
const SHARE_CERTIFIED = 85;

/** The services begin in the weeks after the answer. */
const FIRST_SERVICE_DAY = 190;

interface Review {
  /** The person, the doctors and the services that are asked for. */
  readonly claim: SyntheticClaim;
  readonly trace: string;
  readonly day: string;
  readonly isCertified: boolean;
}

function reviewOf(seed: number, index: number): Review {
  const claims = claimSource('P', seed ^ 0x278);
  const random = new Seeded(seed ^ 0x278, index);
  return {
    claim: claims(index),
    trace: `R${seed}-${index + 1}`,
    day: dayOf(FIRST_SERVICE_DAY + random.below(60)),
    isCertified: random.chance(SHARE_CERTIFIED),
  };
}

/** A transaction set is about one event of one patient: subscriber, or dependent below one. */
function text({ seed, firstRecord }: SampleContext, head: string, requester: string, event: (review: Review, level: number) => string): SampleText {
  const { name, npi } = claimProviderOf('P', seed, firstRecord);
  return {
    record(index) {
      const review = reviewOf(seed, index);
      const { subscriber, patient, isDependent, memberId } = review.claim;
      const born = `DMG*D8*${patient.birthDate}*${patient.gender}~\n`;
      const person = `HL*3*2*22*1~\nNM1*IL*1*${nameElements(subscriber)}***MI*${memberId}~\n`;
      return isDependent
        ? `${person}HL*4*3*23*1~\nNM1*QC*1*${nameElements(patient)}~\n${born}INS*N*19~\n${event(review, 5)}`
        : `${person}${born}${event(review, 4)}`;
    },
    head: () => `${head}HL*1**20*1~
NM1*X3*2*${PAYER.name}*****PI*${PAYER.id}~
HL*2*1*21*1~
NM1*1P*2*${name}*****XX*${npi}~
${requester}`,
    tail: () => '',
  };
}

const openRequest = (context: SampleContext): SampleText => {
  const { place, telephone } = claimProviderOf('P', context.seed, context.firstRecord);
  const requester = `${addressText(place)}PER*IC*FRONT DESK*TE*${telephone}~\n`;
  return text(
    context,
    `BHT*0007*13*R${context.seed}-${context.firstRecord + 1}*${ASKED}*0800~\n`,
    requester,
    ({ claim, trace, day }, level) => `HL*${level}*${level - 1}*EV*1~
TRN*1*${trace}*${TRACER}~
UM*HS*I*2*11:B~
DTP*AAH*D8*${day}~
HI*${claim.diagnoses.map((code, at) => `${at === 0 ? 'ABK' : 'ABF'}:${code}`).join('*')}~
NM1*71*1*${nameElements(claim.doctor)}***XX*${claim.doctor.npi}~
${claim.lines
  .map(
    ({ product, units, number }) => `HL*${level + number}*${level}*SS*0~
TRN*1*${trace}-${number}*${TRACER}~
UM*HS*I~
DTP*472*D8*${day}~
SV1*${product}**UN*${units}~
`,
  )
  .join('')}`,
  );
};

const openResponse = (context: SampleContext): SampleText =>
  text(
    context,
    `BHT*0007*11*R${context.seed}-${context.firstRecord + 1}*${ANSWERED}*0800*18~\n`,
    '',
    ({ claim, trace, day, isCertified }, level) => `HL*${level}*${level - 1}*EV*1~
TRN*2*${trace}*${TRACER}~
UM*HS*I*2*11:B~
HCR*${isCertified ? `A1*AUTH-${trace}` : 'A3**25'}~
DTP*AAH*D8*${day}~
HI*${claim.diagnoses.map((code, at) => `${at === 0 ? 'ABK' : 'ABF'}:${code}`).join('*')}~
${claim.lines
  .map(
    ({ product, units, number }) => `HL*${level + number}*${level}*SS*0~
TRN*2*${trace}-${number}*${TRACER}~
UM*HS*I~
HCR*${isCertified ? `A1*AUTH-${trace}-${number}` : 'A3**25'}~
DTP*472*D8*${day}~
SV1*${product}**UN*${units}~
`,
  )
  .join('')}`,
  );

const NO_NUMBER: SampleFault = {
  id: 'certification-number',
  what: 'A decision certifies and has no number (HCR02).',
  rule: '278-certification-number',
  apply: (record) => record.replace(/HCR\*A1\*[^~]+/, 'HCR*A1'),
};

const NO_REASON: SampleFault = {
  id: 'decision-reason',
  what: 'A decision does not certify and has no reason (HCR03).',
  rule: '278-decision-reason',
  apply: (record) => record.replace(/HCR\*A3\*\*25/, 'HCR*A3'),
};

const sample = (
  parts: Pick<TransactionSample, 'id' | 'title' | 'sender' | 'receiver' | 'date' | 'open'> & { readonly faults?: readonly SampleFault[] },
): TransactionSample => ({
  records: 'reviews',
  set: '278',
  functionalId: 'HI',
  version: '005010X217',
  recordsPerTransaction: 1,
  ...parts,
});

/** Synthetic requests for reviews, and responses. */
export const reviewSamples: readonly TransactionSample[] = [
  sample({ id: '278', title: 'Requests for reviews of services', sender: TRADING.provider, receiver: TRADING.payer, date: ASKED, open: openRequest }),
  sample({
    id: '278-response',
    title: 'Responses to the requests of 278',
    sender: TRADING.payer,
    receiver: TRADING.provider,
    date: ANSWERED,
    faults: [NO_NUMBER, NO_REASON],
    open: openResponse,
  }),
];

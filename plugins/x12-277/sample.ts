import type { SampleFault, SampleText, TransactionSample } from '../../src/plugin';
import {
  adjudicate,
  claimProviderOf,
  claimSource,
  type ClaimForm,
  CLAIMS_PER_TRANSACTION,
  money,
  nameElements,
  PAYER,
  type SyntheticClaim,
  type SyntheticProvider,
  TRADING,
} from '../synthetic';

const RECEIVED = '20250804';
const ACKNOWLEDGED = '20250805';
const ASKED = '20250820';

/** The payment that the 835 samples announce. */
const PAID = '20250818';

type Open = TransactionSample['open'];

const payer = `NM1*PR*2*${PAYER.name}*****PI*${PAYER.id}~\n`;

const period = ({ from, to }: SyntheticClaim): string => `DTP*472*${from === to ? `D8*${from}` : `RD8*${from}-${to}`}~\n`;

/** Counts and amounts of accepted and rejected claims. */
const totals = (counts: Totals, [accepted, rejected]: readonly [string, string]): string => {
  const part = (qualifier: string, count: number): string => (count > 0 ? `QTY*${qualifier}*${count}~\n` : '');
  const amount = (qualifier: string, value: number): string => (value > 0 ? `AMT*${qualifier}*${money(value)}~\n` : '');
  return `${part(accepted, counts.accepted)}${part(rejected, counts.rejected)}${amount('YU', counts.acceptedAmount)}${amount('YY', counts.rejectedAmount)}`;
};

interface Totals {
  accepted: number;
  rejected: number;
  acceptedAmount: number;
  rejectedAmount: number;
}

const openAcknowledgment =
  (form: ClaimForm): Open =>
  ({ seed, firstRecord }) => {
    const provider = claimProviderOf(form, seed, firstRecord);
    const counts: Totals = { accepted: 0, rejected: 0, acceptedAmount: 0, rejectedAmount: 0 };
    const claims = claimSource(form, seed);
    let level = 3;
    return {
      record(index) {
        const claim = claims(index);
        const { id, charge, isRejected, patient, memberId, payerClaimId } = claim;
        counts[isRejected ? 'rejected' : 'accepted']++;
        counts[isRejected ? 'rejectedAmount' : 'acceptedAmount'] += charge;
        const [status, action] = isRejected ? ['A3:21', 'U'] : ['A2:20:PR', 'WQ'];
        return `HL*${++level}*3*PT~
NM1*QC*1*${nameElements(patient)}***MI*${memberId}~
TRN*2*${id}~
STC*${status}*${ACKNOWLEDGED}*${action}*${money(charge)}~
${isRejected ? '' : `REF*1K*${payerClaimId}~\n`}REF*D9*CH${id}~
${form === 'I' ? 'REF*BLT*111~\n' : ''}${period(claim)}`;
      },
      head: () => `BHT*0085*08*${form}${seed}-${firstRecord + 1}*${ACKNOWLEDGED}*0800*TH~
HL*1**20*1~
${payer}TRN*1*${form}${seed}-${firstRecord + 1}~
DTP*050*D8*${RECEIVED}~
DTP*009*D8*${ACKNOWLEDGED}~
HL*2*1*21*1~
NM1*41*2*${provider.name}*****46*${provider.senderId}~
TRN*2*${form}${seed}-${firstRecord + 1}~
STC*A1:19:PR*${ACKNOWLEDGED}*WQ*${money(counts.acceptedAmount + counts.rejectedAmount)}~
${totals(counts, ['90', 'AA'])}HL*3*2*19*1~
NM1*85*2*${provider.name}*****XX*${provider.npi}~
TRN*1*${provider.senderId}~
STC*A1:19:PR**WQ*${money(counts.acceptedAmount + counts.rejectedAmount)}~
${totals(counts, ['QA', 'QC'])}`,
      tail: () => '',
    };
  };

/** Levels of a question and its answer, down to the subscriber and the patient. */
function inquiryText(seed: number, firstRecord: number, head: string, claimText: (claim: SyntheticClaim, index: number) => InquiryParts): SampleText {
  const provider = claimProviderOf('P', seed, firstRecord);
  const claims = claimSource('P', seed);
  let level = 3;
  return {
    record(index) {
      const claim = claims(index);
      const { subscriber, patient, isDependent, memberId } = claim;
      const { text, birth } = claimText(claim, index);
      const insured = `NM1*IL*1*${nameElements(subscriber)}***MI*${memberId}~\n`;
      const own = ++level;
      if (!isDependent) return `HL*${own}*3*22*0~\n${birth}${insured}${text}`;
      return `HL*${own}*3*22*1~\n${insured}HL*${++level}*${own}*23~\n${birth}NM1*QC*1*${nameElements(patient)}~\n${text}`;
    },
    head: () => head + partiesText(provider),
    tail: () => '',
  };
}

interface InquiryParts {
  readonly text: string;
  /** DMG of a question. */
  readonly birth: string;
}

const partiesText = ({ name, npi, senderId }: SyntheticProvider): string => `HL*1**20*1~
${payer}HL*2*1*21*1~
NM1*41*2*${name}*****46*${senderId}~
HL*3*2*19*1~
NM1*1P*2*${name}*****XX*${npi}~
`;

const openInquiry: Open = ({ seed, firstRecord }) =>
  inquiryText(seed, firstRecord, `BHT*0010*13*ASK${seed}-${firstRecord + 1}*${ASKED}*0800~\n`, (claim) => ({
    birth: `DMG*D8*${claim.patient.birthDate}*${claim.patient.gender}~\n`,
    text: `TRN*1*ASK-${claim.id}~
REF*EJ*${claim.id}~
AMT*T3*${money(claim.charge)}~
DTP*472*RD8*${claim.from}-${claim.to}~
${claim.lines
  .map(
    ({ product, charge, number, units }) => `SVC*${product}*${money(charge)}*****${units}~
REF*FJ*${claim.id}-${number}~
DTP*472*D8*${claim.from}~
`,
  )
  .join('')}`,
  }));

const openResponse: Open = ({ seed, firstRecord }) =>
  inquiryText(seed, firstRecord, `BHT*0010*08*ANS${seed}-${firstRecord + 1}*${ASKED}*0900*DG~\n`, (claim, index) => {
    const decision = adjudicate(claim, seed, index);
    const status = decision.isDenied ? 'F2:20' : 'F1:65';
    const check = decision.isDenied ? '' : `*${PAID}**${PAID}*EFTP${seed}`;
    return {
      birth: '',
      text: `TRN*2*ASK-${claim.id}~
STC*${status}*${ASKED}**${money(claim.charge)}*${money(decision.paid)}${check}~
REF*1K*${claim.payerClaimId}~
REF*EJ*${claim.id}~
DTP*472*RD8*${claim.from}-${claim.to}~
${claim.lines
  .map(
    ({ product, charge, number, units }, at) => `SVC*${product}*${money(charge)}*${money(decision.lines[at]?.paid ?? 0)}****${units}~
STC*${status}*${ASKED}~
REF*FJ*${claim.id}-${number}~
DTP*472*D8*${claim.from}~
`,
  )
  .join('')}`,
    };
  });

const STATUS_CODE: SampleFault = {
  id: 'status-code',
  what: 'A claim status (STC01-2) is in no list.',
  rule: 'code-invalid',
  apply: (text) => text.replace(/(STC\*\w+:)\d+/, '$19999'),
};

const MISSING_STATUS: SampleFault = {
  id: 'missing-status',
  what: 'A claim has no status (STC).',
  rule: 'segment-required',
  apply: (text) => text.replace(/(TRN.*\n)STC.*\n/, '$1'),
};

const sample = (
  id: string,
  title: string,
  parts: Pick<TransactionSample, 'set' | 'functionalId' | 'version' | 'sender' | 'receiver' | 'date' | 'open'> & { readonly faults?: readonly SampleFault[] },
): TransactionSample => ({ id, title, records: 'claims', recordsPerTransaction: CLAIMS_PER_TRANSACTION, ...parts });

const FROM_PAYER = { sender: TRADING.payer, receiver: TRADING.provider } as const;

const acknowledgment = (form: ClaimForm, id: string, title: string): TransactionSample =>
  sample(id, title, {
    ...FROM_PAYER,
    set: '277',
    functionalId: 'HN',
    version: '005010X214',
    date: ACKNOWLEDGED,
    faults: [STATUS_CODE, MISSING_STATUS],
    open: openAcknowledgment(form),
  });

/** Synthetic acknowledgments of claims, questions about claims and answers. */
export const statusSamples: readonly TransactionSample[] = [
  acknowledgment('P', '277ca', 'Acknowledgments of the claims of 837p'),
  acknowledgment('I', '277cai', 'Acknowledgments of the claims of 837i'),
  acknowledgment('D', '277cad', 'Acknowledgments of the claims of 837d'),
  sample('276', 'Questions about the claims of 837p', {
    set: '276',
    functionalId: 'HR',
    version: '005010X212',
    sender: TRADING.provider,
    receiver: TRADING.payer,
    date: ASKED,
    open: openInquiry,
  }),
  sample('277', 'Answers to the questions of 276', {
    ...FROM_PAYER,
    set: '277',
    functionalId: 'HN',
    version: '005010X212',
    date: ASKED,
    faults: [STATUS_CODE],
    open: openResponse,
  }),
];

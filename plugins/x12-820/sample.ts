import { type SampleContext, type SampleFault, type SampleText, Seeded, type TransactionSample } from '../../src/plugin';
import { addressText, cents, money, nameElements, PAYER, personOf, TRADING } from '../synthetic';

const DATE = '20250702';

const PERIOD = '20250701-20250731';

const MEMBERS_PER_TRANSACTION = 1_000;

const PAYER_COMPANY = '1000000033';

const SHARE_ADJUSTED = 10;

function open({ seed, firstRecord }: SampleContext): SampleText {
  let total = 0;
  let members = 0;
  return {
    record(index) {
      const random = new Seeded(seed ^ 0x820, index);
      const person = personOf(random, 19, 64);
      const billed = random.between(21_000, 98_000);
      const reduction = random.chance(SHARE_ADJUSTED) ? cents(billed, random.between(5, 40)) : 0;
      total += billed - reduction;
      return `ENT*${++members}*2J*EI*E${seed}-${index + 1}~
NM1*IL*1*${nameElements(person)}***N*LHP${random.digits(8)}~
RMR*AZ*P${seed}-${index + 1}**${money(billed - reduction)}*${money(billed)}~
DTM*582****RD8*${PERIOD}~
${reduction > 0 ? `ADX*${money(-reduction)}*AX~\n` : ''}`;
    },
    head: () => `BPR*C*${money(total)}*C*ACH*CTX*01*011000015*DA*4455001*${PAYER_COMPANY}**01*021000021*SG*7788002*${DATE}~
TRN*1*PREM${seed}-${firstRecord + 1}*${PAYER_COMPANY}~
REF*38*POLICY-55~
DTM*582****RD8*${PERIOD}~
N1*PE*${PAYER.name}*FI*000000025~
${addressText(PAYER)}N1*PR*SAMPLE WORKS*FI*000000017~
${addressText({ street: '2 RIVER ROAD', city: 'BANGOR', state: 'ME', zip: '04401' })}`,
    tail: () => '',
  };
}

const FAULTS: readonly SampleFault[] = [
  {
    id: 'payment-balance',
    what: 'The payment (BPR02) is not the sum of the remittances.',
    rule: '820-payment-balance',
    parts: ['head'],
    apply: (text) => text.replace(/(BPR\*C\*)(\d)/, '$17$2'),
  },
  {
    id: 'remittance-balance',
    what: 'What is billed for a member (RMR05) is not what is paid and adjusted.',
    rule: '820-remittance-balance',
    apply: (text) => text.replace(/(RMR\*(?:[^*]*\*){4})(\d)/, '$17$2'),
  },
];

/** Synthetic payments of premiums. */
export const premiumSamples: readonly TransactionSample[] = [
  {
    id: '820',
    title: 'Premium payments',
    records: 'members',
    faults: FAULTS,
    set: '820',
    functionalId: 'RA',
    version: '005010X218',
    sender: TRADING.sponsor,
    receiver: TRADING.payer,
    date: DATE,
    recordsPerTransaction: MEMBERS_PER_TRANSACTION,
    open,
  },
];

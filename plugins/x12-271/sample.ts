import { type SampleContext, type SampleFault, type SampleText, Seeded, type TransactionSample } from '../../src/plugin';
import { addressText, billingProviderOf, money, nameElements, PAYER, personOf, type SyntheticPerson, type SyntheticProvider, TRADING } from '../synthetic';

const DATE = '20250702';

const PERSONS_PER_TRANSACTION = 500;

/** Company that numbers the traces of questions: 9 and a number that is not assigned. */
const TRACER = '9000000017';

/** Kinds of service that are asked about (EQ01). */
const SERVICES = ['30', '1', '33', '47', '48', '50', '86', '88', '98', 'AL', 'MH', 'UC'] as const;

const PLANS = ['LANTERN GOLD', 'LANTERN SILVER', 'LANTERN BRONZE'] as const;

/** A person whose coverage is asked about. Amounts are cents. */
interface Insured {
  readonly subscriber: SyntheticPerson;
  /** A child that the question is about instead. */
  readonly child: SyntheticPerson | undefined;
  readonly memberId: string;
  readonly trace: string;
  readonly services: readonly string[];
  readonly plan: string;
  readonly isActive: boolean;
  readonly deductible: number;
  readonly deductibleMet: number;
  readonly copayment: number;
}

function insuredOf(seed: number, index: number): Insured {
  const random = new Seeded(seed ^ 0x271, index);
  const subscriber = personOf(random, 19, 88);
  const deductible = random.between(2, 30) * 10_000;
  return {
    subscriber,
    child: random.chance(20) ? personOf(random, 1, 17, subscriber) : undefined,
    memberId: `LHP${random.digits(8)}`,
    trace: `T${seed}-${index + 1}`,
    services: random.some(SERVICES, random.between(1, 3)),
    plan: random.pick(PLANS),
    isActive: random.chance(92),
    deductible,
    deductibleMet: random.below(deductible + 1),
    copayment: random.between(2, 12) * 500,
  };
}

type PersonText = (insured: Insured) => string;

/** Payer, provider and the levels of the persons; `own` are the segments of a person, `benefits` those of loop 2110. */
function text(context: SampleContext, head: string, provider: (provider: SyntheticProvider) => string, own: PersonText, benefits: PersonText): SampleText {
  const { seed, firstRecord } = context;
  let level = 2;
  return {
    record(index) {
      const insured = insuredOf(seed, index);
      const { subscriber, child, memberId } = insured;
      const person = `NM1*IL*1*${nameElements(subscriber)}***MI*${memberId}~\n`;
      const born = ({ place, birthDate, gender }: SyntheticPerson): string => `${addressText(place)}DMG*D8*${birthDate}*${gender}~\n`;
      const number = ++level;
      if (child === undefined) return `HL*${number}*2*22*0~\n${own(insured)}${person}${born(subscriber)}${benefits(insured)}`;
      const childText = `NM1*03*1*${nameElements(child)}~\n${born(child)}INS*N*19~\n`;
      return `HL*${number}*2*22*1~\n${person}${born(subscriber)}HL*${++level}*${number}*23*0~\n${own(insured)}${childText}${benefits(insured)}`;
    },
    head: () => `${head}HL*1**20*1~
NM1*PR*2*${PAYER.name}*****PI*${PAYER.id}~
HL*2*1*21*1~
${provider(billingProviderOf('P', seed, firstRecord / PERSONS_PER_TRANSACTION))}`,
    tail: () => '',
  };
}

const providerName = ({ name, npi }: SyntheticProvider): string => `NM1*1P*2*${name}*****XX*${npi}~\n`;

const openInquiry = (context: SampleContext): SampleText =>
  text(
    context,
    `BHT*0022*13*Q${context.seed}-${context.firstRecord + 1}*${DATE}*0800~\n`,
    (provider) => `${providerName(provider)}${addressText(provider.place)}`,
    ({ trace }) => `TRN*1*${trace}*${TRACER}~\n`,
    ({ services }) => `DTP*291*D8*${DATE}~\nEQ*${services.join('^')}~\n`,
  );

const openResponse = (context: SampleContext): SampleText =>
  text(
    context,
    `BHT*0022*11*Q${context.seed}-${context.firstRecord + 1}*${DATE}*0805~\n`,
    providerName,
    ({ trace }) => `TRN*2*${trace}*${TRACER}~\n`,
    ({ services, plan, isActive, deductible, deductibleMet, copayment, child }) => {
      if (!isActive) return `DTP*347*D8*20250630~\nEB*6**${services.join('^')}~\n`;
      const coverage = child === undefined ? 'IND' : 'CHD';
      return `DTP*346*D8*20250101~
EB*1*${coverage}*${services.join('^')}*HM*${plan}~
EB*C*IND*30**${plan}*23*${money(deductible)}~
EB*C*IND*30**${plan}*29*${money(deductible - deductibleMet)}~
EB*B*IND*98***27*${money(copayment)}*****Y~
EB*A*IND*30***23**.2****Y~
`;
    },
  );

const BIRTH_DAY: SampleFault = {
  id: 'birth-day',
  what: 'A person is born after the day of the transaction.',
  rule: '270-birth-day',
  apply: (record) => record.replace(/(DMG\*D8\*)\d{8}/, '$120300101'),
};

const NO_QUESTION: SampleFault = {
  id: 'no-question',
  what: 'A person has no question (EQ).',
  rule: '270-no-question',
  apply: (record) => record.replace(/EQ.*\n/, ''),
};

/** Synthetic questions about coverage, and answers. */
export const eligibilitySamples: readonly TransactionSample[] = [
  {
    id: '270',
    title: 'Questions about coverage',
    records: 'persons',
    faults: [BIRTH_DAY, NO_QUESTION],
    set: '270',
    functionalId: 'HS',
    version: '005010X279A1',
    sender: TRADING.provider,
    receiver: TRADING.payer,
    date: DATE,
    recordsPerTransaction: PERSONS_PER_TRANSACTION,
    open: openInquiry,
  },
  {
    id: '271',
    title: 'Answers to the questions of 270',
    records: 'persons',
    set: '271',
    functionalId: 'HB',
    version: '005010X279A1',
    sender: TRADING.payer,
    receiver: TRADING.provider,
    date: DATE,
    recordsPerTransaction: PERSONS_PER_TRANSACTION,
    open: openResponse,
  },
];

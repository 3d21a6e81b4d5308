import {
  type LoopNode,
  loopsOf,
  type Periods,
  reportPeriods,
  loopRule,
  type Segment,
  segmentOf,
  segmentsOf,
  type SetRule,
  findingAt,
  hasCode,
  situationRule,
  type SituationFinding,
} from '../../src/plugin';
import { RESPONSE } from './guides';
import { checkPointers, responsePersonRules } from './persons.rule';

/** Loops of benefits. */
const BENEFITS = ['2110C', '2110D'];

const OWNER = { issueObjectClass: 'Benefit' } as const;

/** EB01 of copayments, deductibles, out of pocket, cost containment and spend down. */
const AMOUNTS = ['B', 'C', 'G', 'J', 'Y'];

const COINSURANCE = ['A'];

/** EB01 of coverages that are active, and that are not. */
const ACTIVE = ['1', '2', '3', '4', '5'];
const INACTIVE = ['6', '7', '8'];

/** EB01 that speaks of the entity that follows. */
const NEEDS_ENTITY = ['N', 'U'];

const EB = { information: 1, services: 3, insurance: 4, plan: 5, period: 6, amount: 7, percent: 8, quantity: 10 } as const;

/** A rule about EB. */
const ofBenefit = (id: string, issueType: SetRule['issueType'], finds: string, check: (eb: Segment, loop: LoopNode) => readonly SituationFinding[]): SetRule =>
  situationRule({
    id: `271-${id}`,
    issueType,
    finds,
    guides: RESPONSE,
    loop: BENEFITS,
    check: (loop) => {
      const eb = segmentOf(loop, 'EB');
      return eb === undefined ? [] : check(eb, loop);
    },
  });

const at = (eb: Segment, element: number, fieldName: string, message: string): readonly SituationFinding[] => [
  findingAt(eb, element, { ...OWNER, fieldName }, message),
];

const amount = ofBenefit(
  'benefit-amount',
  'REQUIRED',
  'A copayment, deductible, out of pocket amount, cost containment or spend down (EB01 is B, C, G, J or Y) has neither an amount nor a percentage (EB07, EB08).',
  (eb) =>
    !hasCode(eb, EB.information, AMOUNTS) || eb.has(EB.amount) || eb.has(EB.percent)
      ? []
      : at(eb, EB.amount, 'amount', `Benefit information ${eb.element(EB.information)} needs an amount`),
);

const percent = ofBenefit('coinsurance-percent', 'REQUIRED', 'A coinsurance (EB01 is A) has neither a percentage nor an amount (EB08, EB07).', (eb) =>
  !hasCode(eb, EB.information, COINSURANCE) || eb.has(EB.percent) || eb.has(EB.amount) ? [] : at(eb, EB.percent, 'percent', 'Coinsurance needs a percentage'),
);

const fraction = ofBenefit('percent-fraction', 'MISMATCH', 'A percentage (EB08) is larger than 1: 20 percent is written 0.2.', (eb) =>
  Number(eb.element(EB.percent)) > 1 ? at(eb, EB.percent, 'percent', 'The percentage is larger than 1; 20 percent is 0.2') : [],
);

const negative = ofBenefit('negative-amount', 'MISMATCH', 'The amount of a benefit (EB07) is negative.', (eb) =>
  Number(eb.element(EB.amount)) < 0 ? at(eb, EB.amount, 'amount', 'The amount is negative') : [],
);

const period = ofBenefit(
  'period-without-value',
  'REQUIRED',
  'A benefit has a period (EB06) and no amount, percentage or quantity that would be for it.',
  (eb) =>
    !eb.has(EB.period) || [EB.amount, EB.percent, EB.quantity].some((element) => eb.has(element))
      ? []
      : at(eb, EB.period, 'timePeriod', 'The period has no amount, percentage or quantity'),
);

const entity = ofBenefit(
  'entity-missing',
  'REQUIRED',
  'A benefit refers to an entity that follows (EB01 is N or U), and there is none (NM1 of 2120).',
  (eb, loop) => (!hasCode(eb, EB.information, NEEDS_ENTITY) || loop.loops.some(({ def }) => def.trigger.id === 'LS') ? [] : missingEntity(eb)),
);

const missingEntity = (eb: Segment): readonly SituationFinding[] =>
  at(eb, EB.information, 'relatedEntities', `Benefit information ${eb.element(EB.information)} needs a related entity: loop 2120 is missing`);

const pointers = situationRule({
  id: '271-diagnosis-pointers',
  issueType: 'MISMATCH',
  finds: 'A diagnosis pointer of a benefit (EB14) is larger than the number of diagnoses of the person (HI).',
  guides: ['005010X279A1-271'],
  loop: BENEFITS,
  check: checkPointers('EB', 14, 'Benefit'),
});

/** Benefits of a name loop by what must agree: services, insurance and plan. */
const keyOf = (eb: Segment): string => [EB.services, EB.insurance, EB.plan, 2].map((element) => eb.element(element)).join(' ');

const contradiction = situationRule({
  id: '271-active-and-inactive',
  issueType: 'MISMATCH',
  finds: 'The same services of the same plan are active and inactive (EB01 1 to 5 and 6 to 8 with the same EB02 to EB05).',
  guides: RESPONSE,
  loop: ['2100C', '2100D'],
  check: (name) => {
    const benefits = BENEFITS.flatMap((id) => loopsOf(name, id)).flatMap((loop) => segmentOf(loop, 'EB') ?? []);
    const active = new Set(benefits.filter((eb) => hasCode(eb, EB.information, ACTIVE)).map(keyOf));
    const inactive = benefits.find((eb) => hasCode(eb, EB.information, INACTIVE) && active.has(keyOf(eb)));
    return inactive === undefined ? [] : at(inactive, EB.information, 'informationType', 'The same services of the same plan are active in another benefit');
  },
});

const rejectedWithBenefits = situationRule({
  id: '271-rejected-with-benefits',
  issueType: 'MISMATCH',
  finds: 'The request for a person is rejected as not valid (AAA01 is N), and the person has active coverage (EB01 1 to 5).',
  guides: RESPONSE,
  loop: ['2100C', '2100D'],
  check: (name) => {
    const aaa = segmentsOf(name, 'AAA').find((one) => hasCode(one, 1, ['N']));
    const isActive = BENEFITS.flatMap((id) => loopsOf(name, id)).some(({ segments: [eb] }) => eb !== undefined && hasCode(eb, EB.information, ACTIVE));
    if (aaa === undefined || !isActive) return [];
    return [findingAt(aaa, 1, { issueObjectClass: 'RequestError', fieldName: 'validRequestIndicator' }, 'A rejected request has active coverage')];
  },
});

/** Plan, COBRA, eligibility, enrollment; and of benefits. */
const PERIODS: Periods = {
  id: 'DTP',
  day: 3,
  codes: [
    ['346', '347'],
    ['340', '341'],
    ['356', '357'],
    ['348', '349'],
  ],
  issueObjectClass: 'EligibilityDate',
  fieldName: 'date',
};

const periods = loopRule({
  id: '271-periods',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'A plan, coverage or benefit ends before it begins (DTP 346 and 347, 340 and 341, 356 and 357, 348 and 349).',
  guides: RESPONSE,
  loop: ['2100C', '2100D', ...BENEFITS],
  check: (loop, report) => reportPeriods(loop, PERIODS, report),
});

/** Rules of responses, in this order. */
export const responseRules: readonly SetRule[] = [
  ...responsePersonRules,
  amount,
  percent,
  fraction,
  negative,
  period,
  entity,
  pointers,
  contradiction,
  rejectedWithBenefits,
  periods,
];

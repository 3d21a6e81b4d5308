import { constant, firstBelow, type LoopNode, loops, partsOf, record, type RecordOf, text, variant } from '../../src/plugin';
import { planBenefit } from './benefit';

/** EB01, by the list of a plan that shows it. */
const CODES_OF_LISTS = {
  status: '1|2|3|4|5|6|7|8',
  coInsurance: 'A',
  coPayment: 'B',
  deductible: 'C',
  outOfPocket: 'G',
  costContainment: 'J',
  spendDown: 'Y',
  limitations: 'F',
  coverageBasis: 'CB',
  benefitDescription: 'D',
  exclusions: 'E',
  unlimited: 'H',
  nonCovered: 'I',
  reserve: 'K',
  primaryCareProvider: 'L',
  preExistingCondition: 'M',
  managedCareCoordinator: 'MC',
  servicesRestrictedToFollowingProvider: 'N',
  notDeemedMedicalNecessity: 'O',
  benefitDisclaimer: 'P',
  secondSurgicalOpinionRequired: 'Q',
  otherOrAdditionalPayer: 'R',
  priorYearsHistory: 'S',
  cardReportedStolen: 'T',
  contactFollowingEntityForInformation: 'U',
  cannotProcess: 'V',
  otherSourceOfData: 'W',
  healthCareFacility: 'X',
} as const;

const KNOWN_CODES = Object.values(CODES_OF_LISTS).join('|');

const EB01 = 1;
const EB05 = 5;

const listOf = (list: keyof typeof CODES_OF_LISTS) => loops(`EB[${CODES_OF_LISTS[list]}]`, planBenefit);

/** A benefit without a meaning that the standard knows: it is in no other list. */
const invalidEntry = record('InvalidBenefit', {
  informationCode: text('EB01'),
  reason: variant((_loop, eb) => (eb.has(EB01) ? 'unknown' : 'missing'), {
    unknown: constant('UNKNOWN_INFORMATION_TYPE'),
    missing: constant('NO_INFORMATION_TYPE'),
  }),
  ...planBenefit.fields,
});

/** The benefits of one plan, sorted by what they say. Each is in one list. */
const plan = record('EligibilityPlan', {
  name: firstBelow('EB', text('EB05')),
  status: listOf('status'),
  coInsurance: listOf('coInsurance'),
  coPayment: listOf('coPayment'),
  deductible: listOf('deductible'),
  outOfPocket: listOf('outOfPocket'),
  costContainment: listOf('costContainment'),
  spendDown: listOf('spendDown'),
  limitations: listOf('limitations'),
  coverageBasis: listOf('coverageBasis'),
  benefitDescription: listOf('benefitDescription'),
  exclusions: listOf('exclusions'),
  unlimited: listOf('unlimited'),
  nonCovered: listOf('nonCovered'),
  reserve: listOf('reserve'),
  primaryCareProvider: listOf('primaryCareProvider'),
  preExistingCondition: listOf('preExistingCondition'),
  managedCareCoordinator: listOf('managedCareCoordinator'),
  servicesRestrictedToFollowingProvider: listOf('servicesRestrictedToFollowingProvider'),
  notDeemedMedicalNecessity: listOf('notDeemedMedicalNecessity'),
  benefitDisclaimer: listOf('benefitDisclaimer'),
  secondSurgicalOpinionRequired: listOf('secondSurgicalOpinionRequired'),
  otherOrAdditionalPayer: listOf('otherOrAdditionalPayer'),
  priorYearsHistory: listOf('priorYearsHistory'),
  cardReportedStolen: listOf('cardReportedStolen'),
  contactFollowingEntityForInformation: listOf('contactFollowingEntityForInformation'),
  cannotProcess: listOf('cannotProcess'),
  otherSourceOfData: listOf('otherSourceOfData'),
  healthCareFacility: listOf('healthCareFacility'),
  invalidEntries: loops(`EB[^${KNOWN_CODES}]`, invalidEntry),
});
export type EligibilityPlan = RecordOf<typeof plan>;

/**
 * Benefits by the name of their plan (EB05). Benefits without a name are of the only plan that is named; where several are, nothing says of which, and they
 * are a part without a name.
 */
function byPlan(benefits: readonly LoopNode[]): readonly (readonly LoopNode[])[] {
  const parts = new Map<string, LoopNode[]>();
  for (const benefit of benefits) {
    const name = benefit.segments[0]?.element(EB05) ?? '';
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [benefit]);
    else part.push(benefit);
  }
  const isOne = parts.size === 1 || (parts.size === 2 && parts.has(''));
  return isOne ? [benefits] : [...parts.values()];
}

/** The view of the benefits by plan. */
export const plans = partsOf('EB', byPlan, plan);

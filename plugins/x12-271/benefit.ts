import {
  alsoUnused,
  amount,
  code,
  each,
  integer,
  integers,
  itemNumber,
  loops,
  loopsAlong,
  named,
  namedRepetitions,
  qualifiedCode,
  qualifiedElements,
  quantity,
  record,
  type RecordOf,
  repetitions,
  shown,
  text,
} from '../../src/plugin';
import {
  coverageLevel,
  deliveryFrequency,
  deliveryTime,
  deliveryUnit,
  drug,
  insuranceType,
  placeOfServiceType,
  procedure,
  quantityType,
  serviceType,
  timePeriod,
  yesNo,
} from '../vocabulary';
import { balanceType } from './enumerations/balance';
import { benefitInformation } from './enumerations/benefit-information';
import { benefitEntity } from './parties';
import { eligibilityDates, eligibilityIds, requestErrors } from './qualified-values';

/** HSD, how much of a service, and when. */
const benefitLimit = record('BenefitLimit', {
  quantityCode: text('01'),
  quantityType: named(quantityType, '01'),
  quantity: quantity('02'),
  unitCode: text('03'),
  unit: named(deliveryUnit, '03'),
  unitsPerPeriod: quantity('04'),
  timePeriodCode: text('05'),
  timePeriod: named(timePeriod, '05'),
  periodCount: integer('06'),
  deliveryFrequencyCode: text('07'),
  deliveryFrequency: named(deliveryFrequency, '07'),
  deliveryTimeCode: text('08'),
  deliveryTime: named(deliveryTime, '08'),
});

/** III as the current segment, or as the segment of a loop that it opens. */
type InformationPlace = '' | 'III';

/** III ZZ, a place of service. */
export const placeOfServiceAt = (iii: InformationPlace) =>
  record('BenefitPlaceOfService', {
    facilityCode: code('PLACE_OF_SERVICE', `${iii}02`),
    placeOfServiceType: shown(named(placeOfServiceType, `${iii}02`, 'OTHER')),
  });

const CONDITIONS = { lists: qualifiedElements['1271'].lists, usual: 'BF', readsUnqualified: true, readsOthers: true } as const;

/** III with another qualifier: an injury, or in 4010 a diagnosis. */
export const conditionAt = (iii: InformationPlace) =>
  record('BenefitCondition', {
    qualifierCode: text(`${iii}01`),
    code: qualifiedCode({ code: `${iii}02`, qualifier: '01', lists: CONDITIONS }),
    categoryCode: text(`${iii}03`),
    injuredBodyPart: text(`${iii}04`),
  });

/** What a benefit says, without what is around it: EB. */
const statement = {
  coverageLevelCode: text('EB02'),
  coverageLevel: named(coverageLevel, 'EB02'),
  serviceTypeCodes: repetitions('EB03'),
  serviceTypes: namedRepetitions(serviceType, 'EB03'),
  insuranceTypeCode: text('EB04'),
  insuranceType: named(insuranceType, 'EB04'),
  planDescription: text('EB05'),
  timePeriodCode: text('EB06'),
  timePeriod: named(timePeriod, 'EB06'),
  balanceType: shown(named(balanceType, 'EB06')),
  amount: amount('EB07'),
  percent: quantity('EB08'),
  quantityCode: text('EB09'),
  quantityType: named(quantityType, 'EB09'),
  quantity: quantity('EB10'),
  authorizationRequired: named(yesNo, 'EB11'),
  inPlanNetwork: named(yesNo, 'EB12'),
} as const;

/** 2110C or 2110D, one benefit with everything that belongs to it. */
export const benefit = record('Benefit', {
  informationCode: text('EB01'),
  informationType: named(benefitInformation, 'EB01'),
  ...statement,
  procedure: procedure('EB13'),
  drug: drug('EB13'),
  diagPointers: integers('EB14'),
  limits: each('HSD', benefitLimit),
  additionalIds: eligibilityIds,
  dates: eligibilityDates,
  errors: requestErrors,
  messages: each('MSG', text('01')),
  placesOfService: loops('III[ZZ]', placeOfServiceAt('III')),
  conditions: loops('III[^ZZ]', conditionAt('III')),
  relatedEntities: loopsAlong(['LS', 'NM1'], benefitEntity),
});
export type Benefit = RecordOf<typeof benefit>;

/** The same benefit in the view of a plan, with its number among the benefits. */
export const planBenefit = record('PlanBenefit', {
  benefitNumber: itemNumber(),
  informationType: named(benefitInformation, 'EB01'),
  coverageLevel: statement.coverageLevel,
  serviceTypes: statement.serviceTypes,
  insuranceType: statement.insuranceType,
  timePeriod: statement.timePeriod,
  balanceType: statement.balanceType,
  amount: statement.amount,
  percent: statement.percent,
  quantityType: statement.quantityType,
  quantity: statement.quantity,
  authorizationRequired: statement.authorizationRequired,
  inPlanNetwork: statement.inPlanNetwork,
  procedure: procedure('EB13'),
  drug: drug('EB13'),
  messages: each('MSG', alsoUnused(text('01'))),
  relatedEntities: loopsAlong(['LS', 'NM1'], benefitEntity),
});

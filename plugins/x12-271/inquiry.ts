import {
  alsoUnused,
  amount,
  below,
  constant,
  each,
  firstOf,
  integers,
  loops,
  named,
  namedRepetitions,
  record,
  recordId,
  type RecordOf,
  repetitions,
  text,
  transactionReference,
  validationIssues,
} from '../../src/plugin';
import { coverageLevel, insuranceType, procedure, drug, serviceType } from '../vocabulary';
import { conditionAt, placeOfServiceAt } from './benefit';
import { people } from './eligibility';
import { payerAndProvider } from './parties';
import { eligibilityDates, eligibilityIds } from './qualified-values';
import { embeddedTransaction } from './transaction';

/** 2110C or 2110D, what is asked: services, a procedure, or both. */
const inquiry = record('EligibilityInquiryItem', {
  serviceTypeCodes: repetitions('EQ01'),
  serviceTypes: namedRepetitions(serviceType, 'EQ01'),
  procedure: procedure('EQ02'),
  drug: drug('EQ02'),
  coverageLevelCode: alsoUnused(text('EQ03')),
  coverageLevel: alsoUnused(named(coverageLevel, 'EQ03')),
  insuranceTypeCode: text('EQ04'),
  insuranceType: named(insuranceType, 'EQ04'),
  diagPointers: integers('EQ05'),
  spendDownAmount: amount('AMT[R]02'),
  spendDownTotalBilledAmount: amount('AMT[PB]02'),
  placesOfService: each('III[ZZ]', placeOfServiceAt('')),
  conditions: each('III[^ZZ]', conditionAt('')),
  additionalIds: eligibilityIds,
  dates: eligibilityDates,
});

/** What every record begins with. */
const head = { id: recordId(), objectType: constant('ELIGIBILITY_INQUIRY'), transactionId: transactionReference(), ...payerAndProvider } as const;

const tail = { validationIssues: validationIssues(), transaction: embeddedTransaction } as const;

/** 2000C or 2000D, a subscriber or dependent who is asked about. */
export const eligibilityInquiry = record('EligibilityInquiry', {
  ...head,
  ...people,
  inquiries: firstOf(below('2100C', loops('2110C', inquiry)), below('2100D', loops('2110D', inquiry))),
  ...tail,
});
export type EligibilityInquiry = RecordOf<typeof eligibilityInquiry>;

/** 2000A and 2000B without any person. */
export const emptyInquiry = record('EligibilityInquiry', { ...head, ...tail });

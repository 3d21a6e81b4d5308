import {
  below,
  constant,
  type Field,
  firstOf,
  from,
  group,
  inEachLoop,
  joinedLists,
  loops,
  onlyInLoops,
  record,
  recordId,
  type RecordOf,
  transactionReference,
  validationIssues,
  viewOf,
  within,
} from '../../src/plugin';
import { traceNumbers } from '../vocabulary';
import { benefit } from './benefit';
import { payerAndProvider, person } from './parties';
import { plans } from './plan';
import { eligibilityDates, requestErrors } from './qualified-values';
import { embeddedTransaction } from './transaction';

/** A field of the name loop of the person: 2100C in the level of a subscriber, 2100D in that of a dependent. */
export const ofPerson = <T>(field: Field<T>): Field<T> => firstOf(below('2100C', field), below('2100D', field));

/** Fields of loops 2110C or 2110D. */
const ofBenefits = <T>(make: (loop: string) => Field<T>): Field<T> => firstOf(below('2100C', make('2110C')), below('2100D', make('2110D')));

/** The subscriber of the level or of the dependent, the dependent, and the numbers by which questions and answers are joined. */
export const people = {
  subscriber: firstOf(below('2100C', group(person)), from('2100C', person)),
  patient: below('2100D', group(person)),
  traceNumbers,
  subscriberTraceNumbers: onlyInLoops(['2000D'], within('2000C', traceNumbers)),
  planDates: ofPerson(eligibilityDates),
  subscriberPlanDates: onlyInLoops(['2000D'], within('2100C', eligibilityDates)),
} as const;

/** What every record begins with. */
const head = {
  id: recordId(),
  objectType: constant('ELIGIBILITY'),
  transactionId: transactionReference(),
  informationSourceErrors: within('2000A', requestErrors),
  ...payerAndProvider,
} as const;

const tail = { validationIssues: validationIssues(), transaction: embeddedTransaction } as const;

/** Errors of the levels above the persons. */
const sharedErrors = [within('2000A', requestErrors), within('2100A', requestErrors), within('2100B', requestErrors)] as const;

/** 2000C or 2000D, the benefits of a subscriber or dependent. */
export const eligibility = record('Eligibility', {
  ...head,
  ...people,
  errors: joinedLists(
    ...sharedErrors,
    within('2100C', requestErrors),
    below('2100D', requestErrors),
    ofBenefits((loop) => inEachLoop(loop, requestErrors)),
  ),
  benefits: ofBenefits((loop) => loops(loop, benefit)),
  plans: viewOf('benefits', ofPerson(plans)),
  ...tail,
});
export type Eligibility = RecordOf<typeof eligibility>;

/** 2000A and 2000B without any person: the request was rejected before it came to them. */
export const rejectedRequest = record('Eligibility', { ...head, errors: joinedLists(...sharedErrors), ...tail });

import { constantOfLoop, each, named, periodFrom, periodTo, record, text } from '../../src/plugin';
import { dateType, referenceType, requestRejection } from '../vocabulary';

/** DTP, a date or period with its kind. */
const eligibilityDate = record('EligibilityDate', {
  qualifierCode: text('01'),
  type: named(dateType, '01'),
  date: periodFrom('03'),
  dateTo: periodTo('03'),
});

/** All dates of a loop. */
export const eligibilityDates = each('DTP', eligibilityDate);

/** REF, a number with its kind, and the name of the plan, group or network that it is the number of. */
const eligibilityId = record('EligibilityIdentification', {
  qualifierCode: text('01'),
  type: named(referenceType, '01'),
  identification: text('02'),
  description: text('03'),
});

/** All numbers of a loop. */
export const eligibilityIds = each('REF', eligibilityId);

/** AAA, why a request was rejected, at the level of its loop. */
const requestError = record('RequestError', {
  level: constantOfLoop({
    INFORMATION_SOURCE: ['2000A'],
    PAYER: ['2100A'],
    PROVIDER: ['2100B'],
    SUBSCRIBER: ['2100C'],
    DEPENDENT: ['2100D'],
    BENEFIT: ['2110C', '2110D'],
  }),
  ...requestRejection,
});

/** All errors of a loop. */
export const requestErrors = each('AAA', requestError);

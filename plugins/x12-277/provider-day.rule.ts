import { loopRule, segmentsOf } from '../../src/plugin';
import { ACKNOWLEDGMENT } from './guides';

/**
 * The status of a provider in an acknowledgment has no day (2200C, STC02). Senders write one all the same: it is read, so that the guide has the
 * element, and reported here.
 */
export const providerDay = loopRule({
  id: '277-provider-status-day',
  level: 2,
  issueType: 'NOT_ALLOWED',
  finds: 'The status of a provider in an acknowledgment of claims has a day (STC02 of 2200C), which the guide does not use there.',
  guides: ACKNOWLEDGMENT,
  loop: '2200C',
  check(loop, report) {
    for (const segment of segmentsOf(loop, 'STC')) {
      if (!segment.has(2)) continue;
      const finding = { element: 'STC02', at: { element: 2 }, issueObjectClass: 'StatusInfo', fieldName: 'effectiveDate', value: segment.element(2) };
      report({ segment, loop, ...finding, message: 'Element STC02 is not used here; it has to be empty' });
    }
  },
});

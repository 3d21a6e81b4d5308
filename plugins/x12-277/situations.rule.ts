import { loopRule, segmentsOf } from '../../src/plugin';
import { ACKNOWLEDGMENT } from './guides';

/** Categories of acknowledgments by the action that goes with them. */
const CATEGORIES_OF_ACTION: Readonly<Record<string, readonly string[]>> = {
  U: ['A3', 'A4', 'A6', 'A7', 'A8'],
  WQ: ['A0', 'A1', 'A2', 'A5'],
};

const CATEGORIES = Object.values(CATEGORIES_OF_ACTION).flat();

/** A claim that is rejected has a status of rejections, and one that is accepted has none of them. */
export const claimAction = loopRule({
  id: '277-claim-action',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The action for a claim (STC03) does not go with the category of its status (STC01-1): one rejects, the other accepts.',
  guides: ACKNOWLEDGMENT,
  loop: '2200D',
  check(claim, report) {
    for (const stc of segmentsOf(claim, 'STC')) {
      const value = stc.element(3);
      const category = stc.component(1, 1);
      const expected = CATEGORIES_OF_ACTION[value];
      if (expected === undefined || expected.includes(category) || !CATEGORIES.includes(category)) continue;
      const message = `Action ${value} does not go with a status of category ${category}`;
      report({ segment: stc, loop: claim, element: 'STC03', issueObjectClass: 'StatusInfo', fieldName: 'actionCode', value, message });
    }
  },
});

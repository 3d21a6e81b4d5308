import { dayOf, lastDayOf, loopRule, type Segment, segmentOf, segmentsOf, transactionRule } from '../../src/plugin';
import { GUIDES } from './guides';

const isZero = (segment: Segment, element: number): boolean => /^-?0*\.?0*$/.test(segment.element(element));

const isNegative = (segment: Segment, element: number): boolean => segment.element(element).startsWith('-');

/** A rule that looks at one segment of the head. */
function headRule(
  facts: {
    readonly id: string;
    readonly level: 4 | 5;
    readonly issueType: 'MISMATCH' | 'REQUIRED' | 'INVALID';
    readonly finds: string;
    readonly element: string;
  },
  isWrong: (bpr: Segment, trn: Segment) => boolean,
) {
  const { element, ...rule } = facts;
  return transactionRule({
    ...rule,
    open: () => ({
      close(root, report) {
        const [bpr, trn] = [segmentOf(root, 'BPR'), segmentOf(root, 'TRN')];
        if (bpr === undefined || trn === undefined || !isWrong(bpr, trn)) return;
        report({ segment: element.startsWith('TRN') ? trn : bpr, loop: root, element, issueObjectClass: 'Transaction', message: rule.finds });
      },
    }),
  });
}

/** Ways of payment (BPR04) that go from account to account. */
const ELECTRONIC = ['ACH', 'BOP', 'FWT', 'SWT'];

/** Rules of the payment, which stand in BPR and TRN. */
const paymentRules = [
  headRule({ id: '820-negative-payment', level: 4, issueType: 'INVALID', finds: 'The payment (BPR02) is negative.', element: 'BPR02' }, (bpr) =>
    isNegative(bpr, 2),
  ),
  headRule(
    {
      id: '820-receiver-account',
      level: 5,
      issueType: 'REQUIRED',
      finds: 'An electronic payment (BPR04) has no account of the receiver (BPR15).',
      element: 'BPR15',
    },
    (bpr) => ELECTRONIC.includes(bpr.element(4)) && !bpr.has(15),
  ),
  headRule(
    { id: '820-payment-format', level: 5, issueType: 'REQUIRED', finds: 'An ACH payment (BPR04) has no format (BPR05).', element: 'BPR05' },
    (bpr) => bpr.element(4) === 'ACH' && !bpr.has(5),
  ),
  headRule(
    {
      id: '820-trace-company',
      level: 4,
      issueType: 'MISMATCH',
      finds: 'The company of the trace number (TRN03) is not that of the payment (BPR10).',
      element: 'TRN03',
    },
    (bpr, trn) => bpr.has(10) && trn.has(3) && bpr.element(10) !== trn.element(3),
  ),
  headRule(
    {
      id: '820-trace-supplement',
      level: 4,
      issueType: 'MISMATCH',
      finds: 'The supplement of the trace number (TRN04) is not that of the payment (BPR11).',
      element: 'TRN04',
    },
    (bpr, trn) => bpr.has(11) && trn.has(4) && bpr.element(11) !== trn.element(4),
  ),
];

/** Coverage ends on or after its first day. */
const coveragePeriod = loopRule({
  id: '820-coverage-period',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The coverage period of a remittance (DTM06) ends before it begins.',
  loop: ['2300A', '2300B', '2300'],
  guides: GUIDES,
  check(loop, report) {
    for (const segment of segmentsOf(loop, 'DTM')) {
      const [from, to] = [dayOf(segment, 6), lastDayOf(segment, 6)];
      if (from === 0 || to === 0 || from <= to) continue;
      report({
        segment,
        loop,
        element: 'DTM06',
        issueObjectClass: 'PremiumRemittance',
        fieldName: 'coverageDateTo',
        message: 'The period ends before it begins',
      });
    }
  },
});

/** Coverage of the whole payment, likewise. */
const paymentPeriod = transactionRule({
  id: '820-payment-period',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The coverage period of the payment (DTM06) ends before it begins.',
  open: () => ({
    close(root, report) {
      const segment = segmentOf(root, 'DTM', ['582']);
      if (segment === undefined || dayOf(segment, 6) <= lastDayOf(segment, 6)) return;
      report({
        segment,
        loop: root,
        element: 'DTM06',
        issueObjectClass: 'Transaction',
        fieldName: 'coverageDateTo',
        message: 'The period ends before it begins',
      });
    },
  }),
});

/** An adjustment changes something. */
const zeroAdjustment = loopRule({
  id: '820-zero-adjustment',
  level: 4,
  issueType: 'INVALID',
  finds: 'An adjustment (ADX01) is zero.',
  guides: ['005010X218'],
  loop: ['2200A', '2200B', '2320A', '2320B'],
  check(loop, report) {
    const segment = segmentOf(loop, 'ADX');
    if (segment === undefined || !segment.has(1) || !isZero(segment, 1)) return;
    report({ segment, loop, element: 'ADX01', issueObjectClass: 'PremiumAdjustment', fieldName: 'amount', message: 'An adjustment of zero changes nothing' });
  },
});

/** A count counts somebody. */
const memberCount = loopRule({
  id: '820-member-count',
  level: 4,
  issueType: 'INVALID',
  finds: 'A count of members (SLN04) is zero or negative.',
  guides: ['005010X218', '004010X061A1'],
  loop: '2315A',
  check(loop, report) {
    const segment = segmentOf(loop, 'SLN');
    if (segment === undefined || !segment.has(4) || (!isNegative(segment, 4) && !isZero(segment, 4))) return;
    report({ segment, loop, element: 'SLN04', issueObjectClass: 'PremiumMemberCount', fieldName: 'count', message: 'A count of members has to be positive' });
  },
});

/** Rules of an 820 about situations. */
export const situations = [...paymentRules, coveragePeriod, paymentPeriod, zeroAdjustment, memberCount];

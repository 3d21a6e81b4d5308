import { dayOf, formatDate, type LoopNode, loopRule, type Report, segmentOf } from '../../src/plugin';

/** DTP01 codes that begin and end a period. */
type Period = readonly [from: string, to: string];

/** What the periods of a loop are reported as. */
interface Owner {
  readonly issueObjectClass: string;
  readonly fieldName: string;
}

function checkPeriods(loop: LoopNode, periods: readonly Period[], owner: Owner, report: Report): void {
  for (const [fromCode, toCode] of periods) {
    const end = segmentOf(loop, 'DTP', [toCode]);
    const from = dayOf(segmentOf(loop, 'DTP', [fromCode]), 3);
    const to = dayOf(end, 3);
    if (end === undefined || from === 0 || to === 0 || from <= to) continue;
    const message = `The period ends on ${formatDate(to)}, before it begins on ${formatDate(from)}`;
    report({ segment: end, loop, element: 'DTP03', ediCode: toCode, ...owner, value: end.element(3), message });
  }
}

/** Employment, Medicare, COBRA, education, eligibility, credited service, Medicaid. */
const OF_MEMBER: readonly Period[] = [
  ['336', '337'],
  ['338', '339'],
  ['340', '341'],
  ['350', '351'],
  ['356', '357'],
  ['385', '386'],
  ['473', '474'],
];

/** Periods of members. */
export const memberPeriods = loopRule({
  id: '834-member-periods',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'A period of a member (DTP of 2000, such as eligibility, COBRA or Medicare) ends before it begins.',
  loop: '2000',
  check: (member, report) => checkPeriods(member, OF_MEMBER, { issueObjectClass: 'MemberCoverage', fieldName: 'statusInfoEffectiveDates' }, report),
});

/** Periods of disabilities. */
export const disabilityPeriod = loopRule({
  id: '834-disability-period',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'A disability (DTP 360, 361) ends before it begins.',
  loop: '2200',
  check: (disability, report) => checkPeriods(disability, [['360', '361']], { issueObjectClass: 'Disability', fieldName: 'dateTo' }, report),
});

/** Periods in which benefits are coordinated. */
export const coordinationPeriod = loopRule({
  id: '834-coordination-period',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The coordination of benefits (DTP 344, 345) ends before it begins.',
  loop: '2320',
  check: (cob, report) => checkPeriods(cob, [['344', '345']], { issueObjectClass: 'CoordinationOfBenefits', fieldName: 'dateTo' }, report),
});

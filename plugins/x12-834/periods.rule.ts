import { loopRule, type Periods, reportPeriods } from '../../src/plugin';

const ofSegments = (issueObjectClass: string, fieldName: string, codes: Periods['codes']): Periods => ({
  id: 'DTP',
  day: 3,
  codes,
  issueObjectClass,
  fieldName,
});

/** Employment, Medicare, COBRA, education, eligibility, credited service, Medicaid. */
const OF_MEMBER: Periods = ofSegments('MemberCoverage', 'statusInfoEffectiveDates', [
  ['336', '337'],
  ['338', '339'],
  ['340', '341'],
  ['350', '351'],
  ['356', '357'],
  ['385', '386'],
  ['473', '474'],
]);

const OF_DISABILITY = ofSegments('Disability', 'dateTo', [['360', '361']]);
const OF_COVERAGE = ofSegments('HealthCoverage', 'coverageDates', [['348', '349']]);
const OF_COORDINATION = ofSegments('CoordinationOfBenefits', 'dateTo', [['344', '345']]);

/** Periods of members. */
export const memberPeriods = loopRule({
  id: '834-member-periods',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'A period of a member (DTP of 2000, such as eligibility, COBRA or Medicare) ends before it begins.',
  loop: '2000',
  check: (member, report) => reportPeriods(member, OF_MEMBER, report),
});

/** Periods of disabilities. */
export const disabilityPeriod = loopRule({
  id: '834-disability-period',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'A disability (DTP 360, 361) ends before it begins.',
  loop: '2200',
  check: (disability, report) => reportPeriods(disability, OF_DISABILITY, report),
});

/** Periods in which benefits are coordinated. */
export const coordinationPeriod = loopRule({
  id: '834-coordination-period',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The coordination of benefits (DTP 344, 345) ends before it begins.',
  loop: '2320',
  check: (cob, report) => reportPeriods(cob, OF_COORDINATION, report),
});

/** Periods of benefits. */
export const coveragePeriod = loopRule({
  id: '834-coverage-period',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The benefits of a coverage (DTP 348, 349) end before they begin.',
  loop: '2300',
  check: (coverage, report) => reportPeriods(coverage, OF_COVERAGE, report),
});

import {
  below,
  constant,
  date,
  each,
  fileName,
  from,
  group,
  integer,
  loops,
  loopsAlong,
  named,
  others,
  periodFrom,
  periodTo,
  record,
  recordId,
  type RecordOf,
  text,
  transactionReference,
  unlessTopLevel,
  unusualCode,
  validationIssues,
  within,
} from '../../src/plugin';
import { address } from '../vocabulary';
import { coverageReferenceType } from './enumerations/reference-type';
import { healthCoverage } from './health-coverage';
import { incorrectMember, member } from './member';
import { memberParty, organisation, tpa } from './parties';
import { contractAmount, coverageDate, reference } from './qualified-values';
import { transaction } from './transaction';

/** 2200, a disability of the member. */
const disability = record('Disability', {
  typeCode: text('DSB01'),
  diagnosisQualifierCode: unusualCode('DSB07', 'DX'),
  diagnosisCode: text('DSB08'),
  dateFrom: periodFrom('DTP[360]03'),
  dateTo: periodFrom('DTP[361]03'),
});

/** 2700 with its 2750, a group that the sponsor counts the member among. */
const reportingCategory = record('ReportingCategory', {
  name: below('2750', text('N102')),
  identifierQualifierCode: below('2750', text('REF01')),
  identifierType: below('2750', named(coverageReferenceType, 'REF01')),
  identifier: below('2750', text('REF02')),
  date: below('2750', periodFrom('DTP03')),
  dateTo: below('2750', periodTo('DTP03')),
});

/** INS, the member's enrollment. */
const enrollment = {
  memberIndicator: text('INS01'),
  relationshipCode: text('INS02'),
  maintenanceTypeCode: text('INS03'),
  maintenanceReasonCode: text('INS04'),
  benefitStatusCode: text('INS05'),
  medicarePlanCode: text('INS06-1'),
  medicareEligibilityReasonCode: text('INS06-2'),
  cobraEventCode: text('INS07'),
  employmentStatusCode: text('INS08'),
  studentStatusCode: text('INS09'),
  handicapIndicator: text('INS10'),
  deathDate: date('INS12'),
  confidentialityCode: text('INS13'),
  birthSequenceNumber: integer('INS17'),
} as const;

/** 2000, a member with the coverages that change. */
export const memberCoverage = record('MemberCoverage', {
  id: recordId(),
  objectType: constant('MEMBER_COVERAGE'),
  transactionId: transactionReference(),
  fileName: fileName(),
  fileEffectiveDates: within('0000', each('DTP', coverageDate)),
  // Senders use 34 for 38.
  masterPolicyNumber: within('0000', text('REF[38|34]02')),
  sponsor: from('1000A', organisation),
  insurer: from('1000B', organisation),
  tpas: within('0000', loops('1000C', tpa)),
  ...enrollment,
  identifier: text('REF[0F]02'),
  groupOrPolicyNumber: text('REF[1L]02'),
  supplementalIdentifiers: others('REF', reference),
  statusInfoEffectiveDates: each('DTP', coverageDate),
  member: below('2100A', group(member)),
  incorrectMember: below('2100B', group(incorrectMember)),
  contractAmounts: below('2100A', each('AMT', contractAmount)),
  mailingAddress: below('2100C', group(address)),
  employers: loops('2100D', memberParty),
  schools: loops('2100E', memberParty),
  custodialParent: below('2100F', group(memberParty)),
  responsiblePersons: loops('2100G', memberParty),
  dropOffLocation: below('2100H', group(memberParty)),
  disabilities: loops('2200', disability),
  reportingCategories: loopsAlong(['LS', '2700'], reportingCategory),
  healthCoverages: loops('2300', healthCoverage),
  validationIssues: validationIssues(),
  transaction: unlessTopLevel(from('0000', transaction)),
});
export type MemberCoverage = RecordOf<typeof memberCoverage>;

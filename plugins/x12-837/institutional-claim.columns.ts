import { column, columns, firstWhere, list, table, type TableEntry } from '../../src/plugin';
import {
  assignmentColumns,
  attachmentColumns,
  billTypeColumns,
  claimHeadColumns,
  code,
  drugColumns,
  lineDateColumns,
  lineNumber,
  otherSubscriberColumns,
  peopleColumns,
  procedureColumns,
} from './claim.columns';
import { institutionalClaim } from './institutional-claim';
import { facility, provider, taxonomyColumn } from './party.columns';

/** The same concept in ICD-10 and ICD-9. */
const icd = (kind: string) => ({ subType: [`ICD_10${kind}`, `ICD_9${kind}`] });

const lineColumns: readonly TableEntry[] = [
  lineNumber,
  code('revenueCode', 'RevenueCode'),
  procedureColumns,
  ...columns('chargeAmount', 'unitType', 'unitCount', 'nonCoveredAmount'),
  ...lineDateColumns,
  ...columns('repricedReferenceNumber', 'adjustedRepricedReferenceNumber', 'serviceTaxAmount', 'facilityTaxAmount', 'thirdPartyNote'),
  ...drugColumns,
  attachmentColumns,
  provider('OPERATING', 'OperatingPhysician'),
  provider('OTHER_OPERATING', 'OtherOperatingPhysician'),
  provider('RENDERING', 'RenderingProvider'),
  provider('REFERRING', 'ReferringProvider'),
];

/** The rows of an institutional claim. */
export const institutionalTable = table('837I', 'Main', institutionalClaim, [
  ...claimHeadColumns('837I'),
  ...billTypeColumns,
  ...assignmentColumns,
  ...peopleColumns,
  ...columns(
    'statementDateFrom',
    'statementDateTo',
    'dischargeTime',
    'admissionDateAndHour',
    'admissionTypeCode',
    'admissionSourceCode',
    'patientStatusCode',
    'patientResponsibilityAmount',
    'serviceAuthorizationExceptionCode',
    'referralNumber',
    'priorAuthorizationNumber',
  ),
  column('originalReferenceNumber', 'PayerClaimControlNumber'),
  ...columns(
    'clearinghouseTraceNumber',
    'repricedReferenceNumber',
    'adjustedRepricedReferenceNumber',
    'accidentState',
    'medicalRecordNumber',
    'demonstrationProjectIdentifier',
  ),
  column('claimNote', 'Note'),
  column('billingNote'),
  firstWhere('diags', icd('_PRINCIPAL'), 'PrincipalDiag', [column('code')]),
  firstWhere('diags', icd('_ADMITTING'), 'AdmittingDiag', [column('code')]),
  list('diags', 'ReasonForVisitDiags', [column('code')], icd('_REASON_FOR_VISIT')),
  list('diags', 'ExternalCauseOfInjuryDiags', [column('code')], icd('_EXTERNAL_CAUSE_OF_INJURY')),
  code('drg', 'Drg'),
  list('diags', 'OtherDiags', columns('code', 'presentOnAdmissionIndicator'), icd('')),
  firstWhere('procs', icd('_PCS_PRINCIPAL'), 'PrincipalProcedure', columns('code', 'occurrenceDate')),
  list('procs', 'OtherProcedures', columns('code', 'occurrenceDate'), icd('_PCS')),
  list('occurrences', 'Occurrences', columns('code', 'occurrenceDate')),
  list('occurrenceSpans', 'OccurrenceSpans', columns('code', 'occurrenceDate', 'occurrenceEndDate')),
  list('conditions', 'Conditions', [column('code')]),
  list('valueInfos', 'ValueInfos', columns('code', 'amount')),
  attachmentColumns,
  provider('ATTENDING', 'AttendingProvider', { more: [taxonomyColumn] }),
  provider('OPERATING', 'OperatingPhysician'),
  provider('OTHER_OPERATING', 'OtherOperatingPhysician'),
  provider('REFERRING', 'ReferringProvider'),
  provider('RENDERING', 'RenderingProvider'),
  facility(),
  otherSubscriberColumns,
  list('serviceLines', 'Lines', lineColumns),
]);

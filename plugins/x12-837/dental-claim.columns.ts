import { column, columns, list, part, table, type TableEntry } from '../../src/plugin';
import { contactColumns } from '../vocabulary';
import {
  assignmentColumns,
  attachmentColumns,
  billTypeColumns,
  claimHeadColumns,
  lineDateColumns,
  lineNumber,
  otherSubscriberColumns,
  peopleColumns,
  procedureColumns,
} from './claim.columns';
import { dentalClaim } from './dental-claim';
import { facility, provider, taxonomyColumn } from './party.columns';

const lineColumns: readonly TableEntry[] = [
  lineNumber,
  procedureColumns,
  ...columns('chargeAmount', 'unitCount'),
  column('placeOfServiceType', 'PlaceOfService'),
  column('placeOfServiceCode'),
  list('oralCavityDesignationCodes', 'OralCavityDesignationCodes'),
  column('prosthesisCrownOrInlayCode'),
  list('toothInfos', 'ToothInfos', [column('code'), list('surfaceCodes', 'SurfaceCodes')]),
  list('diagPointers', 'DiagPointers'),
  ...lineDateColumns,
  ...columns('priorPlacementDate', 'orthodonticBandingDate', 'replacementDate', 'treatmentStartDate', 'treatmentCompletionDate'),
  ...columns('predeterminationOfBenefitsIdentifier', 'priorAuthorization', 'referralNumber', 'repricedReferenceNumber', 'adjustedRepricedReferenceNumber'),
  column('lineNote', 'Note'),
  provider('RENDERING', 'RenderingProvider', { more: [taxonomyColumn] }),
  provider('ASSISTANT_SURGEON', 'AssistantSurgeon', { more: [taxonomyColumn] }),
  provider('SUPERVISING', 'SupervisingProvider'),
  facility(),
];

/** The rows of a dental claim: those of a professional one as far as dentists have them, with teeth and orthodontics. */
export const dentalTable = table('837D', 'Main', dentalClaim, [
  ...claimHeadColumns('837D'),
  column('placeOfServiceType', 'PlaceOfService'),
  ...billTypeColumns,
  column('providerSignatureIndicator'),
  ...assignmentColumns,
  column('predeterminationOfBenefitsCode'),
  ...peopleColumns,
  ...columns(
    'serviceDateFrom',
    'serviceDateTo',
    'accidentDate',
    'orthodonticBandingDate',
    'admissionDate',
    'dischargeDate',
    'referralDate',
    'patientPaidAmount',
    'serviceAuthorizationExceptionCode',
    'referralNumber',
    'priorAuthorizationNumber',
  ),
  column('originalReferenceNumber', 'PayerClaimControlNumber'),
  ...columns('clearinghouseTraceNumber', 'repricedReferenceNumber', 'adjustedRepricedReferenceNumber', 'predeterminationOfBenefitsIdentifier'),
  column('claimNote', 'Note'),
  part('orthodonticInfo', 'Orthodontic', [
    column('treatmentMonthsCount'),
    column('treatmentMonthsRemainingCount'),
    column('applianceIndicator'),
    column('treatmentIndicator'),
  ]),
  list('toothStatuses', 'ToothStatuses', columns('toothNumber', 'statusCode')),
  list('diags', 'Diags', [column('code')]),
  attachmentColumns,
  provider('REFERRING', 'ReferringProvider'),
  provider('RENDERING', 'RenderingProvider', { more: [taxonomyColumn] }),
  facility([contactColumns]),
  provider('ASSISTANT_SURGEON', 'AssistantSurgeon', { more: [taxonomyColumn] }),
  provider('SUPERVISING', 'SupervisingProvider'),
  otherSubscriberColumns,
  list('serviceLines', 'Lines', lineColumns),
]);

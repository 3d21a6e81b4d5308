import { column, columns, constant, firstOf, itemNumber, list, own, part, periodFrom, periodTo, type TableEntry, text } from '../../src/plugin';
import { adjustmentColumns, modifierColumns } from '../vocabulary';
import { billingProvider, insuredPerson, otherPerson, patientPerson, payerColumns } from './party.columns';

/*
 * The parts of the tables of claims that all kinds of claims have, in the order in which tables have them.
 */

/** Columns of the transaction, up to the claim's own number and amount. */
export const claimHeadColumns = (transactionType: string): readonly TableEntry[] => [
  column('id'),
  own('TransactionType', constant(transactionType)),
  part('transaction', '', [
    part('fileInfo', '', [column('name', 'FileName')]),
    column('controlNumber', 'TransactionControlNumber'),
    column('purposeCode', 'TransactionSetPurposeCode'),
    column('originatorApplicationTransactionId'),
    column('creationDateTime', 'TransactionCreationDateTime'),
    column('claimOrEncounterIdentifierType'),
  ]),
  column('patientControlNumber'),
  column('chargeAmount'),
];

/** CLM05: where, and which of several bills. */
export const billTypeColumns: readonly TableEntry[] = [
  part('facilityCode', 'Facility', [column('code')]),
  part('frequencyCode', 'FrequencyType', [column('code')]),
];

/** CLM07 to CLM09, and CLM20. */
export const assignmentColumns: readonly TableEntry[] = columns(
  'assignmentParticipationCode',
  'assignmentCertificationIndicator',
  'releaseOfInformationCode',
  'delayReasonCode',
);

const insurance: readonly TableEntry[] = columns(
  'payerResponsibilitySequence',
  'relationshipType',
  'groupOrPolicyNumber',
  'groupName',
  'claimFilingIndicatorCode',
);

const condition: readonly TableEntry[] = columns('deathDate', 'weight', 'pregnancyIndicator');

/** Who bills, is insured and is treated. */
export const peopleColumns: readonly TableEntry[] = [
  billingProvider,
  part('subscriber', 'Subscriber', [...insurance, insuredPerson, ...condition, payerColumns]),
  part('patient', 'Patient', [column('relationshipType'), patientPerson, ...condition]),
];

export const code = (key: string, name: string): TableEntry => part(key, name, [column('code')]);

export const attachmentColumns = list('attachments', 'Attachments', columns('reportTypeCode', 'reportTransmissionCode', 'controlNumber'));

/** What other payers cover or have paid. */
export const otherSubscriberColumns = list('otherSubscribers', 'OtherSubscribers', [
  ...insurance,
  otherPerson,
  adjustmentColumns('Adjustments'),
  column('payerPaidAmount'),
  column('nonCoveredAmount'),
  column('remainingPatientLiabilityAmount'),
  column('payerClaimControlNumber'),
  payerColumns,
]);

/** A line is called by its identifier, or else by its number. */
export const lineNumber = own('ControlNumber', firstOf<string | number>(text('REF[6R]02'), itemNumber()));

export const procedureColumns = part('procedure', 'Procedure', [column('code'), column('descFromClaim'), modifierColumns]);

/** The days of a service; a single day is both. */
export const lineDateColumns: readonly TableEntry[] = [
  column('serviceDateFrom'),
  own('ServiceDateTo', firstOf(periodTo('DTP[472]03'), periodFrom('DTP[472]03'))),
];

export const drugColumns: readonly TableEntry[] = [code('drug', 'Drug'), ...columns('drugQuantity', 'drugUnitType', 'prescriptionNumber')];

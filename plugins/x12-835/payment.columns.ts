import {
  amount,
  blank,
  column,
  columns,
  constant,
  date,
  describedBy,
  type Field,
  firstOf,
  itemNumber,
  list,
  named,
  own,
  part,
  quantity,
  sum,
  table,
  type TableEntry,
  text,
  variant,
  withListDefaults,
} from '../../src/plugin';
import {
  additionalIdColumns,
  addressColumns,
  adjustmentColumns,
  identificationColumns,
  identificationType,
  modifierColumns,
  partyNameColumns,
} from '../vocabulary';
import { organisation, personColumns } from './party.columns';
import { payment } from './payment';
import { payerColumns, paymentHead, TRANSACTION_TYPE } from './transaction.columns';

/** The amounts of the triplets of CAS. */
const ADJUSTMENT_AMOUNTS = { place: 'CAS', elements: [3, 6, 9, 12, 15, 18] } as const;

const adjustments = adjustmentColumns('Adjs');

const supplements = [
  list('supplementalAmounts', 'SupplementalAmts', columns('qualifierCode', 'type', 'amount')),
  list('supplementalQuantities', 'SupplementalQties', columns('qualifierCode', 'type', 'quantity')),
];

const product = (procedure: string, revenueCode: string, drug: string, prefix: string): readonly TableEntry[] => [
  part(procedure, `${prefix}Procedure`, [column('code'), modifierColumns]),
  part(revenueCode, `${prefix}Revenue`, [column('code')]),
  part(drug, `${prefix}Drug`, [column('code')]),
];

/** A column of the subscriber: the patient is the subscriber where the claim names no other. */
const insured = (name: string, field: (segment: string) => Field<string>): TableEntry =>
  own(
    name,
    variant<string, 'subscriber' | 'patient'>([['subscriber', { has: 'NM1[IL]01' }], ['patient']], {
      subscriber: field('NM1[IL]'),
      patient: field('NM1[QC]'),
    }),
  );

/** 2110: columns after those of the claim. */
const lineColumns: readonly TableEntry[] = [
  own('ControlNumber', firstOf<string | number>(text('REF[6R]02'), itemNumber())),
  ...product('procedure', 'revenueCode', 'drug', ''),
  column('chargeAmount'),
  column('paidAmount'),
  own('UnitCount', firstOf(quantity('SVC05'), constant(1))),
  ...product('originalProcedure', 'originalRevenueCode', 'originalDrug', 'Original'),
  column('originalUnitCount'),
  column('serviceDateFrom'),
  own('ServiceDateTo', firstOf(date('DTM[151]02'), date('DTM[472]02'), date('DTM[150]02'))),
  own('TotalAdjAmount', sum(ADJUSTMENT_AMOUNTS)),
  adjustments,
  list('serviceIds', 'ServiceIds', identificationColumns),
  column('healthcarePolicyId'),
  list('renderingProviderIds', 'RenderingProviderIds', identificationColumns),
  own('AllowedAmount', amount('AMT[B6]02')),
  ...supplements,
  describedBy('remarks', list('remarkCodes', 'RemarkCodes')),
];

const layout = table(TRANSACTION_TYPE, 'Main', payment, [
  column('id'),
  own('TransactionType', constant(TRANSACTION_TYPE)),
  part('transaction', '', [part('fileInfo', '', [column('name', 'FileName')]), column('controlNumber', 'TransactionControlNumber')]),
  column('patientControlNumber'),
  column('claimStatus'),
  column('chargeAmount'),
  column('paymentAmount'),
  column('patientResponsibilityAmount'),
  column('claimFilingIndicatorCode'),
  column('payerControlNumber'),
  part('facilityCode', 'Facility', [column('code')]),
  part('frequencyCode', 'FrequencyType', [column('code')]),
  part('drg', 'Drg', [column('code')]),
  column('drgWeight'),
  column('dischargeFraction'),
  part('transaction', '', paymentHead),
  own('TotalAdjAmount', sum(ADJUSTMENT_AMOUNTS, { ...ADJUSTMENT_AMOUNTS, loop: '2110' })),
  adjustments,
  payerColumns('payer'),
  part('payee', 'Payee', [
    column('identificationType'),
    column('identifier'),
    column('lastNameOrOrgName'),
    addressColumns,
    // 1000B has no PER.
    blank('Contacts'),
    additionalIdColumns,
  ]),
  part('patient', 'Patient', [part('person', '', personColumns)]),
  insured('SubscriberIdentificationType', (nm1) => named(identificationType, `${nm1}08`)),
  insured('SubscriberIdentifier', (nm1) => text(`${nm1}09`)),
  insured('SubscriberLastName', (nm1) => text(`${nm1}03`)),
  insured('SubscriberFirstName', (nm1) => text(`${nm1}04`)),
  insured('SubscriberMiddleName', (nm1) => text(`${nm1}05`)),
  part('correctedInsured', 'CorrectedPatient', personColumns),
  part('serviceProvider', 'ServiceProvider', [
    column('identificationType'),
    column('identifier'),
    ...partyNameColumns,
    // Contacts of 2100 are the claim's.
    blank('Contacts'),
    additionalIdColumns,
  ]),
  organisation('crossoverCarrier', 'CrossoverCarrier'),
  organisation('correctedPayer', 'CorrectedPayer'),
  list('otherSubscribers', 'OtherSubscribers', [part('person', '', personColumns)]),
  list('otherClaimRelatedIds', 'OtherClaimRelatedIds', identificationColumns),
  column('serviceDateFrom'),
  column('serviceDateTo'),
  column('statementDateFrom'),
  column('statementDateTo'),
  column('coverageExpirationDate'),
  column('claimReceivedDate'),
  own('CoverageAmount', amount('AMT[AU]02')),
  ...supplements,
  list('serviceLines', 'Lines', lineColumns),
]);

/** The rows of an 835, in the order of the interface document, 2.13. */
export const paymentTable = withListDefaults(layout, {
  // The interface has one other subscriber for each payment.
  OtherSubscribers: { repeats: 1 },
});

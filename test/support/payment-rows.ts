import { asRecord, type Json } from './conversion';
import { at } from './claims';

/*
 * Rows of payments, made of their JSON and by the interface document only: what the CSV of the same input must show.
 */

/** The columns that the rows have. */
export const PAYMENT_COLUMNS = [
  'Id',
  'TransactionType',
  'FileName',
  'PatientControlNumber',
  'ClaimStatus',
  'ChargeAmount',
  'PaymentAmount',
  'PayerControlNumber',
  'FacilityCode',
  'TotalAdjAmount',
  'Adj1ReasonCode',
  'Adj2Amount',
  'PayerName',
  'PayerAddressLine',
  'PayerAdditionalId2Identification',
  'PayeeLastNameOrOrgName',
  'PatientLastName',
  'PatientFirstName',
  'PatientIdentifier',
  'CorrectedPatientLastName',
  'ServiceProviderIdentifier',
  'OtherClaimRelatedId1Identification',
  'OtherClaimRelatedId2Identification',
  'ServiceDateFrom',
  'ServiceDateTo',
  'SupplementalAmt1Amount',
  'LineControlNumber',
  'LineProcedureCode',
  'LineProcedureModifier2Code',
  'LineRevenueCode',
  'LineChargeAmount',
  'LinePaidAmount',
  'LineServiceDateFrom',
  'LineTotalAdjAmount',
  'LineAdj1Group',
  'LineAdj3Amount',
  'LineServiceId1Identification',
  'LineRemarkCode1',
  'LineRemarkCode5',
] as const;

/** The rows of a payment: one for each line, or one without. */
export function paymentRows(payment: Json): string[][] {
  const lines = listAt(payment, 'serviceLines');
  const adjusted = [...amountsOf(payment), ...lines.flatMap(amountsOf)];
  const claim = claimCells(payment, decimalSum(adjusted));
  const empty = Array<string>(PAYMENT_COLUMNS.length - claim.length).fill('');
  return lines.length === 0 ? [[...claim, ...empty]] : lines.map((line, i) => [...claim, ...lineCells(line, i + 1)]);
}

function claimCells(payment: Json, totalAdjusted: string): string[] {
  const cell = (...path: readonly (string | number)[]): string => shown(at(payment, ...path));
  return [
    cell('id'),
    '835',
    cell('transaction', 'fileInfo', 'name'),
    cell('patientControlNumber'),
    cell('claimStatus'),
    cell('chargeAmount'),
    cell('paymentAmount'),
    cell('payerControlNumber'),
    cell('facilityCode', 'code'),
    totalAdjusted,
    cell('adjustments', 0, 'reasonCode'),
    cell('adjustments', 1, 'amount'),
    cell('payer', 'lastNameOrOrgName'),
    cell('payer', 'address', 'line'),
    cell('payer', 'additionalIds', 1, 'identification'),
    cell('payee', 'lastNameOrOrgName'),
    cell('patient', 'person', 'lastNameOrOrgName'),
    cell('patient', 'person', 'firstName'),
    cell('patient', 'person', 'identifier'),
    cell('correctedInsured', 'lastNameOrOrgName'),
    cell('serviceProvider', 'identifier'),
    cell('otherClaimRelatedIds', 0, 'identification'),
    cell('otherClaimRelatedIds', 1, 'identification'),
    cell('serviceDateFrom'),
    cell('serviceDateTo'),
    cell('supplementalAmounts', 0, 'amount'),
  ];
}

function lineCells(line: Json, number: number): string[] {
  const cell = (...path: readonly (string | number)[]): string => shown(at(line, ...path));
  return [
    cell('sourceLineId') || String(number),
    cell('procedure', 'code'),
    cell('procedure', 'modifiers', 1, 'code'),
    cell('revenueCode', 'code'),
    cell('chargeAmount'),
    cell('paidAmount'),
    cell('serviceDateFrom'),
    decimalSum(amountsOf(line)),
    cell('adjustments', 0, 'group'),
    cell('adjustments', 2, 'amount'),
    cell('serviceIds', 0, 'identification'),
    cell('remarkCodes', 0),
    cell('remarkCodes', 4),
  ];
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function listAt(value: unknown, key: string): Json[] {
  const list = at(value, key);
  return Array.isArray(list) ? list.map(asRecord) : [];
}

const amountsOf = (value: Json): number[] => listAt(value, 'adjustments').flatMap(({ amount }) => (typeof amount === 'number' ? [amount] : []));

const SCALE = 1e6;

/** The sum of decimals, by whole millionths. */
function decimalSum(amounts: readonly number[]): string {
  return String(amounts.reduce((sum, amount) => sum + Math.round(amount * SCALE), 0) / SCALE);
}

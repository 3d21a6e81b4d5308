import { amount, named, periodFrom, periodTo, quantity, record, text } from '../../src/plugin';
import { quantityType } from '../vocabulary';
import { coverageAmountType } from './enumerations/amount-type';
import { coverageDateType } from './enumerations/date-type';
import { coverageReferenceType } from './enumerations/reference-type';

/** DTP, a date or period with its kind. */
export const coverageDate = record('Date', {
  qualifierCode: text('01'),
  type: named(coverageDateType, '01'),
  date: periodFrom('03'),
  dateTo: periodTo('03'),
});

/** REF, a reference number with its kind. */
export const reference = record('Reference', {
  qualifierCode: text('01'),
  type: named(coverageReferenceType, '01'),
  identification: text('02'),
});

/** AMT, the member's contributions under the contract. */
export const contractAmount = record('Amount', {
  qualifierCode: text('01'),
  type: named(coverageAmountType, '01'),
  amount: amount('02'),
});

/** QTY, a count over the transaction. */
export const controlTotal = record('Quantity', {
  qualifierCode: text('01'),
  type: named(quantityType, '01'),
  quantity: quantity('02'),
});

import { amount, named, quantity, record, type RecordOf, text } from '../../src/plugin';
import { amountType } from './enumerations/amount-type';
import { quantityType } from './enumerations/quantity-type';
import { referenceType } from './enumerations/reference-type';

/** A reference number: REF. */
export const identification = record('Identification', {
  qualifierCode: text('01'),
  type: named(referenceType, '01'),
  identification: text('02'),
});
/** What `identification` reads. */
export type Identification = RecordOf<typeof identification>;

/** An amount with its kind: AMT. */
export const amountItem = record('Amount', {
  qualifierCode: text('01'),
  type: named(amountType, '01'),
  amount: amount('02'),
});
/** What `amountItem` reads. */
export type Amount = RecordOf<typeof amountItem>;

/** A quantity with its kind: QTY. */
export const quantityItem = record('Quantity', {
  qualifierCode: text('01'),
  type: named(quantityType, '01'),
  quantity: quantity('02'),
});
/** What `quantityItem` reads. */
export type Quantity = RecordOf<typeof quantityItem>;

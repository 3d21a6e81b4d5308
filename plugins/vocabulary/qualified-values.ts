import { amount, each, named, quantity, record, type RecordOf, text } from '../../src/plugin';
import { amountType } from './enumerations/amount-type';
import { followUpAction } from './enumerations/follow-up-action';
import { quantityType } from './enumerations/quantity-type';
import { referenceType } from './enumerations/reference-type';
import { rejectReason } from './enumerations/reject-reason';
import { traceType } from './enumerations/trace-type';

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

/** The number by which a response is joined to its request: TRN. */
const traceNumber = record('TraceNumber', {
  type: named(traceType, '01'),
  traceIdentifier: text('02'),
  originatingCompanyIdentifier: text('03'),
  originatingCompanyAdditionalIdentifier: text('04'),
});

/** All trace numbers of a loop. */
export const traceNumbers = each('TRN', traceNumber);

/** Why a request was rejected, and what to do next: the members of an AAA beside its level. */
export const requestRejection = {
  validRequestIndicator: text('01'),
  rejectReasonCode: text('03'),
  rejectReason: named(rejectReason, '03'),
  followUpActionCode: text('04'),
  followUpAction: named(followUpAction, '04'),
};

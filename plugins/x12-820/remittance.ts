import { amount, date, each, firstOf, impliedDecimal, loops, named, onlyIn, periodFrom, periodTo, quantity, record, text } from '../../src/plugin';
import { referenceType } from '../vocabulary';
import { premiumAdjustmentReason } from './enumerations/adjustment-reason';
import { memberUnit } from './enumerations/member-unit';
import { paymentAction } from './enumerations/payment-action';
import { EXCHANGE } from './guides';
import { premiumReference } from './reference';

/** ADX, a difference between what was billed and what is paid. */
export const premiumAdjustment = record('PremiumAdjustment', {
  amount: amount('ADX01'),
  reasonCode: text('ADX02'),
  reason: named(premiumAdjustmentReason, 'ADX02'),
});

/** 2312A, a charge of a line item. */
const charge = record('PremiumCharge', {
  indicatorCode: text('SAC01'),
  chargeCode: text('SAC02'),
  // SAC05 has no decimal point: 12345 is 123.45.
  amount: impliedDecimal('SAC05', 2),
});

/** 2315A, how many members a line item is for. */
const memberCount = record('PremiumMemberCount', {
  controlNumber: text('SLN01'),
  informationOnlyCode: text('SLN03'),
  count: quantity('SLN04'),
  unitCode: text('SLN05-1'),
  unit: named(memberUnit, 'SLN05-1'),
});

/** 2310A, a line of the bill. */
const lineItem = record('PremiumLineItem', {
  controlNumber: text('IT101'),
  charges: loops('2312A', charge),
  memberCounts: loops('2315A', memberCount),
});

/** 2300A, 2300B and 2300 of an exchange: what is paid, and for what. The `identification` of an exchange is a kind of payment, such as APTC. */
export const remittance = record('PremiumRemittance', {
  qualifierCode: text('RMR01'),
  type: named(referenceType, 'RMR01'),
  identification: text('RMR02'),
  paymentActionCode: text('RMR03'),
  paymentAction: named(paymentAction, 'RMR03'),
  paidAmount: amount('RMR04'),
  billedAmount: amount('RMR05'),
  discountAmount: onlyIn(EXCHANGE, amount('RMR06')),
  adjustmentReasonCode: onlyIn(EXCHANGE, text('RMR07')),
  adjustmentAmount: onlyIn(EXCHANGE, amount('RMR08')),
  additionalIds: each('REF', premiumReference),
  dateQualifierCode: text('DTM01'),
  date: date('DTM02'),
  coverageDateFrom: periodFrom('DTM06'),
  coverageDateTo: periodTo('DTM06'),
  lineItems: loops('2310A', lineItem),
  adjustments: firstOf(loops('2320A', premiumAdjustment), loops('2320B', premiumAdjustment)),
});

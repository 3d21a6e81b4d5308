import { alsoUnused, amount, date, each, elements, named, quantity, record, text } from '../../src/plugin';
import { entityRole, paymentMethodType } from '../vocabulary';
import { statusActionType } from './enumerations/status-action-type';

/** C043, a status: its category, the status itself, whom it is about, and the list of a status that is not from that of X12 (RX). */
const statusCodeInfo = record('StatusCodeInfo', {
  categoryCode: text('-1'),
  statusCode: text('-2'),
  entityCode: text('-3'),
  entityRole: named(entityRole, '-3'),
  codeListQualifierCode: alsoUnused(text('-4')),
});

/** STC. Statuses of an acknowledgment contain the next action, those of a response the payment. */
const statusInfo = record('StatusInfo', {
  effectiveDate: date('02'),
  actionCode: alsoUnused(text('03')),
  actionType: alsoUnused(named(statusActionType, '03')),
  chargeAmount: alsoUnused(amount('04')),
  paymentAmount: amount('05'),
  adjudicationDate: date('06'),
  paymentMethodCode: text('07'),
  paymentMethodType: named(paymentMethodType, '07'),
  remittanceDate: date('08'),
  remittanceTraceNumber: text('09'),
  statusCodeInfos: elements('', [1, 10, 11], statusCodeInfo),
  message: alsoUnused(text('12')),
});

/** All STC of a loop, in their order. */
export const statusInfos = each('STC', statusInfo);

/** 2200B and 2200C: what becomes of everything that a receiver or a provider has sent. Each level has its own codes of quantities. */
export const batchStatus = record('BatchStatus', {
  traceIdentifier: text('TRN02'),
  statusInfos,
  acceptedQuantity: quantity('QTY[90|QA]02'),
  acceptedAmount: amount('AMT[YU]02'),
  rejectedQuantity: quantity('QTY[AA|QC]02'),
  rejectedAmount: amount('AMT[YY]02'),
});

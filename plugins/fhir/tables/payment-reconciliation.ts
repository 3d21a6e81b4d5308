import type { PaymentReconciliation } from 'fhir/r4';
import { paymentMethodType } from '../../vocabulary';
import type { Element } from '../mapping/element';
import { at, date, each, fixed, items, money, negatedMoney, object, referenceToRecord, required, requiredValue, resource, text } from '../mapping/elements';
import { coding, x12Named } from '../mapping/codings';
import { concept, SYSTEM } from '../systems';
import { organization } from './parties';

/** 835: TRANSACTION. Its details are of the records that follow. */
export const paymentReconciliation: Element = resource<PaymentReconciliation>({
  status: fixed('active'),
  created: requiredValue(date('productionDate'), date('paymentDate')),
  paymentIssuer: at('sender', organization),
  requestor: at('receiver', organization),
  outcome: fixed('complete'),
  paymentDate: requiredValue(date('paymentDate')),
  paymentAmount: required(money('totalPaymentAmount')),
  paymentIdentifier: object({ type: x12Named('paymentMethodType', paymentMethodType, '591'), value: text('checkOrEftTraceNumber') }, ['value']),
});

/** The detail of a claim: what it is paid. */
export const claimDetail: Element = object({
  type: fixed(concept(SYSTEM.paymentType, 'payment')),
  response: referenceToRecord('ExplanationOfBenefit'),
  amount: money('paymentAmount'),
});

/** The details of adjustments of the provider (PLB). A positive one reduces the payment, so that its amount has the other sign: details add up to the payment. */
export const adjustmentDetails: Element = items(
  each(
    'adjustments',
    object({
      identifier: object({ value: text('referenceIdentification') }),
      type: required(coding('reason')),
      date: date('/fiscalPeriodDate'),
      amount: negatedMoney('amount'),
    }),
  ),
);

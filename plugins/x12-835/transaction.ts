import {
  amount,
  constant,
  date,
  fileInfo,
  firstOf,
  from,
  functionalGroupReference,
  named,
  paymentMethodType,
  record,
  type RecordOf,
  remittanceTransmissionType,
  text,
  transactionHandlingType,
  transactionId,
  unusualCode,
} from '../../src/plugin';
import { payee, payer } from './parties';

/** RDM of 1000B: how the remittance reaches the payee. */
const remittanceDeliveryMethod = record('RemittanceDeliveryMethod', {
  reportTransmissionCode: text('RDM01'),
  transmissionType: named(remittanceTransmissionType, 'RDM01'),
  name: text('RDM02'),
  communicationNumber: text('RDM03'),
});

/** Usual qualifiers, which are filled in and not shown: of ABA routing numbers, and of demand deposits. */
const ROUTING_NUMBER = '01';
const DEMAND_DEPOSIT = 'DA';

/** The head of an 835: ST, BPR, TRN, REF, DTM, and its two parties. */
export const transaction = record('Transaction835', {
  id: transactionId(),
  objectType: constant('TRANSACTION'),
  functionalGroupId: functionalGroupReference(),
  controlNumber: text('ST02'),
  transactionType: constant('PAYMENT'),
  productionDate: date('DTM[405]02'),
  transactionHandlingType: named(transactionHandlingType, 'BPR01'),
  totalPaymentAmount: amount('BPR02'),
  creditOrDebitFlagCode: text('BPR03'),
  paymentMethodType: named(paymentMethodType, 'BPR04'),
  paymentFormatCode: text('BPR05'),
  senderBankQualifierCode: unusualCode('BPR06', ROUTING_NUMBER),
  senderBankRoutingNumber: text('BPR07'),
  senderAccountNumber: text('BPR09'),
  originatingCompanyId: text('BPR10'),
  originatingCompanySupplementalCode: firstOf(text('BPR11'), text('TRN04')),
  receiverBankQualifierCode: unusualCode('BPR12', ROUTING_NUMBER),
  receiverBankRoutingNumber: text('BPR13'),
  receiverAccountQualifierCode: unusualCode('BPR14', DEMAND_DEPOSIT),
  receiverAccountNumber: text('BPR15'),
  paymentDate: date('BPR16'),
  checkOrEftTraceNumber: text('TRN02'),
  payerIdentifier: text('TRN03'),
  receiverIdentifier: text('REF[EV]02'),
  transactionSetIdentifierCode: text('ST01'),
  implementationConventionReference: text('ST03'),
  remittanceDeliveryMethod: from('1000B', remittanceDeliveryMethod),
  fileInfo: fileInfo(),
  sender: from('1000A', payer),
  receiver: from('1000B', payee),
});
export type PaymentTransaction = RecordOf<typeof transaction>;

import {
  amount,
  constant,
  date,
  enumeration,
  fileInfo,
  firstOf,
  from,
  functionalGroupReference,
  named,
  record,
  type RecordOf,
  text,
  transactionId,
} from '../../src/plugin';
import { paymentMethodType, remittanceTransmissionType, transactionHandlingType } from '../vocabulary';
import { payee, payer } from './parties';

/** RDM of 1000B: how the remittance reaches the payee. */
const remittanceDeliveryMethod = record('RemittanceDeliveryMethod', {
  reportTransmissionCode: text('RDM01'),
  transmissionType: named(remittanceTransmissionType, 'RDM01'),
  name: text('RDM02'),
  communicationNumber: text('RDM03'),
});

/**
 * Qualifiers that differ from the usual ones, which are filled in and not shown: ABA routing numbers (01) and demand deposits (DA). Banks
 * have SWIFT (02), CHIPS (03) or Canadian (04) numbers besides, accounts may be savings. Other codes have no field and are reported.
 */
const otherBank = enumeration('BankQualifier', [
  ['02', '02'],
  ['03', '03'],
  ['04', '04'],
]);
const savingsAccount = enumeration('AccountQualifier', [['SG', 'SG']]);

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
  senderBankQualifierCode: named(otherBank, 'BPR06'),
  senderBankRoutingNumber: text('BPR07'),
  senderAccountQualifierCode: named(savingsAccount, 'BPR08'),
  senderAccountNumber: text('BPR09'),
  originatingCompanyId: text('BPR10'),
  originatingCompanySupplementalCode: firstOf(text('BPR11'), text('TRN04')),
  receiverBankQualifierCode: named(otherBank, 'BPR12'),
  receiverBankRoutingNumber: text('BPR13'),
  receiverAccountQualifierCode: named(savingsAccount, 'BPR14'),
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

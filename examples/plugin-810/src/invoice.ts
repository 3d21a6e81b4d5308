import {
  amount,
  constant,
  date,
  each,
  enumeration,
  fileName,
  group,
  impliedDecimal,
  integer,
  loops,
  named,
  quantity,
  record,
  recordId,
  type RecordOf,
  text,
} from 'clearloop/plugin';
import { address } from 'clearloop/vocabulary';

/** Who takes part: N101 (data element 98). */
const partyRole = enumeration('InvoicePartyRole', [
  ['BT', 'BILL_TO'],
  ['RE', 'REMIT_TO'],
  ['SE', 'SELLER'],
  ['ST', 'SHIP_TO'],
]);

const invoiceParty = record('InvoiceParty', {
  role: named(partyRole, 'N101'),
  name: text('N102'),
  identifier: text('N104'),
  address: group(address),
});

// A record of one segment has places without its id: `01` is REF01.
const reference = record('InvoiceReference', { qualifierCode: text('01'), identification: text('02'), description: text('03') });

const invoiceLine = record('InvoiceLine', {
  number: text('IT101'),
  quantity: quantity('IT102'),
  unit: text('IT103'),
  unitPrice: amount('IT104'),
  unitPriceBasis: text('IT105'),
  productIdType: text('IT106'),
  productId: text('IT107'),
  descriptionType: text('PID01'),
  description: text('PID05'),
});

/** An invoice, in the order of its JSON keys. */
export const invoice = record('Invoice', {
  id: recordId(),
  objectType: constant('INVOICE'),
  fileName: fileName(),
  number: text('BIG02'),
  date: date('BIG01'),
  orderNumber: text('BIG04'),
  orderDate: date('BIG03'),
  // TDS01 has no decimal point: 12345 is 123.45.
  totalAmount: impliedDecimal('TDS01', 2),
  termsType: text('ITD01'),
  termsBasis: text('ITD02'),
  netDays: integer('ITD07'),
  references: each('REF', reference),
  parties: loops('N1', invoiceParty),
  lines: loops('IT1', invoiceLine),
  lineCount: integer('CTT01'),
});

/** What an invoice is as an object. */
export interface Invoice extends RecordOf<typeof invoice> {}

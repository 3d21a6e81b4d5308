import { column, columns, firstWhere, list, table } from 'clearloop/plugin';
import { invoice } from './invoice';

/** The columns of an invoice, in their order. `csv/invoice.yaml` says which of them are written, and how the lines are. */
export const invoiceTable = table('810', 'Main', invoice, [
  column('number', 'InvoiceNumber'),
  column('date', 'InvoiceDate'),
  ...columns('orderNumber', 'totalAmount'),
  firstWhere('parties', { role: ['BILL_TO'] }, 'BillTo', columns('name', 'identifier')),
  list('lines', 'Lines', columns('number', 'quantity', 'unit', 'unitPrice', 'productId', 'description')),
]);

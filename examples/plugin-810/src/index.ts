import { defineTransactionSet } from 'clearloop/plugin';
import { invoice } from './invoice';
import { invoiceTable } from './invoice.columns';
import { lineCount } from './line-count.rule';

/** 810 invoices: an INVOICE for each transaction set. */
export const invoices = defineTransactionSet({
  id: 'x12-810',
  claims: [{ set: '810' }],
  guides: ['invoice-004010'],
  emits: [{ whole: invoice, table: invoiceTable }],
  rules: [lineCount],
});

export type { Invoice } from './invoice';

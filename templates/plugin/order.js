'use strict';
const { amount, constant, date, fileName, integer, loops, quantity, record, recordId, text } = require('clearloop/plugin');

/** A line: places name segment and element, PO102 is the second element of PO1. */
const orderLine = record('OrderLine', {
  number: text('PO101'),
  quantity: quantity('PO102'),
  unit: text('PO103'),
  unitPrice: amount('PO104'),
  unitPriceBasis: text('PO105'),
  productId: text('PO107'),
});

const orderParty = record('OrderParty', { roleCode: text('N101'), name: text('N102'), identifier: text('N104') });

/**
 * An order, in the order of its JSON keys. What stands nowhere in a transaction is no key of its object, and a value that no field reads is reported with each
 * conversion.
 */
exports.order = record('Order', {
  id: recordId(),
  objectType: constant('ORDER'),
  fileName: fileName(),
  purposeCode: text('BEG01'),
  typeCode: text('BEG02'),
  number: text('BEG03'),
  releaseNumber: text('BEG04'),
  date: date('BEG05'),
  parties: loops('N1', orderParty),
  lines: loops('PO1', orderLine),
  lineCount: integer('CTT01'),
});

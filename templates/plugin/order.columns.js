'use strict';
const { columns, list, table } = require('clearloop/plugin');
const { order } = require('./order.js');

/** How an order is laid out as rows. `csv/template-orders.yaml` says which rows and columns are written. */
exports.orderTable = table('850', 'Main', order, [
  ...columns('number', 'date'),
  list('lines', 'Lines', columns('number', 'quantity', 'unit', 'unitPrice', 'productId')),
]);

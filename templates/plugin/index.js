'use strict';
const { defineTransactionSet } = require('clearloop/plugin');
const { lineCount } = require('./line-count.rule.js');
const { order } = require('./order.js');
const { orderTable } = require('./order.columns.js');

/** 850 purchase orders: an ORDER for each transaction set. Put your own set in their place. */
exports.orders = defineTransactionSet({
  id: 'template-orders',
  // ST01 of the transactions that this plugin reads. No plugin that comes with Clearloop claims 850.
  claims: [{ set: '850' }],
  // Files of the folder guides, without `.yaml`.
  guides: ['template-orders-850'],
  emits: [{ whole: order, table: orderTable }],
  rules: [lineCount],
});

'use strict';
// Run by `node --test`. The samples are the main tests; this is for what they do not show.
const assert = require('node:assert/strict');
const { join } = require('node:path');
const test = require('node:test');
const { convert } = require('clearloop');

const folder = join(__dirname, '..');

test('an order has its lines', async () => {
  const orders = [];
  for await (const order of convert(join(folder, 'samples/orders/input.edi'), { plugins: [folder] })) orders.push(order);
  assert.equal(orders.length, 1);
  assert.deepEqual(
    orders[0].lines.map(({ quantity, unitPrice }) => quantity * unitPrice),
    [125, 21],
  );
});

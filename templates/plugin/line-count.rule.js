'use strict';
const { loopsOf, segmentOf, transactionRule } = require('clearloop/plugin');

/** CTT01 counts the lines. */
exports.lineCount = transactionRule({
  id: 'template-orders-line-count',
  level: 3,
  issueType: 'CONTROL',
  finds: 'The count of lines (CTT01) is not the number of lines (PO1).',
  open: () => ({
    close(order, report) {
      const ctt = segmentOf(order, 'CTT');
      if (ctt === undefined) return;
      const lines = loopsOf(order, 'PO1').length;
      const count = ctt.element(1);
      if (Number(count) !== lines) report({ segment: ctt, loop: order, element: 'CTT01', message: `Count of lines ${count} does not match ${lines}` });
    },
  }),
});

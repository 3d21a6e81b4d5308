import { loopsOf, segmentOf, transactionRule } from 'clearloop/plugin';

/** CTT01 counts the lines. */
export const lineCount = transactionRule({
  id: '810-line-count',
  level: 3,
  issueType: 'CONTROL',
  finds: 'The count of lines (CTT01) is not the number of lines (IT1).',
  open: () => ({
    close(invoice, report) {
      const ctt = segmentOf(invoice, 'CTT');
      if (ctt === undefined) return;
      const lines = loopsOf(invoice, 'IT1').length;
      const count = ctt.element(1);
      if (Number(count) !== lines) report({ segment: ctt, loop: invoice, element: 'CTT01', message: `Count of lines ${count} does not match ${lines}` });
    },
  }),
});

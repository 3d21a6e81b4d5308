import { Schema } from 'x12-parser';

/**
 * Claims of an 835 for x12-parser: 2100 with its 2110 loops. It names terminators and no `end`, because with an `end`
 * the list of terminators grows with every group.
 */
export const claims = new Schema('005010X221A1', {
  start: 'CLP',
  name: '2100',
  terminators: ['CLP', 'LX', 'PLB', 'SE'],
  groups: [{ start: 'SVC', name: '2110' }],
});

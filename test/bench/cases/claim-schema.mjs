import { Schema } from 'x12-parser';

/**
 * Claims with their lines for x12-parser, by the segment that a claim starts with: 2100 and 2110 of an 835 (CLP), 2300 and
 * 2400 of an 837 (CLM). They name terminators and no `end`, because with an `end` the list of terminators grows with every
 * group.
 */
export const CLAIM_SCHEMAS = {
  CLP: new Schema('005010X221A1', {
    start: 'CLP',
    name: '2100',
    terminators: ['CLP', 'LX', 'PLB', 'SE'],
    groups: [{ start: 'SVC', name: '2110' }],
  }),
  CLM: new Schema('005010X222A1', {
    start: 'CLM',
    name: '2300',
    terminators: ['CLM', 'HL', 'SE'],
    groups: [{ start: 'LX', name: '2400' }],
  }),
};

import { isRead } from '../../../src/kernel/reads';
import { fileInfo, fileName, transactionReference } from '../../../src/mapping/context-field';
import type { Field } from '../../../src/mapping/field';

type Scope = Parameters<Field<unknown>['bind']>[0];

/** These fields are bound without looking at a guide. */
const SCOPE = {} as Scope;

describe('a field of the transaction', () => {
  it.each([
    ['transactionId', transactionReference()],
    ['fileName', fileName()],
    ['fileInfo', fileInfo()],
  ])('is read by an output that reads its key, and by no other: %s', (key, field) => {
    const bound = field.bind(SCOPE, key);
    expect([key, 'other'].map((one) => bound && isRead(bound, new Set([one])))).toEqual([true, false]);
  });
});

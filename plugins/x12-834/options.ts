import type { TransactionSetOptions } from '../../src/plugin';

/** The guides of 5010 and of 4010. */
export const GUIDES = ['005010X220A1', '004010X095A1'] as const;

/** What the plugin reads. In a module without its declarations, which are loaded when a transaction of a set first comes. */
export const options: TransactionSetOptions = { id: 'x12-834', claims: [{ set: '834' }], guides: GUIDES, cuts: { unit: 'INS', around: [] } };

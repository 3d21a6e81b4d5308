import type { TransactionSetOptions } from '../../src/plugin';

/** The guides of 5010 and of 4010. */
export const GUIDES = ['005010X221A1', '004010X091A1'] as const;

/** What the plugin reads. In a module without its declarations, which are loaded when a transaction of a set first comes. */
export const options: TransactionSetOptions = { id: 'x12-835', claims: [{ set: '835' }], guides: GUIDES, cuts: { unit: 'CLP', around: ['LX'] } };

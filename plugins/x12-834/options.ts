import type { TransactionSetOptions } from '../../src/plugin';

export const GUIDES = ['005010X220A1', '004010X095A1'] as const;

export const options: TransactionSetOptions = { id: 'x12-834', claims: [{ set: '834' }], guides: GUIDES, cuts: { unit: 'INS', around: [] } };

import type { TransactionSetOptions } from '../../src/plugin';
import { DENTAL, INSTITUTIONAL, PROFESSIONAL } from './guides';

/** What the plugin reads. In a module without its declarations, which are loaded when a transaction of a set first comes. */
export const options: TransactionSetOptions = {
  id: 'x12-837',
  claims: [{ set: '837' }],
  guides: [...PROFESSIONAL, ...INSTITUTIONAL, ...DENTAL],
  cuts: { unit: 'CLM', around: ['HL'] },
};

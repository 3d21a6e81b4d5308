import type { TransactionSetOptions } from '../../src/plugin';
import { DENTAL, INSTITUTIONAL, PROFESSIONAL } from './guides';

export const options: TransactionSetOptions = {
  id: 'x12-837',
  claims: [{ set: '837' }],
  guides: [...PROFESSIONAL, ...INSTITUTIONAL, ...DENTAL],
  cuts: { unit: 'CLM', around: ['HL'] },
};

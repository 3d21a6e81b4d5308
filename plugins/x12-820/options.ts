import type { TransactionSetOptions } from '../../src/plugin';
import { GUIDES } from './guides';

/** The name under which objects are requested. */
const PREMIUM = 'premium';

/** What the plugin reads. In a module without its declarations, which are loaded when a transaction of a set first comes. */
export const options: TransactionSetOptions = {
  id: 'x12-820',
  claims: [{ set: '820', versions: ['005010X218', '005010X306', '004010X061'], objects: PREMIUM }],
  guides: GUIDES,
};

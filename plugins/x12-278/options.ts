import type { TransactionSetOptions } from '../../src/plugin';
import { GUIDES } from './guides';

/** The name under which objects are requested. */
const AUTHORIZATION = 'authorization';

/** What the plugin reads. In a module without its declarations, which are loaded when a transaction of a set first comes. */
export const options: TransactionSetOptions = { id: 'x12-278', claims: [{ set: '278', versions: ['005010X217'], objects: AUTHORIZATION }], guides: GUIDES };

import type { TransactionSetOptions } from '../../src/plugin';
import { INQUIRY, RESPONSE } from './guides';

/** The name under which objects are requested. */
const ELIGIBILITY = 'eligibility';

/** The implementation guides of inquiries and responses. */
const VERSIONS = ['005010X279', '004010X092'];

/** What the plugin reads. In a module without its declarations, which are loaded when a transaction of a set first comes. */
export const options: TransactionSetOptions = {
  id: 'x12-271',
  claims: [
    { set: '271', versions: VERSIONS, objects: ELIGIBILITY },
    { set: '270', versions: VERSIONS, objects: ELIGIBILITY },
  ],
  guides: [...RESPONSE, ...INQUIRY],
};

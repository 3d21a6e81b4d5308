import type { TransactionSetOptions } from '../../src/plugin';
import { ACKNOWLEDGMENT, INQUIRY } from './guides';

/** The name under which questions (276) and responses (277) are requested as objects. */
const STATUS = 'status';

/** The implementation guides of questions and responses. */
const INQUIRY_VERSIONS = ['005010X212', '004010X093'];

/** What the plugin reads. In a module without its declarations, which are loaded when a transaction of a set first comes. */
export const options: TransactionSetOptions = {
  id: 'x12-277',
  claims: [
    { set: '277', versions: [...ACKNOWLEDGMENT] },
    { set: '277', versions: INQUIRY_VERSIONS, objects: STATUS },
    { set: '276', versions: INQUIRY_VERSIONS, objects: STATUS },
  ],
  guides: [...ACKNOWLEDGMENT, ...INQUIRY],
};

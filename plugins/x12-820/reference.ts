import { named, onlyIn, record, text } from '../../src/plugin';
import { referenceType } from '../vocabulary';
import { EXCHANGE } from './guides';

/** REF, a reference number with its kind; those of exchanges may have a description. */
export const premiumReference = record('PremiumReference', {
  qualifierCode: text('01'),
  type: named(referenceType, '01'),
  identification: text('02'),
  description: onlyIn(EXCHANGE, text('03')),
});

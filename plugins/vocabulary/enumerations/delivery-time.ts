import { enumeration } from '../../../src/plugin';

/** Times of day at which a service is delivered: HSD08 (data element 679). */
export const deliveryTime = enumeration('DeliveryTime', [
  ['A', 'FIRST_SHIFT'],
  ['B', 'SECOND_SHIFT'],
  ['C', 'THIRD_SHIFT'],
  ['D', 'AM'],
  ['E', 'PM'],
  ['F', 'AS_DIRECTED'],
  ['G', 'ANY_SHIFT'],
  ['Y', 'NONE'],
  ['Z', 'MUTUALLY_DEFINED'],
]);

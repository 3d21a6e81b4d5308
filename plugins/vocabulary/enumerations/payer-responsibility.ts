import { enumeration } from '../../../src/plugin';

/** Order in which payers are responsible for a claim: SBR01 (data element 1138). */
export const payerResponsibility = enumeration('PayerRespSequenceType', [
  ['A', 'FOUR'],
  ['B', 'FIVE'],
  ['C', 'SIX'],
  ['D', 'SEVEN'],
  ['E', 'EIGHT'],
  ['F', 'NINE'],
  ['G', 'TEN'],
  ['H', 'ELEVEN'],
  ['N', 'UNCONFIRMED'],
  ['P', 'PRIMARY'],
  ['S', 'SECONDARY'],
  ['T', 'TERTIARY'],
  ['U', 'UNKNOWN'],
]);

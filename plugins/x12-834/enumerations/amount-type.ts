import { limitedTo } from '../../../src/plugin';
import { amountType } from '../../vocabulary';

/**
 * Kinds of amount (data element 522) that the interface names in coverages. Its clients read names into a closed list, so
 * that a coverage has other kinds by their qualifiers alone.
 */
export const coverageAmountType = limitedTo(amountType, 'A8 AU B6 D D8 EAF F3 F4 F5 GT I KH N8 T YU YW YX YY');

import { limitedTo } from '../../../src/plugin';
import { referenceType } from '../../vocabulary';

/**
 * Kinds of reference number (data element 128) that the interface names in coverages. Its clients read names into a closed list, so
 * that a coverage has other kinds by their qualifiers alone.
 */
export const coverageReferenceType = limitedTo(
  referenceType,
  '00 0B 0F 0K 17 18 19 1A 1B 1C 1D 1G 1H 1J 1K 1L 1N 1S 1W 26 28 2U 34 3L 4N 60 6M 6P 6R 9A 9B 9C 9D 9F 9V 9X APC BB BLT ' +
    'BP BT CE D3 D9 E9 EA EI EO EV EW F4 F5 F8 FJ FY G1 G2 G3 G4 GE HI HPI IG LU LX M7 NF P4 PID PQ PXC QQ RB SY TJ VY X4 XX ' +
    'XX1 XX2 XZ Y4 YY ZZ',
);

import { amount, code, type Field, groups, named, quantity, record, type RecordOf, text } from '../../src/plugin';
import { adjustmentGroup } from './enumerations/adjustment-group';

/** One adjustment: a triplet of CAS with the group that the segment's triplets share. */
export const adjustment = record('Adjustment', {
  group: named(adjustmentGroup, '01'),
  reasonCode: text('+0'),
  reason: code('CARC', '+0'),
  amount: amount('+1'),
  quantity: quantity('+2'),
});
/** What `adjustment` reads. */
export type Adjustment = RecordOf<typeof adjustment>;

/** All adjustments of a loop: CAS has CAS01 for the group, then up to six triplets of reason, amount and quantity. */
export const adjustments = (): Field<readonly Adjustment[]> => groups('CAS', { from: 2, size: 3, max: 6 }, adjustment);

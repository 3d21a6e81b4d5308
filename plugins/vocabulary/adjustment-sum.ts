import { addElement, type ExactSum, type LoopNode, segmentsOf } from '../../src/plugin';

/** CAS holds up to six triplets of reason, amount and quantity. */
const FIRST_AMOUNT = 3;
const TRIPLET = 3;

/** The elements of the amounts of CAS, for conditions of rules. */
export const ADJUSTMENT_AMOUNTS: readonly number[] = [3, 6, 9, 12, 15, 18];

/** Adds the amounts of all adjustments (CAS) of a loop to a sum, or those of one group (CAS01, such as PR). */
export function addAdjustments(sum: ExactSum, loop: LoopNode, group?: string): void {
  for (const cas of segmentsOf(loop, 'CAS')) {
    if (group !== undefined && !cas.componentIs(1, 1, group)) continue;
    for (let element = FIRST_AMOUNT; element <= cas.elementCount; element += TRIPLET) addElement(sum, cas, element);
  }
}

import { addElement, type ExactSum, type LoopNode, segmentsOf } from '../../src/plugin';

/** CAS holds up to six triplets of reason, amount and quantity; the first amount is CAS03. */
const AMOUNTS = [3, 6, 9, 12, 15, 18];

/** Adds all adjustments of a claim or line to a sum. */
export function addAdjustments(sum: ExactSum, loop: LoopNode): void {
  for (const cas of segmentsOf(loop, 'CAS')) for (const element of AMOUNTS) addElement(sum, cas, element);
}

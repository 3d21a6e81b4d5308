import { addRepeated, type ExactSum, type LoopNode } from '../../src/plugin';

/** CAS holds up to six triplets of reason, amount and quantity; the first amount is CAS03. */
const AMOUNTS = { first: 3, step: 3 } as const;

/** Adds all adjustments of a claim or line by another payer to a sum. */
export function addAdjustments(sum: ExactSum, loop: LoopNode): void {
  addRepeated(sum, loop, 'CAS', AMOUNTS);
}

import { type AmountTerm, type LoopNode, loopsOf, type Segment, segmentOf } from '../../src/plugin';

/** The segment that bills a line, and its element with the charge: SV102, SV203, SV302. */
export const CHARGE_ELEMENTS: readonly (readonly [id: string, element: number])[] = [
  ['SV1', 2],
  ['SV2', 3],
  ['SV3', 2],
];

/** The charges of the lines of a claim, which are subtracted. */
export const LINE_CHARGES: readonly AmountTerm[] = CHARGE_ELEMENTS.map(([of, element]) => ({ in: '2400', of, at: [element], times: -1 }));

/** A line of a claim with its charge. */
export interface ChargedLine {
  readonly line: LoopNode;
  readonly segment: Segment;
  /** Element of the charge. */
  readonly charge: number;
}

/** The lines of a claim that bill something. */
export function chargedLines(claim: LoopNode): readonly ChargedLine[] {
  return loopsOf(claim, '2400').flatMap((line) => {
    for (const [id, charge] of CHARGE_ELEMENTS) {
      const segment = segmentOf(line, id);
      if (segment !== undefined) return [{ line, segment, charge }];
    }
    return [];
  });
}

/**
 * A condition under which a loop rule finds nothing, as data: the engine tests it without objects, and calls the rule only where it is false. It may be
 * false where the rule finds nothing; it is never true where the rule finds something. Loops are children of the loop of the rule.
 *
 *     { zero: [{ of: 'CLP', at: [3] }, { in: '2110', of: 'SVC', at: [2], times: -1 }] }   CLP03 is the sum of SVC02
 *     { each: '2110', zero: [...] }                                                      the same in each loop 2110
 *     { counts: '2400', of: 'LX', at: 1 }                                                LX01 of these loops is 1, 2, 3 and so on
 *     { without: '2430' }                                                                no such loop, at any depth
 */
export type CleanWhen =
  | { readonly zero: readonly AmountTerm[] }
  | { readonly each: string; readonly zero: readonly AmountTerm[] }
  | { readonly counts: string; readonly of: string; readonly at: number }
  | { readonly without: string }
  | { readonly any: readonly CleanWhen[] };

/** The sum of some elements of all segments of an id. */
export interface AmountTerm {
  /** Id of the segments. */
  readonly of: string;
  /** Numbers of the elements. */
  readonly at: readonly number[];
  /** The child loops that the segments stand in; absent: the loop itself. */
  readonly in?: string;
  /** Default 1. */
  readonly times?: -1;
}

/**
 * A condition under which a loop rule finds nothing, as data: the engine tests it without objects, and calls the rule only where it is false. It may be
 * false where the rule finds nothing; it is never true where the rule finds something.
 *
 *     { zero: [{ of: 'CLP', at: [3] }, { in: '2110', of: 'SVC', at: [2], times: -1 }] }   CLP03 is the sum of SVC02
 *     { each: '2110', zero: [...] }                                                      the same in each loop 2110
 *     { counts: '2400', of: 'LX', at: 1 }                                                LX01 of these loops is 1, 2, 3 and so on
 *     { same: [{ in: ['2320', '2330B'], of: 'NM1', at: 9 }, ...] }                       all of these elements have one value, and there is one of each
 *     { once: '2320' }                                                                   at most one such child loop
 *     { without: '2430' }                                                                no such loop, at any depth
 */
export type CleanWhen =
  | { readonly zero: readonly AmountTerm[] }
  | { readonly each: LoopsWithin; readonly zero: readonly AmountTerm[] }
  | { readonly counts: string; readonly of: string; readonly at: number }
  | { readonly same: readonly ElementWithin[] }
  | { readonly once: string }
  | { readonly without: string }
  | { readonly any: readonly CleanWhen[] }
  | { readonly all: readonly CleanWhen[] };

/** Child loops of the loop of the rule by their id; several ids: loops in loops. */
export type LoopsWithin = string | readonly string[];

/** An element of all segments of an id. */
export interface ElementWithin {
  /** Id of the segments. */
  readonly of: string;
  /** Number of the element. */
  readonly at: number;
  /** The loops that the segments stand in. */
  readonly in: LoopsWithin;
}

/** The sum of some elements of all segments of an id. */
export interface AmountTerm {
  /** Id of the segments. */
  readonly of: string;
  /** Numbers of the elements. */
  readonly at: readonly number[];
  /** The loops that the segments stand in; absent: the loop itself. */
  readonly in?: LoopsWithin;
  /** The loop around instead. */
  readonly around?: true;
  /** Only the first segment whose first element is this code, of up to four characters. */
  readonly code?: string;
  /** Default 1. */
  readonly times?: -1;
}

import type { Segment } from '../x12/segment';

/**
 * The compiled form of an implementation guide: what the walker, the writer and the mapping work on.
 * `schemas/guides/*.yaml` is its source; `guide-compiler.ts` makes the one from the other.
 */

/** R required, S situational, N not used. */
export type Usage = 'R' | 'S' | 'N';

/** One simple element or component as the guide declares it. */
export interface ElementDef {
  /** Reference such as CLP02 or SVC01-2. */
  readonly ref: string;
  /** Snake-case industry name, such as claim_status_code. */
  readonly name: string;
  /** Key of the segment tree where it differs from `name`. */
  readonly treeName?: string;
  /** X12 data element number, such as 1029; empty for a composite. */
  readonly dataElement: string;
  /** Composite number such as C003, for elements that have components. */
  readonly composite?: string;
  /** X12 data type: AN, ID, N0, N2, R, DT, TM, B; empty for a composite. */
  readonly type: string;
  readonly min: number;
  readonly max: number;
  readonly usage: Usage;
  /** How often the element may repeat; 1 for most, Infinity where the guide sets no limit. */
  readonly repeat: number;
  /** Codes that the guide allows; undefined for any. */
  readonly codes?: readonly string[];
  /** External code list, such as carc or taxonomy. */
  readonly codeSet?: string;
  /** 1-based number of the element or component beside this one whose code names the code list (SVC01-1 for SVC01-2). */
  readonly codeSetBy?: number;
  /** Regular expression that the whole value must match, without anchors. */
  readonly pattern?: string;
  /** Components of a composite, in order. */
  readonly components?: readonly ElementDef[];
}

/** A qualifier element and the codes that tell a segment from siblings with the same id. */
export interface Qualifier {
  /** Element number, 1-based. */
  readonly element: number;
  /** Component number, 1-based; undefined for a simple element. */
  readonly component?: number;
  /** Codes that select the segment, those of `also` among them. */
  readonly codes: ReadonlySet<string>;
  /** Codes that select the segment although the guide does not allow them: read, and reported. */
  readonly also?: ReadonlySet<string>;
}

/** A segment at one place of the guide. `slot` is its number, unique within the guide. */
export interface SegmentDef {
  readonly kind: 'segment';
  readonly slot: number;
  readonly id: string;
  /** Three bytes of the id as one number, as `Segment.key` has it. */
  readonly key: number;
  readonly name: string;
  readonly treeName?: string;
  readonly usage: Usage;
  /** Maximum use; Infinity where the guide sets no limit. */
  readonly max: number;
  /** All of them must accept; empty when the id alone decides. */
  readonly qualifiers: readonly Qualifier[];
  readonly elements: readonly ElementDef[];
  /** Relational notes such as P0304, C0605, R0203. */
  readonly syntax: readonly string[];
  readonly loop: LoopDef;
  /** Place among the children of its loop, from 0; the trigger of a loop is 0 there. */
  readonly position: number;
}

/** A loop: its first segment, the trigger, opens it. */
export interface LoopDef {
  readonly kind: 'loop';
  readonly id: string;
  readonly name: string;
  readonly treeName?: string;
  readonly usage: Usage;
  readonly max: number;
  /** Undefined for the root only. */
  readonly parent: LoopDef | undefined;
  /** Place among the children of the parent. */
  readonly position: number;
  readonly children: readonly (SegmentDef | LoopDef)[];
  /** The child loops that must stand in this one. */
  readonly requiredLoops: readonly LoopDef[];
  /** The segment that opens the loop; ST for the root. */
  readonly trigger: SegmentDef;
  /** What may follow inside this loop, by segment key. The loop's own trigger is not among them. */
  readonly candidates: Candidates;
  /** True for the loops of a walk without guide: they take every segment. */
  readonly acceptsAll: boolean;
}

/** Finds what may follow by segment key. */
export interface Candidates {
  get(key: number): CandidateSet | undefined;
  keyList(): number[];
}

/** The places inside a loop that a segment id can take. */
export interface CandidateSet {
  /** In the order of the guide. */
  readonly all: readonly Candidate[];
  /** Set when the id stands once among its siblings. */
  readonly only: Candidate | undefined;
  /** Gives the candidate whose qualifiers all accept the segment; undefined when there is none. */
  choose(segment: Segment): Candidate | undefined;
  /** Gives the first place of the loop itself that stands for many qualifiers, for a segment whose qualifier none has. */
  chooseGeneral(): Candidate | undefined;
}

/** A segment that a loop accepts: one of its own, or the trigger of a child loop. */
export interface Candidate {
  readonly def: SegmentDef;
  /** The child loop that `def` opens; undefined for a segment of the loop itself. */
  readonly opens: LoopDef | undefined;
  /** True when no sibling has the same id: then the id alone selects it and the qualifier is only validated. */
  readonly isOnly: boolean;
  /** True for a segment of the loop itself that stands after its child loops. */
  readonly isTrailing: boolean;
}

/** A compiled guide. */
export interface Guide {
  /** Such as 005010X221A1. */
  readonly id: string;
  /** ST01, such as 835. */
  readonly transactionSet: string;
  readonly name: string;
  /** GS01 values, such as HP. */
  readonly functionalIds: readonly string[];
  /** Accepted GS08 and ST03 values. */
  readonly versions: readonly string[];
  /** BHT02 values that tell this guide from others of the same set and version (278 request and response). */
  readonly purposes?: readonly string[];
  /** True where an HL loop stands in another: then HL02 places a level. */
  readonly nestsLevels: boolean;
  /** Loops at which the segment tree of a very large transaction is cut. */
  readonly splitLoops: ReadonlySet<LoopDef>;
  /** Where the facts come from, in one line. */
  readonly source?: string;
  /** Loop 0000: ST, its siblings, and SE. */
  readonly root: LoopDef;
  /** All segment definitions, by slot. */
  readonly segments: readonly SegmentDef[];
  /** Every segment id that the guide knows. */
  readonly segmentIds: ReadonlySet<string>;
}

import type { Usage } from './guide.types';

/**
 * A guide file as typed data: what `guide-schema.ts` reads and `guide-lint.ts` checks, before `guide-compiler.ts`
 * turns it into a `Guide`. Every `offset` is a place in the file's text, for messages. The build keeps it as JSON
 * (`prepared-guides.ts`), so that it holds nothing which JSON does not.
 */
export interface GuideSource extends GuideHeader {
  readonly composites: ReadonlyMap<string, CompositeSource>;
  readonly children: readonly NodeSource[];
}

/** The head of a guide file: all that choosing a guide needs. */
export interface GuideHeader {
  readonly id: string;
  readonly transactionSet: string;
  readonly name: string;
  readonly functionalIds: readonly string[];
  readonly versions: readonly string[];
  /** Release of the X12 standard whose relational notes apply to segments without notes of their own; undefined for none. */
  readonly release: string | undefined;
  /** BHT02 values, for guides that share set and version (278 request and response); empty when they decide nothing. */
  readonly purposes: readonly string[];
  /** Ids of loops at which the segment tree of a very large transaction is cut; empty to keep it whole. */
  readonly splits: readonly string[];
  /** Where the facts come from, in one line. */
  readonly source: string;
}

/** How often something may stand in its place, as the file writes it. */
export type Count = number | 'unbounded';

export type NodeSource = SegmentSource | LoopSource;

export interface SegmentSource {
  readonly kind: 'segment';
  readonly id: string;
  readonly offset: number;
  readonly name: string;
  readonly tree: string | undefined;
  readonly usage: Usage;
  readonly max: Count;
  readonly when: readonly QualifierSource[];
  readonly also: readonly QualifierSource[];
  /** Undefined where the notes of the standard apply. */
  readonly syntax: readonly SyntaxSource[] | undefined;
  readonly elements: readonly ElementSource[];
}

/** Codes of one element (`1`) or component (`1-2`) of a segment, as `when` and `also` give them. */
export interface QualifierSource {
  readonly element: number;
  readonly component: number | undefined;
  readonly codes: readonly string[];
  readonly offset: number;
}

/** A relational note such as P0304. */
export interface SyntaxSource {
  readonly note: string;
  readonly offset: number;
}

export interface LoopSource {
  readonly kind: 'loop';
  readonly id: string;
  readonly offset: number;
  readonly name: string;
  readonly usage: Usage;
  readonly max: Count;
  /** Path of the loop whose children this one shares, such as 2000A/2000B/2300. */
  readonly use: { readonly path: string; readonly offset: number } | undefined;
  readonly children: readonly NodeSource[];
}

export interface ElementSource {
  /** CLP01; in a composite CLM05-1, or C023-1 where the composite is shared. */
  readonly ref: string;
  readonly offset: number;
  readonly usage: Usage;
  /** Undefined where the shared composite names the element. */
  readonly name: string | undefined;
  readonly tree: string | undefined;
  readonly repeat: Count;
  readonly content: SimpleContent | CompositeContent | SharedContent;
}

/** The facts of an element without components. */
export interface SimpleContent {
  readonly kind: 'simple';
  readonly type: string;
  readonly min: number;
  readonly max: number;
  readonly dataElement: string;
  readonly codes: readonly string[] | undefined;
  readonly codesOffset: number;
  readonly codeSet: string | undefined;
  readonly codeSetBy: number | undefined;
  readonly pattern: string | undefined;
}

/** Components written in place. */
export interface CompositeContent {
  readonly kind: 'composite';
  readonly composite: string;
  readonly components: readonly ElementSource[];
}

/** The name of a composite that is declared under `composites`. */
export interface SharedContent {
  readonly kind: 'shared';
  readonly use: string;
}

export interface CompositeSource extends CompositeContent {
  readonly name: string;
  readonly offset: number;
}

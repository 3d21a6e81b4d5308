/** What the service answers; see src/viewer. */
export interface FileState {
  readonly id: string;
  readonly name: string;
  readonly format?: string;
  readonly bytes: number;
  readonly isComplete: boolean;
  readonly indexed: number;
  readonly isIndexed: boolean;
  readonly segments: number;
  readonly understood: number;
  readonly isUnderstood: boolean;
  readonly failure?: string;
  readonly issues: IssueCounts;
  readonly masks: boolean;
}

export interface IssueCounts {
  readonly all: number;
  readonly levels: Readonly<Record<string, number>>;
  readonly types: Readonly<Record<string, number>>;
}

export interface Issue {
  readonly id: number;
  readonly segmentNumber: number;
  readonly level: number;
  readonly type: string;
  readonly ruleId?: string;
  readonly message: string;
  readonly loop?: string;
  readonly element?: string;
  readonly elementNumber?: number;
  readonly component?: number;
  readonly allowedValues?: readonly string[];
}

export interface Segment {
  readonly segmentNumber: number;
  readonly id: string;
  readonly text: string;
  readonly depth: number;
  readonly name: string;
  readonly loop?: string;
  readonly loopName?: string;
  readonly opensLoop?: boolean;
  readonly isUnplaced?: boolean;
  readonly isCut?: boolean;
  readonly issues?: readonly Issue[];
}

export interface Separators {
  readonly element: string;
  readonly component: string;
  readonly repetition: string;
  readonly segment: string;
}

export interface SegmentWindow {
  readonly from: number;
  readonly total: number;
  readonly separators: Separators;
  readonly segments: readonly Segment[];
}

export interface ElementInfo {
  readonly ref: string;
  readonly element: number;
  readonly component?: number;
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  readonly dataElement?: string;
  readonly usage?: string;
  readonly min?: number;
  readonly max?: number;
  readonly meaning?: string;
  readonly allowed?: readonly { readonly code: string; readonly meaning?: string }[];
}

export interface Details {
  readonly segment: Segment;
  readonly elements: readonly ElementInfo[];
  readonly path: readonly string[];
}

export interface OutlineNode {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly detail?: string;
  readonly first: number;
  readonly last: number;
  /** 0 for a leaf; absent where the service does not count them. */
  readonly children?: number;
  readonly records?: number;
  readonly amount?: number;
}

export interface OutlinePage {
  readonly total: number;
  readonly nodes: readonly OutlineNode[];
}

export interface IssuePage {
  readonly total: number;
  readonly counts: IssueCounts;
  readonly position?: number;
  readonly issues: readonly Issue[];
}

export interface Link {
  readonly segmentNumber: number;
  readonly element: number;
  readonly component?: number;
  readonly pointers: readonly string[];
}

export interface RecordObject {
  readonly kind: string;
  readonly first: number;
  readonly last: number;
  readonly json: string;
}

export interface SearchPage {
  readonly hits: readonly { readonly segmentNumber: number; readonly text: string }[];
  readonly next?: number;
}

export interface Total {
  readonly label: string;
  readonly amount: number | null;
}

/** An element of a segment; element 0 is the segment itself. */
export interface Selection {
  readonly segmentNumber: number;
  readonly element: number;
  readonly component?: number;
}

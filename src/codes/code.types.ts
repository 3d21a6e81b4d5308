import type { CodeType } from './code-type';

/**
 * A healthcare code as search, details and export show it (interface document, 2.1 and 2.4). Absent values are absent
 * keys. Dates are yyyy-mm-dd and both belong to the time in which the code may be used.
 */
export interface CodeRecord {
  readonly type: CodeType;
  /** Which list of the type, such as CPT, HCPCS, ICD_10 or CARC. */
  readonly subType: string;
  /** The code without dots and hyphens, except NDCs, which keep the hyphens that tell labeler, product and package apart. */
  readonly code: string;
  /** The code as people write it, where that differs: a diagnosis with its dot. */
  readonly formattedCode?: string;
  readonly desc?: string;
  readonly fullDesc?: string;
  readonly shortDesc?: string;
  /** Name of an X12 code as a constant. */
  readonly enumName?: string;
  /** First day; absent when the source does not tell it. */
  readonly startDate?: string;
  /** Last day; absent while the code is active. */
  readonly endDate?: string;
}

/** A category that a code belongs to. */
export interface CodeCategory {
  readonly type: CodeType;
  readonly subType: string;
  readonly code: string;
  readonly desc: string;
}

/** Whose claims an NCCI edit is for. */
export type ClaimSetting = 'HOSPITAL' | 'PRACTITIONER' | 'DME_SUPPLIER';

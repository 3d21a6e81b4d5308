import { Fragment } from '../common/fragment';

/** A list that codes of records are from: its name in JSON, and what stands before a code. */
export interface CodeList {
  /** `subType` of its codes, such as CARC. */
  readonly subType: string;
  /** The qualifier of the code, where the list alone does not lead back to it. */
  readonly qualifierCode?: string;
  /** `{"subType":"CARC","code":`, with the qualifier between them where there is one. */
  readonly opening: Fragment;
  /** Start value of hashes, so that the same code in two lists is in two places of a table. */
  readonly seed: number;
}

/** Makes a list. Lists with one name are equal, whoever made them and whatever their qualifier. */
export function codeList(subType: string, qualifierCode?: string): CodeList {
  let seed = FNV_OFFSET;
  for (const byte of Buffer.from(subType)) seed = hashByte(seed, byte);
  const shown = qualifierCode === undefined ? { subType } : { subType, qualifierCode };
  return { opening: new Fragment(`${JSON.stringify(shown).slice(0, -1)},"code":`), seed, ...shown };
}

/** What is known of a code beside its list; each value is shown beside `code` under its own name. */
export interface CodeDescription {
  readonly desc?: string;
  /** When a UB-04 code is reported. */
  readonly instructionDesc?: string;
  /** The code as people write it: a diagnosis with its dot, an NDC with its hyphens. */
  readonly formattedCode?: string;
  /** Whether the list has the code, and when it was valid; absent when the list is not loaded. It is not shown. */
  readonly validity?: CodeValidity;
}

/** What a list says of the validity of a code. */
export interface CodeValidity {
  /** False for a code that its list, which is loaded, does not have. */
  readonly isKnown: boolean;
  /** First and last day, yyyymmdd. */
  readonly from?: number;
  readonly to?: number;
}

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, FNV_PRIME);
}

/** Hashes a code of a list to an integer that is not negative. */
export function hashCode({ seed }: CodeList, bytes: Uint8Array, start: number, end: number): number {
  let hash = seed;
  for (let i = start; i < end; i++) hash = hashByte(hash, bytes[i] ?? 0);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}

import type { CodeDirectory } from '../mapping/code-descriptions';
import type { CodeType } from './code-type';

/**
 * A healthcare code as search, details and export show it (interface document, 2.1 and 2.4). Absent values are absent
 * keys. Dates are yyyy-mm-dd and both belong to the time in which the code may be used.
 */
export interface CodeRecord {
  readonly type: CodeType;
  /** Which list of the type, such as CPT, HCPCS, ICD_10 or CARC. */
  readonly subType: string;
  /** The code without dots and hyphens, except NDCs, which keep the hyphens between labeler, product and package. */
  readonly code: string;
  /** The code as people write it, if that differs: a diagnosis with its dot. */
  readonly formattedCode?: string;
  readonly desc?: string;
  readonly fullDesc?: string;
  readonly shortDesc?: string;
  /** Name of an X12 code as a constant. */
  readonly enumName?: string;
  /** First day; absent if the source has none. */
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

/** Most units of a procedure for one patient on a day (NCCI medically unlikely edit). */
export interface UnitLimit {
  readonly claimType: ClaimSetting;
  readonly maxUnits: number;
  readonly rationale: string;
}

/** A code that is not paid together with this one (NCCI procedure-to-procedure edit). */
export interface DisallowedCode {
  readonly code: string;
  readonly rationale: string;
  readonly claimTypes: readonly ClaimSetting[];
  /** True when a modifier may bypass the edit. */
  readonly modifierAllowed: boolean;
}

/** Which kinds of edits a code has. */
export type CheckType = 'MUE' | 'MIN_AGE' | 'MAX_AGE' | 'PTP';

/** The edits of a code; each is absent if the code has none. */
export interface CodeEdits {
  readonly checkTypes: readonly CheckType[];
  readonly mueLimits?: readonly UnitLimit[];
  readonly minAge?: number;
  readonly maxAge?: number;
  readonly disallowedCodes?: readonly DisallowedCode[];
}

/** A code with its categories and edits (interface document, 2.1). */
export interface CodeDetail extends CodeRecord {
  readonly categories?: readonly CodeCategory[];
  readonly edits?: CodeEdits;
}

/** Which code is meant. */
export interface CodeChoice {
  readonly types?: readonly CodeType[] | undefined;
  readonly subType?: string | undefined;
}

/** Which codes count. */
export interface CodeFilter {
  readonly types?: readonly CodeType[] | undefined;
  /** Only codes that start after the day (yyyy-mm-dd). A code without a start date never does. */
  readonly afterStartDate?: string | undefined;
  /** Only codes that end after the day. A code without an end date never does. */
  readonly afterEndDate?: string | undefined;
  /** Only codes that are valid after the day: they end after it, or have no end date. */
  readonly activeAfter?: string | undefined;
}

/** Selection of an export. */
export interface ExportRequest {
  readonly query?: string | undefined;
  readonly types?: readonly CodeType[] | undefined;
  /** Most codes; all when it is absent. */
  readonly howMany?: number | undefined;
}

/** A code set that is loaded. */
export interface CodeSet {
  readonly name: string;
  readonly release: string;
  readonly source: string;
  /** ISO 8601 in UTC. */
  readonly loadedAt: string;
  /** Codes, or categories and edits where the set has no codes. */
  readonly rowCount: number;
  /** True for lists that come with the product. */
  readonly isShipped: boolean;
}

/** Called with the reason when codes could not be looked up, for logs. */
export type LookupFailureListener = (cause: unknown) => void;

/** The code sets of an installation. */
export interface Codes {
  /** Describes codes of converted records: `convert(input, { codes: codes.directory })`. */
  readonly directory: CodeDirectory;
  /** Returns the codes that fit, best first; at most `howMany` (default 100). Throws EDI_BAD_PARAMETER. */
  search(query: string, filter?: CodeFilter, howMany?: number): Promise<readonly CodeRecord[]>;
  /** Returns one code with its categories and edits. Throws EDI_CODE_NOT_FOUND and EDI_CODE_AMBIGUOUS. */
  find(code: string, choice?: CodeChoice): Promise<CodeDetail>;
  /** Returns codes as CSV, in pieces. Throws EDI_BAD_PARAMETER. */
  csv(request: ExportRequest): AsyncGenerator<string, void, undefined>;
  /** Returns the sets that are loaded. */
  sets(): Promise<readonly CodeSet[]>;
  /** Closes the database; call no other method after it. */
  close(): Promise<void>;
}

/** Location of the codes: the settings of the same names. */
export interface CodeStoreSettings {
  /** Folder of the embedded database, or `:memory:`. Default `~/.clearloop`. */
  readonly CLEARLOOP_DATA_DIR?: string | undefined;
  /** A PostgreSQL server instead of the embedded database. */
  readonly CLEARLOOP_DB_URL?: string | undefined;
}

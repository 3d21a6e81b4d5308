import type { ClaimSetting, CodeCategory, CodeRecord } from '../code.types';
import type { CodeType } from '../code-type';

/** A file that may hold codes: one of a folder, an entry of a zip archive, or a sheet of an Excel workbook (as tab separated text). */
export interface CodeFile {
  /** Name without folders, as messages show it. */
  readonly name: string;
  /** The name with the folders and archives around it, which may contain the release: `april-1-2025.zip/Codes/icd10cm_order_2025.txt`. */
  readonly path: string;
  /** The first bytes, up to 64 KB, to recognise the format. */
  readonly head: Buffer;
  /** Opens the bytes from the start. May be called more than once; ending the loop early closes the file. */
  open(): AsyncIterable<Buffer>;
}

/** The code that a row of edits or categories is about. */
export interface CodeReference {
  readonly type: CodeType;
  readonly code: string;
}

/**
 * Output of a format reader. Codes may be emitted in parts: a later row adds to an earlier one with the same type, sub type and code. Order does not matter
 * otherwise.
 */
export type ImportedRow =
  | { readonly kind: 'code'; readonly code: CodeRecord }
  /** A category of a code, such as the RBCS category of a procedure. The order of a code's categories is preserved. */
  | { readonly kind: 'category'; readonly of: CodeReference; readonly category: CodeCategory }
  /** NCCI medically unlikely edit: most units of a procedure for one patient on one day (or claim line). */
  | { readonly kind: 'unit limit'; readonly of: CodeReference; readonly claimType: ClaimSetting; readonly maxUnits: number; readonly rationale: string }
  /** Youngest and oldest age in years that a code is for. */
  | { readonly kind: 'age limit'; readonly of: CodeReference; readonly minAge?: number; readonly maxAge?: number }
  /** NCCI procedure-to-procedure edit: `partner` (column 2) is not paid together with `of` (column 1). */
  | {
      readonly kind: 'pair';
      readonly of: CodeReference;
      readonly partner: string;
      readonly claimType: ClaimSetting;
      readonly rationale: string;
      /** True when a modifier may bypass the edit. */
      readonly modifierAllowed: boolean;
      readonly startDate?: string;
      readonly endDate?: string;
    };

/** Facts about a release before its rows are read. */
export interface Release {
  /** Name of the set, unique and stable over releases: ICD-10-CM, HCPCS, NCCI-MUE-PRACTITIONER. */
  readonly set: string;
  /** Name of the release, such as 2026 or 2025-10; sorts by text within a set. Empty if the files do not contain it. */
  readonly release: string;
  /** Where the rows come from, in words: `CMS ICD-10-CM order file`. */
  readonly source: string;
  /**
   * For releases that list every code that is valid in a period: codes of the set that a newer release does not have ended
   * on the day before it. First and last day of the period.
   */
  readonly period?: { readonly from: string; readonly to: string };
  /** True when the release replaces all edits and categories that earlier releases of the set brought. */
  readonly replacesEdits: boolean;
  /** True when the files have one row for each code. Further rows of a code are counted. */
  readonly hasOneRowPerCode?: boolean;
}

/** Files that belong together, recognised as a release. */
export interface RecognisedRelease extends Release {
  /** Files that are read; the others of an archive (PDFs, layouts) belong to no release. */
  readonly files: readonly CodeFile[];
  /**
   * Reads the rows. Closing the iterator closes the files. Throws EDI_CODES_FILE_INVALID with file name and line number
   * when a line cannot be read: a broken file must not load in part.
   */
  read(): AsyncGenerator<ImportedRow, void, undefined>;
}

/** Facts from the user about files that do not contain them. */
export interface ImportHints {
  /** Type of the codes of a plain CSV without a type column. */
  readonly type?: CodeType;
  readonly subType?: string;
  /** Name of the release; overrides that of the files. */
  readonly release?: string;
}

/** A published format of a code set. One file each in `formats/`. */
export interface CodeFormat {
  readonly id: string;
  /** For messages and documentation: `CMS ICD-10-CM and ICD-10-PCS order files`. */
  readonly name: string;
  /** Finds the releases of this format among files, by their names and first bytes; none when there is none. */
  recognise(files: readonly CodeFile[], hints: ImportHints): readonly RecognisedRelease[];
}

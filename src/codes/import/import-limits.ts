import { invalidFile } from './import-error';

/*
 * Limits of imported files. They are far above what publishers give; a file beyond them is damaged, or was made to use up memory and time.
 */

/** Files of one archive. */
export const MAX_ENTRIES = 10_000;

/** Files of all archives that a path leads to. */
const MAX_FILES = 20_000;

/** Bytes of a file of an archive, and of all files of all archives, as the archives declare them; none yields more than it declares. */
const MAX_ENTRY_BYTES = 4 * 1024 ** 3;
const MAX_TOTAL_BYTES = 16 * 1024 ** 3;

/** Maximum of rows in Excel. */
export const MAX_ROWS = 1_048_576;

/** Cells of a sheet, blank ones up to the widest row before them included. */
export const MAX_CELLS = 50_000_000;

/** Characters of a cell in Excel. */
export const MAX_CELL_CHARACTERS = 32_767;

/** Characters of a row. */
export const MAX_ROW_CHARACTERS = 1_000_000;

/** Texts that cells of a workbook share, which are held in memory, and their characters. */
export const MAX_SHARED_STRINGS = 4_000_000;
export const MAX_SHARED_CHARACTERS = 64 * 1024 ** 2;

/** Sheets of a workbook. */
export const MAX_SHEETS = 200;

/** Characters of an XML document between two tags, or in one. */
export const MAX_XML_CHARACTERS = 1_000_000;

/** Elements of an XML document that are inside one another. */
export const MAX_XML_DEPTH = 200;

/** Counts the contents of the archives of one path, including archives inside archives. */
export class ArchiveBounds {
  private files = 0;
  private bytes = 0;

  /** Counts a file of an archive. Throws EDI_CODES_FILE_INVALID beyond the limits. */
  add(path: string, bytes: number): void {
    this.files++;
    this.bytes += bytes;
    if (this.files > MAX_FILES) throw invalidFile(path, `the archives hold more than ${MAX_FILES} files`, 'Unpack them and load the files that have codes.');
    if (bytes > MAX_ENTRY_BYTES || this.bytes > MAX_TOTAL_BYTES) throw invalidFile(path, tooManyBytes, 'Is it an archive of its publisher?');
  }
}

const tooManyBytes = `the archives inflate to more than ${MAX_ENTRY_BYTES / 1024 ** 3} GB for a file or ${MAX_TOTAL_BYTES / 1024 ** 3} GB in all`;

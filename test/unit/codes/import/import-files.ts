import { EdiError } from '../../../../src/common/edi-error';
import type { CodeRecord } from '../../../../src/codes/code.types';
import type { CodeFile, ImportedRow, ImportHints, RecognisedRelease } from '../../../../src/codes/import/import.types';
import { recogniseReleases } from '../../../../src/codes/import/recognise-releases';
import { inChunks } from '../../io/collect';

/** Small, so that chunks end within lines, quotations and UTF-8 sequences. */
const CHUNK_BYTES = 7;

/** Makes a file of an archive. A name with folders is its path. */
export function codeFile(path: string, content: string | Buffer, chunkBytes = CHUNK_BYTES): CodeFile {
  const bytes = Buffer.from(content);
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    head: bytes.subarray(0, 65_536),
    open: async function* () {
      for await (const chunk of inChunks(bytes, chunkBytes)) yield Buffer.from(chunk);
    },
  };
}

/** Recognises the only release among files. */
export function releaseOf(files: readonly CodeFile[], hints: ImportHints = {}): RecognisedRelease {
  const [release, ...others] = recogniseReleases(files, hints);
  if (release === undefined || others.length > 0) throw new Error(`Found ${others.length + 1} releases.`);
  return release;
}

/** Reads all rows of the releases in files. */
export async function rowsOf(files: readonly CodeFile[], hints: ImportHints = {}): Promise<readonly ImportedRow[]> {
  const rows: ImportedRow[] = [];
  for (const release of recogniseReleases(files, hints)) for await (const row of release.read()) rows.push(row);
  return rows;
}

/** Reads the codes of the releases in files. */
export async function codesOf(files: readonly CodeFile[], hints: ImportHints = {}): Promise<readonly CodeRecord[]> {
  return (await rowsOf(files, hints)).flatMap((row) => (row.kind === 'code' ? [row.code] : []));
}

/** Gives the message with which reading fails; it must be EDI_CODES_FILE_INVALID. */
export async function messageOf(read: () => Promise<unknown>): Promise<string> {
  try {
    await read();
  } catch (error) {
    if (error instanceof EdiError && error.code === 'EDI_CODES_FILE_INVALID') return error.message;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

/** Writes `category of procedure` rows shortly: `RBCS_CATEGORY O Other`. */
export function categoriesOf(rows: readonly ImportedRow[], code: string): readonly string[] {
  return rows.flatMap((row) => (row.kind === 'category' && row.of.code === code ? [`${row.category.subType} ${row.category.code} ${row.category.desc}`] : []));
}

import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Entry } from 'yauzl';
import { EdiError } from '../../common/edi-error';
import { fileSource, unreadable } from '../../pipeline/sources/file-source';
import { inflateIfGzip } from '../../pipeline/sources/inflate';
import { readHead } from '../../pipeline/sources/read-head';
import { sourceName } from '../../pipeline/sources/source-name';
import type { CodeFile } from './import.types';
import { invalidFile } from './import-error';
import { HEAD_BYTES } from './read-lines';
import { isWorkbook, listSheets, readSheet } from './xlsx-sheets';
import { archiveInBytes, archiveOnDisk, isZip, listEntries, readEntry, type ZipArchive } from './zip-archive';

/** Parts of a Word, PowerPoint or Excel document; such a document is one file, not an archive of files. */
const OFFICE_DOCUMENT = '[Content_Types].xml';

/** Archives within archives are opened this deep. */
const DEEPEST_ARCHIVE = 2;

interface ByteSource {
  readonly path: string;
  open(): AsyncIterable<Buffer>;
  /** The same bytes as a zip archive. */
  readonly archive: ZipArchive;
}

/**
 * Opens what the user names: a file, a gzip file, an Excel workbook (each sheet is a file), a zip archive or a folder of such files.
 * Only the heads are read; files are opened when they are read and nothing stays open in between, so there is nothing to release.
 * Throws EDI_SOURCE_UNREADABLE for what is not there and EDI_CODES_FILE_INVALID for a damaged archive.
 */
export async function openCodeFiles(path: string): Promise<CodeFile[]> {
  const files: CodeFile[] = [];
  for (const [filePath, shownPath] of await listPaths(path)) files.push(...(await expand(sourceOnDisk(filePath, shownPath), 0)));
  return files;
}

async function listPaths(path: string): Promise<readonly (readonly [path: string, shownPath: string])[]> {
  try {
    await access(path, constants.R_OK);
    const name = basename(path);
    if (!(await stat(path)).isDirectory()) return [[path, name]];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const found = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map((entry) => join(entry.parentPath, entry.name));
    return found.sort().map((each) => [each, join(name, each.slice(path.length))]);
  } catch (error) {
    const reason = unreadable(error);
    throw new EdiError(reason.code, `${path}: ${reason.message}`, { cause: error });
  }
}

async function expand(source: ByteSource, depth: number): Promise<readonly CodeFile[]> {
  const head = await readFirst(source.open());
  const whole = codeFile(source.path, head, () => source.open());
  if (!isZip(head) || depth > DEEPEST_ARCHIVE) return [whole];
  const { archive } = source;
  const entries = await listEntries(archive);
  if (isWorkbook(entries)) return openSheets(archive, entries);
  if (entries.some(({ fileName }) => fileName === OFFICE_DOCUMENT)) return [whole];
  const files: CodeFile[] = [];
  for (const entry of entries) files.push(...(await expand(sourceInArchive(archive, entry), depth + 1)));
  return files;
}

async function openSheets(workbook: ZipArchive, entries: readonly Entry[]): Promise<readonly CodeFile[]> {
  const files: CodeFile[] = [];
  for (const sheet of await listSheets(workbook, entries)) {
    const open = (): AsyncIterable<Buffer> => readSheet(workbook, entries, sheet);
    files.push({ ...codeFile(workbook.path, await readFirst(open()), open), path: `${workbook.path}/${sheet.name}` });
  }
  return files;
}

function sourceOnDisk(path: string, shownPath: string): ByteSource {
  return { path: shownPath, open: () => readBytes(shownPath, fileSource(path).open()), archive: archiveOnDisk(path, shownPath) };
}

function sourceInArchive(archive: ZipArchive, entry: Entry): ByteSource {
  const path = `${archive.path}/${entry.fileName}`;
  const open = (): AsyncIterable<Buffer> => readBytes(path, inflateIfGzip(readEntry(archive, entry)));
  return { path, open, archive: archiveInBytes(path, open) };
}

function codeFile(path: string, head: Buffer, open: () => AsyncIterable<Buffer>): CodeFile {
  return { name: sourceName(path), path, head, open };
}

async function* readBytes(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const chunk of bytes) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } catch (error) {
    // Whether a file is there was found out before: what fails now is its content.
    if (error instanceof EdiError && error.code === 'EDI_SOURCE_UNREADABLE')
      throw invalidFile(sourceName(path), firstSentence(error.message), undefined, { cause: error });
    throw error;
  }
}

function firstSentence(message: string): string {
  return message.split('. ')[0] ?? '';
}

async function readFirst(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const { head, rest } = await readHead(bytes, HEAD_BYTES);
  await rest.return?.();
  return Buffer.from(head.subarray(0, HEAD_BYTES));
}

import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Entry } from 'yauzl';
import { EdiError } from '../../common/edi-error';
import { fileSource, unreadable } from '../../io/file-source';
import { inflateIfGzip } from '../../io/inflate';
import { readHead } from '../../io/read-head';
import { sourceName } from '../../io/source-name';
import type { CodeFile } from './import.types';
import { invalidFile } from './import-error';
import { ArchiveBounds } from './import-limits';
import { HEAD_BYTES } from './read-lines';
import { isWorkbook, listSheets, readSheet } from './xlsx-sheets';
import { archiveInBytes, archiveOnDisk, isZip, listEntries, readEntry, type ZipArchive } from './zip-archive';

/** Parts of a Word, PowerPoint or Excel document; such a document is one file, not an archive of files. */
const OFFICE_DOCUMENT = '[Content_Types].xml';

/** Archives within archives are opened this deep. */
const MAX_ARCHIVE_DEPTH = 2;

interface ByteSource {
  readonly path: string;
  open(): AsyncIterable<Buffer>;
  /** The same bytes as a zip archive. */
  readonly archive: ZipArchive;
}

/**
 * Opens a path: a file, a gzip file, an Excel workbook (each sheet is a file), a zip archive or a folder of such files. Reads only the heads; files are opened
 * when they are read and nothing stays open in between, so there is nothing to release. Throws EDI_SOURCE_UNREADABLE for a missing path, EDI_CODES_FILE_INVALID
 * for an archive that is damaged or beyond the limits, and the reason of an aborted signal, here and while the files are read.
 */
export async function openCodeFiles(path: string, signal?: AbortSignal): Promise<CodeFile[]> {
  const files: CodeFile[] = [];
  const expansion = { bounds: new ArchiveBounds(), signal };
  for (const [filePath, shownPath] of await listPaths(path)) files.push(...(await expand(sourceOnDisk(filePath, shownPath, signal), 0, expansion)));
  return files;
}

/** Shared by the expansion of all archives of a path. */
interface Expansion {
  readonly bounds: ArchiveBounds;
  readonly signal: AbortSignal | undefined;
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

async function expand(source: ByteSource, depth: number, expansion: Expansion): Promise<readonly CodeFile[]> {
  expansion.signal?.throwIfAborted();
  const head = await readFirst(source.open());
  const whole = codeFile(source.path, head, () => source.open());
  if (!isZip(head) || depth > MAX_ARCHIVE_DEPTH) return [whole];
  const { archive } = source;
  // While it is open, an archive inside another is not inflated again.
  const opened = await archive.open();
  try {
    const entries = await listEntries(archive);
    for (const { uncompressedSize } of entries) expansion.bounds.add(archive.path, uncompressedSize);
    if (isWorkbook(entries)) return await openSheets(archive, entries, expansion.signal);
    if (entries.some(({ fileName }) => fileName === OFFICE_DOCUMENT)) return [whole];
    const files: CodeFile[] = [];
    for (const entry of entries) files.push(...(await expand(sourceInArchive(archive, entry, expansion.signal), depth + 1, expansion)));
    return files;
  } finally {
    opened.close();
  }
}

async function openSheets(workbook: ZipArchive, entries: readonly Entry[], signal: AbortSignal | undefined): Promise<readonly CodeFile[]> {
  const files: CodeFile[] = [];
  for (const sheet of await listSheets(workbook, entries)) {
    const open = (): AsyncIterable<Buffer> => abortable(readSheet(workbook, entries, sheet), signal);
    files.push({ ...codeFile(workbook.path, await readFirst(open()), open), path: `${workbook.path}/${sheet.name}` });
  }
  return files;
}

function sourceOnDisk(path: string, shownPath: string, signal: AbortSignal | undefined): ByteSource {
  return { path: shownPath, open: () => readBytes(shownPath, fileSource(path).open(), signal), archive: archiveOnDisk(path, shownPath) };
}

function sourceInArchive(archive: ZipArchive, entry: Entry, signal: AbortSignal | undefined): ByteSource {
  const path = `${archive.path}/${entry.fileName}`;
  const open = (): AsyncIterable<Buffer> => readBytes(path, inflateIfGzip(readEntry(archive, entry)), signal);
  return { path, open, archive: archiveInBytes(path, open) };
}

function codeFile(path: string, head: Buffer, open: () => AsyncIterable<Buffer>): CodeFile {
  return { name: sourceName(path), path, head, open };
}

async function* readBytes(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const chunk of abortable(bytes, signal)) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } catch (error) {
    // Whether a file is there was found out before: what fails now is its content.
    if (error instanceof EdiError && error.code === 'EDI_SOURCE_UNREADABLE')
      throw invalidFile(sourceName(path), firstSentence(error.message), undefined, { cause: error });
    throw error;
  }
}

/** Yields pieces until a signal is aborted. At intervals it gives other work a turn of the event loop, because bytes in memory arrive without one. */
async function* abortable<T>(pieces: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T, void, undefined> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    yield piece;
    await setImmediate();
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

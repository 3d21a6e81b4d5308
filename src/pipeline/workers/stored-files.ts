import { type FileHandle, open, stat } from 'node:fs/promises';
import type { EdiSource } from '../../io/edi-source';
import type { PartSource } from './part-task';
import { MAX_HEAD_BYTES } from '../formats/head-bytes';

const GZIP_MARK = Buffer.of(0x1f, 0x8b);

/** Compressed input may be so many times as large as its file. */
const COMPRESSION = 10;

/** How a source is converted: whole in a thread, in parts, or in the thread that asks. */
export type StoredFile =
  { readonly kind: 'whole'; readonly bytes: number } | { readonly kind: 'cut'; readonly file: FileHandle; readonly head: Buffer } | { readonly kind: 'here' };

const HERE = { kind: 'here' } as const;

/**
 * Looks at a source. Files of at most so many bytes are converted whole; compressed ones count more. Larger files are open for a cutter, which closes them.
 * A file that cannot be looked at is reported where it is read.
 */
export async function lookAt({ path }: EdiSource, wholeBytes: number): Promise<StoredFile> {
  if (path === undefined) return HERE;
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() !== true) return HERE;
  // Most files of a folder are small, and one look is enough.
  if (stats.size <= wholeBytes / COMPRESSION) return { kind: 'whole', bytes: stats.size };
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return HERE;
  const bytes = Buffer.alloc(MAX_HEAD_BYTES);
  const head = bytes.subarray(0, (await file.read(bytes, 0, MAX_HEAD_BYTES, 0)).bytesRead);
  const isCompressed = head.subarray(0, GZIP_MARK.length).equals(GZIP_MARK);
  if (!isCompressed && stats.size > wholeBytes) return { kind: 'cut', file, head };
  await file.close();
  return isCompressed ? HERE : { kind: 'whole', bytes: stats.size };
}

/** A source without its functions, for another thread. */
export function plainSource({ path = '', name, url, lastModifiedDateTime }: EdiSource): PartSource {
  return { path, name, ...(url === undefined ? {} : { url }), ...(lastModifiedDateTime === undefined ? {} : { lastModifiedDateTime }) };
}

/** Input of the files that are one task, and their number: fewer would cost more than their conversion, and more would wait for each other. */
const GROUP_BYTES = 250_000;
const MAX_GROUP_FILES = 200;

/** Gathers small files for tasks. */
export class FileGroup<T> {
  private files: T[] = [];
  private bytes = 0;

  /** Adds a file; returns true when the group is full. */
  add(file: T, bytes: number): boolean {
    this.files.push(file);
    this.bytes += bytes;
    return this.bytes >= GROUP_BYTES || this.files.length >= MAX_GROUP_FILES;
  }

  /** Returns the files, and begins a new group. */
  take(): readonly T[] {
    const { files } = this;
    this.files = [];
    this.bytes = 0;
    return files;
  }
}

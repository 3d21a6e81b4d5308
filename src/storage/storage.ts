import type { OutputTarget } from '../io/output-target';
import type { Address } from './address';

/** Variables of the environment: those of AWS, and CLEARLOOP_SFTP_*. */
export type StorageEnvironment = Readonly<Record<string, string | undefined>>;

/** A file that a storage has. */
export interface StoredFile<A extends Address = Address> {
  readonly address: A;
  /** Path below the folder or pattern that led to it, with slashes; its name where it was named itself. */
  readonly below: string;
  /** Stored size; undefined where the storage does not say. */
  readonly bytes: number | undefined;
  /** Changes with the content: an ETag, or the time of the last change. Undefined where the storage does not say. */
  readonly version: string | undefined;
  /** ISO 8601 in UTC. */
  readonly modifiedAt: string | undefined;
  /** True if parts of it can be read. */
  readonly hasRanges?: boolean;
}

/** Bytes of a file; `end` is the offset of the first byte after them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An entry of a folder. */
export interface FolderEntry<A extends Address = Address> {
  readonly file: StoredFile<A>;
  /** Why it is no file to read, such as a folder in a listing without subfolders; absent for files. Continues `skipped, because`. */
  readonly skipped?: string;
}

/** What of a folder is listed. */
export interface FolderListing<A extends Address = Address> {
  /** True for subfolders, too. */
  readonly recurse: boolean;
  /** False for a link that leads where nothing may be read. It is yielded as a file, which fails when it is read, and is not looked into. */
  readonly isAllowed?: (address: A) => boolean;
}

/** What can be done with files of one kind of address. Failures are EdiErrors whose messages hold no credentials: EDI_SOURCE_UNREADABLE and EDI_OUTPUT_FAILED. */
export interface Storage<A extends Address = Address> {
  /** Returns the file at an address; undefined for a folder, a prefix, and for nothing. */
  find(address: A): Promise<StoredFile<A> | undefined>;
  /**
   * The files below a folder or prefix, in the order of their names. Hidden ones are left out: they are unfinished outputs, of this program too. A file that cannot be
   * examined is listed: it fails when it is read.
   */
  list(folder: A, listing: FolderListing<A>): AsyncIterable<FolderEntry<A>>;
  /** The stored bytes, or a range of them if the file has ranges. They are those of the file that was found: one that changes meanwhile fails. */
  read(file: StoredFile<A>, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Opens an output that nobody sees before `commit`. Folders that are missing are made. */
  create(address: A): Promise<OutputTarget>;
  /**
   * Returns where an address is after links in its path were followed, also for what does not exist yet. Absent where there are no links, and for paths of this machine,
   * which `Roots` follow. Throws EDI_SOURCE_UNREADABLE.
   */
  real?(address: A): Promise<A>;
  /** Removes a file; nothing happens if there is none. */
  remove(address: A): Promise<void>;
  /** Closes connections. */
  close(): Promise<void>;
}

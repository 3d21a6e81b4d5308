import { pathToFileURL } from 'node:url';
import { EdiError } from '../common/edi-error';
import { loadPart } from '../common/optional-part';
import { inflateIfGzip } from '../io/inflate';
import type { EdiSource } from '../io/edi-source';
import type { ByteListener } from '../io/file-source';
import type { OutputTarget } from '../io/output-target';
import { withoutGz } from '../io/source-name';
import { type Address, parseAddress, pathOf, showAddress, withPath } from './address';
import { fileStorage } from './file-storage';
import { globOf, looksBelow } from './glob';
import { httpStorage } from './http-storage';
import { Roots } from './roots';
import { type Retries, USUAL_RETRIES } from './retrying';
import type { ByteRange, FolderEntry, Storage, StorageEnvironment, StoredFile } from './storage';
import { unwritableAt } from './storage-error';

/** How storages are used. */
export interface StorageOptions {
  readonly environment: StorageEnvironment;
  readonly retries?: Retries;
  /** False where a web server may not send a reader to another address. Default true. */
  readonly redirects?: boolean;
  /** Folders and prefixes outside of which nothing is read or written; absent for no such limit. */
  readonly roots?: readonly string[];
}

/** What is looked for. */
export interface FileSearch {
  /** True for subfolders, too. */
  readonly recurse: boolean;
  /** Says why a file of a folder is not wanted; undefined for those that are. Files that are named, or that a pattern fits, are not asked about. */
  readonly whyNot?: (name: string) => string | undefined;
}

/** All kinds of storages, each opened with its first address. */
export class Storages {
  private readonly open = new Map<Address['kind'], Promise<Storage>>();
  private readonly bounded = new Map<string, Storages>();
  private readonly roots: Roots | undefined;

  constructor(private readonly options: StorageOptions) {
    this.roots = options.roots === undefined ? undefined : new Roots(options.roots);
  }

  /**
   * Returns these storages, limited to what is below the roots: everything else is refused with EDI_BATCH_REFUSED. Web servers may not send a reader to another address
   * then. Without roots they are returned as they are. Closed together with these.
   */
  within(roots: readonly string[] | undefined): Storages {
    if (roots === undefined) return this;
    const key = JSON.stringify(roots);
    const known = this.bounded.get(key) ?? new Storages({ ...this.options, redirects: false, roots });
    this.bounded.set(key, known);
    return known;
  }

  /**
   * Yields the files that an argument names: a file, the files of a folder, prefix or bucket, or those that a pattern fits, with what was skipped between them.
   * A link that leads out of the roots is yielded as a file, which is refused when it is read. Throws EDI_SOURCE_UNREADABLE where nothing is at the address, EDI_BAD_PARAMETER and EDI_PART_MISSING.
   */
  async *search(argument: string, search: FileSearch): AsyncGenerator<FolderEntry> {
    this.roots?.checkSearch(argument);
    yield* this.found(argument, search);
  }

  /** Checks an address, and where it is after links were followed: a link below a root may lead out of it. Throws EDI_BATCH_REFUSED, and what `real` of a storage throws. */
  private async check(address: Address): Promise<void> {
    this.roots?.check(address);
    const roots = await this.followedRoots(address);
    const real = roots === undefined ? undefined : await (await this.of(address)).real?.(address);
    if (real !== undefined) roots?.check(address, real);
  }

  private async checkOutput(address: Address): Promise<void> {
    try {
      await this.check(address);
    } catch (cause) {
      throw unwritableAt(address, cause);
    }
  }

  /** The roots with which addresses without links are compared; undefined where all are allowed. */
  private async followedRoots(address: Address): Promise<Roots | undefined> {
    if (this.roots === undefined) return undefined;
    const storage = await this.of(address);
    return storage.real === undefined ? this.roots : this.roots.followed(address, (root) => storage.real?.(root) ?? Promise.resolve(root));
  }

  private async listed(folder: Address, recurse: boolean): Promise<AsyncIterable<FolderEntry>> {
    const roots = await this.followedRoots(folder);
    return (await this.of(folder)).list(folder, { recurse, isAllowed: (address) => roots?.includes(address) ?? true });
  }

  private async *found(argument: string, { recurse, whyNot }: FileSearch): AsyncGenerator<FolderEntry> {
    const address = parseAddress(argument);
    await this.check(address);
    const file = await (await this.of(address)).find(address);
    if (file !== undefined) {
      yield { file };
      return;
    }
    const glob = address.kind === 'http' ? undefined : globOf(pathOf(address));
    if (address.kind === 'http') throw new EdiError('EDI_SOURCE_UNREADABLE', `${showAddress(address)} cannot be read: there is no such file.`);
    if (glob !== undefined) {
      yield* this.matching(withPath<Address>(address, glob.folder), glob.pattern);
      return;
    }
    for await (const entry of await this.listed(address, recurse)) {
      const skipped = entry.skipped ?? whyNot?.(entry.file.below.slice(entry.file.below.lastIndexOf('/') + 1));
      yield skipped === undefined ? entry : { file: entry.file, skipped };
    }
  }

  private async *matching(folder: Address, pattern: string): AsyncGenerator<FolderEntry> {
    const { matcherOf } = await loadPart('A pattern of files', () => import('./glob-matcher.js'));
    const isMatch = matcherOf(pattern);
    await this.check(folder);
    for await (const entry of await this.listed(folder, looksBelow(pattern))) {
      if (entry.skipped === undefined && isMatch(entry.file.below)) yield entry;
    }
  }

  /** Returns the file at an address as it was found before; undefined when it was removed. */
  async find(shown: string): Promise<StoredFile | undefined> {
    const address = parseAddress(shown);
    await this.check(address);
    return (await this.of(address)).find(address);
  }

  /** Yields the stored bytes of a file, or a range of them. */
  async *read(file: StoredFile, range?: ByteRange): AsyncGenerator<Uint8Array> {
    await this.check(file.address);
    yield* (await this.of(file.address)).read(file, range);
  }

  /** Returns a file as a source of a conversion, inflated when it is gzip data. */
  source(file: StoredFile, name: string, onBytes?: ByteListener): EdiSource {
    const { modifiedAt, address } = file;
    return {
      name: withoutGz(name),
      url: address.kind === 'file' ? pathToFileURL(address.path).href : showAddress(address),
      ...(modifiedAt === undefined ? {} : { lastModifiedDateTime: modifiedAt }),
      open: () => inflateIfGzip(counted(this.read(file), onBytes)),
    };
  }

  /** Opens an output that nobody sees before `commit`. Throws EDI_OUTPUT_FAILED. */
  async create(shown: string): Promise<OutputTarget> {
    const address = parseAddress(shown);
    await this.checkOutput(address);
    return (await this.of(address)).create(address);
  }

  /** Removes a file; nothing happens if there is none. Throws EDI_OUTPUT_FAILED. */
  async remove(shown: string): Promise<void> {
    const address = parseAddress(shown);
    await this.checkOutput(address);
    await (await this.of(address)).remove(address);
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    const storages = [...this.open.values()];
    this.open.clear();
    await Promise.all([...this.bounded.values()].map((one) => one.close()));
    await Promise.all(storages.map((one) => one.then((storage) => storage.close()).catch(() => undefined)));
  }

  private of({ kind }: Address): Promise<Storage> {
    const known = this.open.get(kind) ?? this.load(kind);
    this.open.set(kind, known);
    return known;
  }

  private async load(kind: Address['kind']): Promise<Storage> {
    const { environment, redirects = true, retries = USUAL_RETRIES } = this.options;
    if (kind === 'file') return asStorage(fileStorage());
    if (kind === 'http') return asStorage(httpStorage({ redirects }, retries));
    if (kind === 'sftp') {
      const { sftpStorage } = await loadPart('An sftp:// address', () => import('./sftp-storage.js'));
      return asStorage(sftpStorage(environment, retries));
    }
    const { s3Storage } = await loadPart('An s3:// address', () => import('./s3-storage.js'));
    return asStorage(s3Storage(environment, retries));
  }
}

/** A storage gets addresses of its own kind only, because the kind chooses it. */
function asStorage(storage: unknown): Storage {
  return storage as Storage;
}

async function* counted(bytes: AsyncIterable<Uint8Array>, onBytes: ByteListener | undefined): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}

import { readdirSync, type Stats } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { escapeControls } from '../common/control-characters';
import { EdiError } from '../common/edi-error';
import type { EdiSource } from '../io/edi-source';
import { failedSource } from '../io/failed-source';
import { type ByteListener, fileSource, unreadable } from '../io/file-source';
import { pathName, sourceName, withoutGz } from '../io/source-name';
import { streamSource } from '../io/stream-source';
import type { CommandIo } from './command-io';
import { isZipFileName, whyNoEdi } from '../batch/edi-file-names';
import type { RemoteFiles } from './remote-files';
import { identityOf, statsOf } from '../io/path-state';
import { isRemote, showAddress } from '../storage/address';
import type { StoredFile } from '../storage/storage';
import { type SkippedFile, skippedMessages } from './skipped-files';
import { UsageError } from './usage-error';

/** Argument that means standard input. */
const STANDARD_INPUT = '-';

const NOTHING = (): void => undefined;

/** A source of a command. */
export interface InputSource extends EdiSource {
  /** Name of messages and reports, which `name` shortens where records show bare file names. */
  readonly fullName: string;
}

/** One input of a command: a file, an archive of files, or standard input. */
export interface Input {
  /** Path from the arguments; undefined for standard input. */
  readonly path: string | undefined;
  /** Name of messages. */
  readonly name: string;
  /** Folder below the one that was named, '' for none: where its output goes below the output folder. */
  readonly subfolder: string;
  /** Stored size; undefined when it is not known. */
  readonly bytes: number | undefined;
  /** Returns its sources, each to be read before the next is taken. */
  open(onBytes?: ByteListener): AsyncIterable<InputSource>;
  /** Returns its source, for an input that is one file of this machine: such files may be read in any order. Absent for other inputs. */
  readonly openFile?: (onBytes?: ByteListener) => InputSource;
}

/** The inputs that arguments name. */
export interface InputList {
  readonly inputs: readonly Input[];
  /** Other contents of folders. */
  readonly skipped: readonly SkippedFile[];
}

/** Options of the search in folders, and of names in records. */
export interface InputSearch {
  /** Reads what is behind addresses. */
  readonly files: RemoteFiles;
  /** True for folders in them, too. */
  readonly recurse: boolean;
  /** Extensions of formats other than X12, without the dot. */
  readonly fileExtensions: ReadonlySet<string>;
  /** True for names without folders in records. */
  readonly hasBareNames?: boolean;
}

/** A file that was found, before all are known. */
interface FoundFile {
  /** As in the arguments, or as found. */
  readonly path: string;
  /** Path below the argument. */
  readonly below: string;
  readonly subfolder: string;
  readonly stats: Stats | undefined;
  /** Why a folder cannot be read. */
  readonly failure?: unknown;
  /** What a storage knows of a file behind an address. */
  readonly stored?: StoredFile;
}

/**
 * Finds the inputs in the order of the arguments, those of a folder sorted by name, each once although several links may lead to it. A named file that cannot
 * be read is an input too: it fails when its turn comes. The name of a file is its path below the argument; if two would have the same name, the path in the
 * arguments. Throws UsageError when nothing is found, and what a storage throws for an address that it cannot look at.
 */
export async function listInputs(paths: readonly string[], search: InputSearch, io: Pick<CommandIo, 'stdin' | 'signal'>): Promise<InputList> {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1) throw new UsageError('Standard input (-) can be read once only.');
  const walk: FolderWalk = { search, seen: new Set(), skipped: [], found: [] };
  for (const path of paths) await addArgument(path, walk);
  const { found, skipped } = walk;
  if (found.length === 0) throw nothingFound(paths, search, skipped);
  const names = new Map<string, number>();
  for (const { below } of found) names.set(below, (names.get(below) ?? 0) + 1);
  const inputs = found.map((file) => {
    if (file.path === STANDARD_INPUT) return standardInput(io);
    return fileInput(file, (names.get(file.below) ?? 0) > 1 ? fullName(file) : file.below, search);
  });
  return { inputs, skipped };
}

const fullName = ({ path, stored }: FoundFile): string => (stored === undefined ? pathName(path) : path);

async function addArgument(path: string, walk: FolderWalk): Promise<void> {
  const stats = path === STANDARD_INPUT ? undefined : statsOf(path);
  if (stats === undefined && isRemote(path)) return addRemote(path, walk);
  if (stats?.isDirectory() === true) addFolder(path, path, walk);
  else walk.found.push({ path, below: sourceName(path), subfolder: '', stats });
}

async function addRemote(argument: string, { search, skipped, found }: FolderWalk): Promise<void> {
  const { recurse, fileExtensions } = search;
  const storages = await search.files.open();
  for await (const { file, skipped: reason } of storages.search(argument, { recurse, whyNot: (name) => whyNoEdi(name, fileExtensions) })) {
    const { below, address } = file;
    if (reason !== undefined) skipped.push({ file: below, reason });
    else found.push({ path: showAddress(address), below: withoutGz(below), subfolder: posix.dirname(`/${below}`).slice(1), stats: undefined, stored: file });
  }
}

function nothingFound(paths: readonly string[], { recurse }: InputSearch, skipped: readonly SkippedFile[]): UsageError {
  const advice = recurse ? '' : ' Add --recurse to look into subfolders.';
  return new UsageError(
    [`No EDI files in ${paths.join(', ')}.${advice}`, ...skippedMessages(skipped).map(({ message }) => message)].map(escapeControls).join('\n'),
  );
}

/** A search through folders. */
interface FolderWalk {
  readonly search: InputSearch;
  /** Earlier finds: links may lead to the same folder or file again, also to a folder that is being searched. */
  readonly seen: Set<string>;
  readonly skipped: SkippedFile[];
  readonly found: FoundFile[];
}

/** Looks into a folder; `root` is the one that was named. */
function addFolder(folder: string, root: string, walk: FolderWalk): void {
  if (!isNew(folder, walk.seen)) return;
  for (const name of sortedNames(folder, root, walk)) {
    // Hidden files are those of systems and editors, and the partial files of this program.
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    const below = pathName(relative(root, path));
    const stats = statsOf(path);
    if (stats?.isDirectory() === true) {
      if (walk.search.recurse) addFolder(path, root, walk);
      else walk.skipped.push({ file: `${below}/`, reason: 'a folder; --recurse looks into it' });
      continue;
    }
    const reason = whySkipped(path, name, stats, walk);
    if (reason === undefined) walk.found.push({ path, below: withoutGz(below), subfolder: relative(root, folder), stats });
    else walk.skipped.push({ file: below, reason });
  }
}

function whySkipped(path: string, name: string, stats: Stats | undefined, { search, seen }: FolderWalk): string | undefined {
  if (stats === undefined) return 'it cannot be looked at: a link that leads nowhere?';
  if (!stats.isFile()) return 'not a regular file';
  return whyNoEdi(name, search.fileExtensions) ?? (isNew(path, seen) ? undefined : 'the same file as another input');
}

function isNew(path: string, seen: Set<string>): boolean {
  const identity = identityOf(path);
  if (identity === undefined) return true;
  if (seen.has(identity)) return false;
  seen.add(identity);
  return true;
}

/** In the order of code units, which does not depend on the language of the machine. A folder that cannot be read becomes an input that fails. */
function sortedNames(folder: string, root: string, { found }: FolderWalk): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (failure) {
    found.push({ path: folder, below: pathName(relative(root, folder)) || sourceName(folder), subfolder: '', stats: undefined, failure });
    return [];
  }
}

/** An interruption destroys the stream, as a read may wait for ever for what another program or a person does not send. */
function standardInput({ stdin, signal }: Pick<CommandIo, 'stdin' | 'signal'>): Input {
  const open = async function* (onBytes: ByteListener = NOTHING): AsyncGenerator<InputSource> {
    yield { ...streamSource('stdin', addAbortSignal(signal, stdin), onBytes), fullName: 'stdin' };
  };
  return { path: undefined, name: 'stdin', subfolder: '', bytes: undefined, open };
}

function fileInput({ path, subfolder, stats, failure, stored }: FoundFile, name: string, { hasBareNames = false, files }: InputSearch): Input {
  const bytes = stats?.isFile() === true ? stats.size : stored?.bytes;
  const named = (source: EdiSource): InputSource => ({ ...source, fullName: source.name, ...(hasBareNames ? { name: sourceName(source.name) } : {}) });
  const open = async function* (onBytes: ByteListener = NOTHING): AsyncGenerator<InputSource> {
    for await (const source of await sourcesOf()) yield named(source);
    async function sourcesOf(): Promise<Iterable<EdiSource> | AsyncIterable<EdiSource>> {
      if (stored !== undefined) return [isZipFileName(path) ? failedSource(name, remoteArchive()) : (await files.open()).source(stored, name, onBytes)];
      if (failure !== undefined) return [failedSource(name, unreadable(failure))];
      return isZipFileName(path) ? openZip(path, onBytes, name) : [fileSource(path, onBytes, name)];
    }
  };
  const isFile = stored === undefined && failure === undefined && !isZipFileName(path);
  return { path, name, subfolder, bytes, open, ...(isFile ? { openFile: (onBytes: ByteListener = NOTHING) => named(fileSource(path, onBytes, name)) } : {}) };
}

/** The directory of an archive is at its end. */
function remoteArchive(): EdiError {
  return new EdiError('EDI_SOURCE_UNREADABLE', 'A zip archive is read from a folder of this machine only. Copy it, or store its files unpacked or as .gz.');
}

/** Loads the reader of archives when there is one to read. */
async function* openZip(path: string, onBytes: ByteListener, name: string): AsyncGenerator<EdiSource> {
  const { zipSources } = await import('../io/zip-source.js');
  yield* zipSources(path, onBytes, name);
}

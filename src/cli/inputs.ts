import { readdirSync, type Stats } from 'node:fs';
import { join, relative } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { EdiSource } from '../io/edi-source';
import { failedSource } from '../io/failed-source';
import { type ByteListener, fileSource, unreadable } from '../io/file-source';
import { pathName, sourceName, withoutGz } from '../io/source-name';
import { streamSource } from '../io/stream-source';
import type { CommandIo } from './command-io';
import { isZipFileName, whyNoEdi } from './edi-file-names';
import { checkNoScheme } from './output-names';
import { identityOf, statsOf } from '../io/path-state';
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
  /** Path as it was given; undefined for standard input. */
  readonly path: string | undefined;
  /** Name of messages. */
  readonly name: string;
  /** Folder below the one that was named, '' for none: where its output goes below the output folder. */
  readonly subfolder: string;
  /** Stored size; undefined when it is not known. */
  readonly bytes: number | undefined;
  /** Gives its sources, each to be read before the next is taken. */
  open(onBytes?: ByteListener): AsyncIterable<InputSource>;
}

/** The inputs that arguments name. */
export interface InputList {
  readonly inputs: readonly Input[];
  /** What folders hold beside them. */
  readonly skipped: readonly SkippedFile[];
}

/** What is looked for in folders that are named, and how files are named in records. */
export interface InputSearch {
  /** True for folders in them, too. */
  readonly recurse: boolean;
  /** Extensions of formats beside X12, without the dot. */
  readonly fileExtensions: ReadonlySet<string>;
  /** True for names without folders in records. */
  readonly hasBareNames?: boolean;
}

/** A file that was found, before all are known. */
interface FoundFile {
  /** As it was given or found. */
  readonly path: string;
  /** Path below the argument. */
  readonly below: string;
  readonly subfolder: string;
  readonly stats: Stats | undefined;
  /** Why a folder cannot be read. */
  readonly failure?: unknown;
}

/**
 * Finds the inputs in the order of the arguments, those of a folder sorted by name, each once however many links lead to it. A file that is named but cannot be read
 * is an input too: it fails when its turn comes. A file is known by its path below the argument; where two would have the same name, by the path as it was given.
 * Throws UsageError when nothing is found.
 */
export function listInputs(paths: readonly string[], search: InputSearch, io: Pick<CommandIo, 'stdin' | 'signal'>): InputList {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1) throw new UsageError('Standard input (-) can be read once only.');
  const walk: FolderWalk = { search, seen: new Set(), skipped: [], found: [] };
  for (const path of paths) {
    const stats = path === STANDARD_INPUT ? undefined : statsOf(path);
    if (stats === undefined) checkNoScheme(path);
    if (stats?.isDirectory() === true) addFolder(path, path, walk);
    else walk.found.push({ path, below: sourceName(path), subfolder: '', stats });
  }
  const { found, skipped } = walk;
  if (found.length === 0) throw nothingFound(paths, search, skipped);
  const names = new Map<string, number>();
  for (const { below } of found) names.set(below, (names.get(below) ?? 0) + 1);
  const inputs = found.map((file) => {
    if (file.path === STANDARD_INPUT) return standardInput(io);
    return fileInput(file, (names.get(file.below) ?? 0) > 1 ? pathName(file.path) : file.below, search.hasBareNames ?? false);
  });
  return { inputs, skipped };
}

function nothingFound(paths: readonly string[], { recurse }: InputSearch, skipped: readonly SkippedFile[]): UsageError {
  const advice = recurse ? '' : ' Add --recurse to look into subfolders.';
  return new UsageError([`No EDI files in ${paths.join(', ')}.${advice}`, ...skippedMessages(skipped).map(({ message }) => message)].join('\n'));
}

/** A search through folders. */
interface FolderWalk {
  readonly search: InputSearch;
  /** What was found before: links lead to the same folder or file again, also to one that is being looked into. */
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

function fileInput({ path, subfolder, stats, failure }: FoundFile, name: string, hasBareNames: boolean): Input {
  const bytes = stats?.isFile() === true ? stats.size : undefined;
  const open = async function* (onBytes: ByteListener = NOTHING): AsyncGenerator<InputSource> {
    for await (const source of sourcesOf()) yield { ...source, fullName: source.name, ...(hasBareNames ? { name: sourceName(source.name) } : {}) };
    function sourcesOf(): Iterable<EdiSource> | AsyncIterable<EdiSource> {
      if (failure !== undefined) return [failedSource(name, unreadable(failure))];
      return isZipFileName(path) ? openZip(path, onBytes, name) : [fileSource(path, onBytes, name)];
    }
  };
  return { path, name, subfolder, bytes, open };
}

/** Loads the reader of archives when there is one to read. */
async function* openZip(path: string, onBytes: ByteListener, name: string): AsyncGenerator<EdiSource> {
  const { zipSources } = await import('../io/zip-source.js');
  yield* zipSources(path, onBytes, name);
}

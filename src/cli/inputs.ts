import { readdirSync, type Stats } from 'node:fs';
import { join, relative } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { EdiSource } from '../pipeline/conversion.types';
import { failedSource } from '../pipeline/sources/failed-source';
import { type ByteListener, fileSource, unreadable } from '../pipeline/sources/file-source';
import { sourceName } from '../pipeline/sources/source-name';
import { streamSource } from '../pipeline/sources/stream-source';
import type { CommandIo } from './command-io';
import { isEdiFileName, isZipFileName } from './edi-file-names';
import { identityOf, statsOf } from './path-state';
import { UsageError } from './usage-error';

/** Argument that means standard input. */
const STANDARD_INPUT = '-';

/** One input of a command: a file, an archive of files, or standard input. */
export interface Input {
  /** Path as messages show it; undefined for standard input. */
  readonly path: string | undefined;
  /** Folder below the one that was named, '' for none: where its output goes below the output folder. */
  readonly subfolder: string;
  /** Stored size; undefined when it is not known. */
  readonly bytes: number | undefined;
  /** Gives its sources, each to be read before the next is taken. */
  open(onBytes: ByteListener): Iterable<EdiSource> | AsyncIterable<EdiSource>;
}

/** The inputs that arguments name. */
export interface InputList {
  readonly inputs: readonly Input[];
  /** Files of folders that do not look like EDI. */
  readonly leftOut: number;
}

/** What is looked for in folders that are named. */
export interface FolderSearch {
  /** True for folders in them, too. */
  readonly recurse: boolean;
  /** Extensions of formats beside X12, without the dot. */
  readonly fileExtensions: ReadonlySet<string>;
}

/**
 * Finds the inputs in the order of the arguments, those of a folder sorted by name, each once however many links lead to it. A file that is named but cannot be read
 * is an input too: it fails when its turn comes. Throws UsageError when nothing is found.
 */
export function listInputs(paths: readonly string[], search: FolderSearch, io: Pick<CommandIo, 'stdin' | 'signal'>): InputList {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1) throw new UsageError('Standard input (-) can be read once only.');
  const inputs: Input[] = [];
  const seen = new Set<string>();
  let leftOut = 0;
  for (const path of paths) {
    const stats = path === STANDARD_INPUT ? undefined : statsOf(path);
    if (path === STANDARD_INPUT) inputs.push(standardInput(io));
    else if (stats?.isDirectory() === true) leftOut += addFolder({ folder: path, root: path, search, seen }, inputs);
    else inputs.push(fileInput(path, '', stats));
  }
  if (inputs.length > 0) return { inputs, leftOut };
  throw new UsageError(`No EDI files in ${paths.join(', ')}.${search.recurse ? '' : ' Add --recurse to look into subfolders.'}`);
}

/** A folder that is looked into. */
interface FolderWalk {
  readonly folder: string;
  /** The folder that was named. */
  readonly root: string;
  readonly search: FolderSearch;
  /** What was found before: links lead to the same folder or file again, also to one that is being looked into. */
  readonly seen: Set<string>;
}

function addFolder({ folder, root, search, seen }: FolderWalk, inputs: Input[]): number {
  if (!isNew(folder, seen)) return 0;
  let leftOut = 0;
  for (const name of sortedNames(folder, inputs)) {
    const path = join(folder, name);
    const stats = name.startsWith('.') ? undefined : statsOf(path);
    if (stats?.isDirectory() === true) leftOut += search.recurse ? addFolder({ folder: path, root, search, seen }, inputs) : 0;
    else if (stats?.isFile() === true && isEdiFileName(name, search.fileExtensions)) {
      if (isNew(path, seen)) inputs.push(fileInput(path, relative(root, folder), stats));
    } else leftOut += stats?.isFile() === true ? 1 : 0;
  }
  return leftOut;
}

function isNew(path: string, seen: Set<string>): boolean {
  const identity = identityOf(path);
  if (identity === undefined) return true;
  if (seen.has(identity)) return false;
  seen.add(identity);
  return true;
}

/** In the order of code units, which does not depend on the language of the machine. A folder that cannot be read becomes an input that fails. */
function sortedNames(folder: string, inputs: Input[]): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const name = sourceName(folder);
    inputs.push({ path: folder, subfolder: '', bytes: undefined, open: () => [failedSource(name, unreadable(error))] });
    return [];
  }
}

/** An interruption destroys the stream, as a read may wait for ever for what another program or a person does not send. */
function standardInput({ stdin, signal }: Pick<CommandIo, 'stdin' | 'signal'>): Input {
  return { path: undefined, subfolder: '', bytes: undefined, open: (onBytes) => [streamSource('stdin', addAbortSignal(signal, stdin), onBytes)] };
}

function fileInput(path: string, subfolder: string, stats: Stats | undefined): Input {
  const bytes = stats?.isFile() === true ? stats.size : undefined;
  const open = isZipFileName(path) ? (onBytes: ByteListener) => openZip(path, onBytes) : (onBytes: ByteListener) => [fileSource(path, onBytes)];
  return { path, subfolder, bytes, open };
}

/** Loads the reader of archives when there is one to read. */
async function* openZip(path: string, onBytes: ByteListener): AsyncGenerator<EdiSource> {
  const { zipSources } = await import('../pipeline/sources/zip-source.js');
  yield* zipSources(path, onBytes);
}

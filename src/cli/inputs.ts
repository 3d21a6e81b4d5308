import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import type { EdiSource } from '../pipeline/conversion.types';
import { type ByteListener, fileSource } from '../pipeline/sources/file-source';
import { streamSource } from '../pipeline/sources/stream-source';
import { isEdiFileName, isZipFileName } from './edi-file-names';
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

/**
 * Finds the inputs in the order of the arguments, those of a folder sorted by name. A file that is named but cannot be read
 * is an input too: it fails when its turn comes. Throws UsageError when nothing is found.
 */
export function listInputs(paths: readonly string[], recurse: boolean, stdin: Readable): InputList {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1) throw new UsageError('Standard input (-) can be read once only.');
  const inputs: Input[] = [];
  let leftOut = 0;
  for (const path of paths) {
    const stats = path === STANDARD_INPUT ? undefined : statSync(path, { throwIfNoEntry: false });
    if (path === STANDARD_INPUT) inputs.push(standardInput(stdin));
    else if (stats?.isDirectory() === true) leftOut += addFolder(path, path, recurse, inputs);
    else inputs.push(fileInput(path, '', stats));
  }
  if (inputs.length > 0) return { inputs, leftOut };
  throw new UsageError(`No EDI files in ${paths.join(', ')}.${recurse ? '' : ' Add --recurse to look into subfolders.'}`);
}

function addFolder(folder: string, root: string, recurse: boolean, inputs: Input[]): number {
  let leftOut = 0;
  for (const entry of sortedEntries(folder)) {
    const path = join(folder, entry.name);
    const stats = entry.name.startsWith('.') ? undefined : statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) leftOut += recurse ? addFolder(path, root, recurse, inputs) : 0;
    else if (stats?.isFile() === true && isEdiFileName(entry.name)) inputs.push(fileInput(path, relative(root, folder), stats));
    else leftOut += stats?.isFile() === true ? 1 : 0;
  }
  return leftOut;
}

/** In the order of code units, which does not depend on the language of the machine. */
function sortedEntries(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function standardInput(stdin: Readable): Input {
  return { path: undefined, subfolder: '', bytes: undefined, open: (onBytes) => [streamSource('stdin', stdin, onBytes)] };
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

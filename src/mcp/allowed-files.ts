import { realpathSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { EdiError } from '../common/edi-error';
import type { EdiSource } from '../io/edi-source';
import { fileSource } from '../io/file-source';
import { openFileTarget } from '../io/file-target';
import type { Engine } from '../pipeline/engine';

/** Where assistants may read and write, and whether they see persons. */
export interface FileRules {
  /** Folders whose files may be read. */
  readonly folders: readonly string[];
  /** Folder that results may be written to; undefined to write nothing. */
  readonly writeFolder: string | undefined;
  /** True to show values as they are; false replaces everything that identifies a person, before anything else reads the file. */
  readonly showsPersons: boolean;
  /** Secret of the pseudonyms. */
  readonly key: Uint8Array;
}

/** The files that tools may use. A path is resolved with its links before it is compared with the folders. */
export class AllowedFiles {
  private readonly folders: readonly string[];

  /** Throws EDI_BAD_PARAMETER for a folder that is not there. */
  constructor(
    private readonly rules: FileRules,
    private readonly engine: Engine,
  ) {
    this.folders = rules.folders.map((folder) => realPath(folder, folder));
  }

  /** Opens a file for reading; persons are masked unless the rules show them. Throws EDI_BAD_PARAMETER for a path outside the folders. */
  open(path: string, signal: AbortSignal): EdiSource {
    const source = fileSource(this.allowedPath(path));
    const { name } = source;
    if (this.rules.showsPersons) return { name, open: () => source.open() };
    return { name, open: () => this.scrubbed(source, signal) };
  }

  /** A file without persons, whatever the rules say. */
  openScrubbed(path: string, signal: AbortSignal): AsyncIterable<Buffer> {
    return this.scrubbed(fileSource(this.allowedPath(path)), signal);
  }

  /** Writes a file whole into the folder for results, and returns its path. Throws EDI_BAD_PARAMETER without such a folder, and for a name with folders. */
  async write(name: string, pieces: AsyncIterable<Buffer>): Promise<string> {
    const { writeFolder } = this.rules;
    if (writeFolder === undefined) throw new EdiError('EDI_BAD_PARAMETER', 'out is not allowed: start the server with --write FOLDER to have files written.');
    if (name === '' || basename(name) !== name || name.startsWith('.')) throw new EdiError('EDI_BAD_PARAMETER', 'out must be a file name without folders.');
    const path = join(realPath(writeFolder, writeFolder), name);
    const target = await openFileTarget(path);
    try {
      for await (const piece of pieces) await target.write(piece);
      await target.commit();
    } catch (error) {
      await target.discard();
      throw error;
    }
    return path;
  }

  private scrubbed(source: EdiSource, signal: AbortSignal): AsyncIterable<Buffer> {
    return this.engine.scrub([source], { key: this.rules.key, signal });
  }

  private allowedPath(path: string): string {
    // The same answer for a path that is not there and one that is not allowed: nothing is learned of other folders.
    const candidates = [resolve(path), ...this.folders.map((folder) => resolve(folder, path))];
    for (const candidate of candidates) {
      const real = tryRealPath(candidate);
      if (real !== undefined && this.folders.some((folder) => real.startsWith(folder.endsWith(sep) ? folder : folder + sep))) return real;
    }
    throw new EdiError('EDI_BAD_PARAMETER', 'path is no file in an allowed folder.');
  }
}

function realPath(path: string, shown: string): string {
  const real = tryRealPath(path);
  if (real === undefined) throw new EdiError('EDI_BAD_PARAMETER', `The folder ${shown} does not exist.`);
  return real;
}

function tryRealPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // A path that cannot be resolved is not allowed.
    return undefined;
  }
}

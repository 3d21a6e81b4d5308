import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EdiError } from '../common/edi-error';
import { packageRoot } from '../common/package-root';
import { compileGuide } from './guide-compiler';
import { GUIDE_FILE, parseGuide, parseHead, readHead } from './guide-file';
import type { GuideHeader, GuideSource } from './guide-source';
import type { Guide } from './guide.types';
import { nearestName } from '../common/nearest-name';
import { shortPath } from '../common/short-path';
import { digestOf, readPreparedGuide, readPreparedHeads, type PreparedFolder, type PreparedHead } from './prepared-guides';
import { StandardNotes } from './standard-notes';

/**
 * Gives guides by id, from the guide folders of the product and of plugins.
 *
 * A file is read when its guide is first asked for, compiled once, and kept for the life of the loader; loaders share
 * nothing. Where two folders have a guide of the same id, the earlier folder wins.
 */
export class GuideLoader {
  private readonly guides = new Map<string, Guide>();
  private readonly notes = new StandardNotes();

  /** `folders` in order of precedence; the product's own guides when absent. `prepared` is what the build made of one of them. */
  constructor(
    private readonly folders: readonly string[] = [productGuideFolder()],
    private readonly prepared: PreparedFolder = preparedGuideFolder(),
  ) {}

  /**
   * Gives the compiled guide, always the same object for the same id.
   * Throws EDI_GUIDE_UNKNOWN when no folder has it and EDI_GUIDE_INVALID when its file breaks the format.
   */
  load(id: string): Guide {
    const known = this.guides.get(id);
    if (known !== undefined) return known;
    const file = this.files().get(id);
    if (file === undefined) throw this.unknown(id);
    const guide = compileGuide(this.readSource(id, file), this.notes);
    this.guides.set(id, guide);
    return guide;
  }

  /** Gives the head of every guide, without compiling any, in the order of their ids. */
  readHeaders(): GuideHeader[] {
    const heads = readPreparedHeads(this.prepared);
    const files = [...this.files()].sort(([one], [other]) => (one < other ? -1 : 1));
    return files.map(([id, file]) => readHeader(id, file, heads));
  }

  private readSource(id: string, file: string): GuideSource {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const prepared = dirname(file) === this.prepared.source ? readPreparedGuide(this.prepared, id, text) : undefined;
    if (prepared !== undefined) return prepared;
    if (text === undefined) throw this.unknown(id);
    return parseGuide(text, file);
  }

  /** The file of each guide id; where the folder of prepared guides is missing, the files they were made of. */
  private files(): Map<string, string> {
    const files = new Map<string, string>();
    for (const folder of this.folders) {
      for (const name of this.namesIn(folder)) {
        const id = basename(name, GUIDE_FILE);
        if (name.endsWith(GUIDE_FILE) && !files.has(id)) files.set(id, join(folder, name));
      }
    }
    return files;
  }

  private namesIn(folder: string): string[] {
    try {
      return readdirSync(folder);
    } catch (cause) {
      const heads = folder === this.prepared.source ? readPreparedHeads(this.prepared) : [];
      if (heads.length > 0) return heads.map(({ header }) => header.id + GUIDE_FILE);
      throw new EdiError('EDI_GUIDE_UNKNOWN', `The guide folder ${shortPath(folder)} cannot be read. Does it exist?`, { cause });
    }
  }

  private unknown(id: string): EdiError {
    const nearest = nearestName(id, this.files().keys());
    const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    return new EdiError('EDI_GUIDE_UNKNOWN', `No guide file ${id}${GUIDE_FILE} in ${this.folders.map(shortPath).join(', ')}.${advice}`);
  }
}

/** The folder of the guides that come with the product, found from the package root above this file. */
export function productGuideFolder(): string {
  return join(packageRoot(), 'schemas', 'guides');
}

/** The guides that the build prepared, for code that it compiled and for code that runs from its source. */
export function preparedGuideFolder(): PreparedFolder {
  return { source: productGuideFolder(), path: join(packageRoot(), 'dist', 'guides') };
}

/** Reads, lints and compiles the text of a guide file; `file` is the path that messages name. Throws EDI_GUIDE_INVALID. */
export function readGuide(text: string, file: string): Guide {
  return compileGuide(parseGuide(text, file));
}

/** Reads the head of a guide file, or takes the prepared one where it was made of the same text or the file is missing. */
function readHeader(id: string, file: string, heads: readonly PreparedHead[]): GuideHeader {
  const text = existsSync(file) ? readHead(file) : undefined;
  const digest = text === undefined ? undefined : digestOf(text);
  const prepared = heads.find((head) => head.header.id === id && (digest === undefined || head.digest === digest));
  return prepared?.header ?? parseHead(text ?? '', file);
}

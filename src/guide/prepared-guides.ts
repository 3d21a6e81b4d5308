import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { EdiError } from '../common/edi-error';
import { shortPath } from '../common/short-path';
import type { CompositeSource, GuideHeader, GuideSource } from './guide-source';

/**
 * Guides as the build prepares them (`build-guides.ts`): one file of gzipped JSON for each guide, read and linted, and an index of
 * all heads. Each carries the digest of the YAML text it was made of, and counts only for that text.
 */

/** Where the prepared guides of a folder of YAML files are. */
export interface PreparedFolder {
  /** The folder of the YAML files. Where it is missing, the prepared guides stand for it. */
  readonly source: string;
  /** The folder of the prepared files; it may be missing. */
  readonly path: string;
}

/** Raised whenever `GuideSource` changes: files of another format are not read. */
const PREPARED_FORMAT = 3;

const FILE_ENDING = '.json.gz';

export const INDEX_FILE = `index${FILE_ENDING}`;

/** The name of the file of a prepared guide. */
export const preparedFile = (id: string): string => `${id}${FILE_ENDING}`;

/** JSON has no maps; a guide has few composites, so their entries do. */
interface PreparedGuide {
  readonly format: number;
  readonly digest: string;
  readonly guide: Omit<GuideSource, 'composites'> & { readonly composites: readonly (readonly [string, CompositeSource])[] };
}

/** The head of a guide, with the digest of the text up to the body. */
export interface PreparedHead {
  readonly digest: string;
  readonly header: GuideHeader;
}

interface PreparedIndex {
  readonly format: number;
  readonly heads: readonly PreparedHead[];
}

/** The file of one guide; `text` is the YAML it was read from. */
export function preparedGuide(text: string, guide: GuideSource): Buffer {
  const prepared: PreparedGuide = { format: PREPARED_FORMAT, digest: digestOf(text), guide: { ...guide, composites: [...guide.composites] } };
  return gzipSync(JSON.stringify(prepared), { level: 9 });
}

/** The file of the index. */
export function preparedIndex(heads: readonly PreparedHead[]): Buffer {
  const index: PreparedIndex = { format: PREPARED_FORMAT, heads };
  return gzipSync(JSON.stringify(index), { level: 9 });
}

/**
 * Gives a guide as it was prepared; undefined when it was not, or from another text. Without `text` any will do.
 * Throws EDI_GUIDE_INVALID when the file is damaged.
 */
export function readPreparedGuide(folder: PreparedFolder, id: string, text: string | undefined): GuideSource | undefined {
  const prepared = readPrepared(join(folder.path, preparedFile(id))) as PreparedGuide | undefined;
  if (prepared === undefined || (text !== undefined && prepared.digest !== digestOf(text))) return undefined;
  return { ...prepared.guide, composites: new Map(prepared.guide.composites) };
}

/** Gives the heads of all prepared guides; none when nothing was prepared. Throws EDI_GUIDE_INVALID when the file is damaged. */
export function readPreparedHeads(folder: PreparedFolder): readonly PreparedHead[] {
  const index = readPrepared(join(folder.path, INDEX_FILE)) as PreparedIndex | undefined;
  return index?.heads ?? [];
}

/** Gives the digest of a text, as `PreparedHead` has it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Reads a file of ours; undefined when it is missing or of another format. */
function readPrepared(file: string): { readonly format: number } | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const prepared = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as { readonly format: number };
    return prepared.format === PREPARED_FORMAT ? prepared : undefined;
  } catch (cause) {
    throw new EdiError('EDI_GUIDE_INVALID', `${shortPath(file)} cannot be read. Build again with \`npm run build\`.`, { cause });
  }
}

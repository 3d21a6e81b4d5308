import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { EdiError } from '../common/edi-error';
import { compileGuide } from './guide-compiler';
import { lintGuide } from './guide-lint';
import { GuideProblems } from './guide-problems';
import { readGuideHeader, readGuideSource } from './guide-schema';
import type { GuideHeader } from './guide-source';
import type { Guide } from './guide.types';
import { nearestName } from './nearest-name';
import { readYaml } from './yaml-reader';

const GUIDE_FILE = '.yaml';

/**
 * Gives guides by id, from the guide folders of the product and of plugins.
 *
 * A file is read when its guide is first asked for, compiled once, and kept for the life of the loader; loaders share
 * nothing. Where two folders have a guide of the same id, the earlier folder wins.
 */
export class GuideLoader {
  private readonly guides = new Map<string, Guide>();

  /** `folders` in order of precedence; the product's own guides when absent. */
  constructor(private readonly folders: readonly string[] = [productGuideFolder()]) {}

  /**
   * Gives the compiled guide, always the same object for the same id.
   * Throws EDI_GUIDE_UNKNOWN when no folder has it and EDI_GUIDE_INVALID when its file breaks the format.
   */
  load(id: string): Guide {
    const known = this.guides.get(id);
    if (known !== undefined) return known;
    const file = this.files().get(id);
    if (file === undefined) throw this.unknown(id);
    const guide = readGuide(readFileSync(file, 'utf8'), file);
    this.guides.set(id, guide);
    return guide;
  }

  /** Reads the head of every guide file, without compiling any, in the order of their ids. */
  readHeaders(): GuideHeader[] {
    const files = [...this.files()].sort(([one], [other]) => (one < other ? -1 : 1));
    return files.map(([, file]) => readHeader(readHead(file), file));
  }

  /** The file of each guide id. */
  private files(): Map<string, string> {
    const files = new Map<string, string>();
    for (const folder of this.folders) {
      for (const name of namesIn(folder)) {
        const id = basename(name, GUIDE_FILE);
        if (name.endsWith(GUIDE_FILE) && !files.has(id)) files.set(id, join(folder, name));
      }
    }
    return files;
  }

  private unknown(id: string): EdiError {
    const nearest = nearestName(id, this.files().keys());
    const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    return new EdiError('EDI_GUIDE_UNKNOWN', `No guide file ${id}${GUIDE_FILE} in ${this.folders.map(shortPath).join(', ')}.${advice}`);
  }
}

/** The folder of the guides that come with the product, found from the package root above this file. */
export function productGuideFolder(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, 'schemas', 'guides');
}

/**
 * Reads, lints and compiles the text of a guide file; `file` is the path that messages name.
 * Mistakes of YAML, of shape and of relations are three steps: each reports all it finds, and the next one would only
 * report consequences.
 */
export function readGuide(text: string, file: string): Guide {
  const problems = new GuideProblems(shortPath(file), text);
  const node = readYaml(text, problems);
  problems.throwIfAny();
  const source = readGuideSource(node, problems);
  problems.throwIfAny();
  lintGuide(source, basename(file, GUIDE_FILE), problems);
  problems.throwIfAny();
  return compileGuide(source);
}

/** The head of a guide file ends where its body begins. */
const BODY = /^(?:composites|children):/m;

const HEAD_BYTES = 4096;

/** Reads a guide file up to its body: as a rule one small read, not the whole file. */
function readHead(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(HEAD_BYTES);
    const start = buffer.toString('utf8', 0, readSync(descriptor, buffer));
    const body = BODY.exec(start);
    return body === null ? readFileSync(file, 'utf8') : start.slice(0, body.index);
  } finally {
    closeSync(descriptor);
  }
}

function readHeader(head: string, file: string): GuideHeader {
  const problems = new GuideProblems(shortPath(file), head);
  const node = readYaml(head, problems);
  problems.throwIfAny();
  const header = readGuideHeader(node, problems);
  problems.throwIfAny();
  return header;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new EdiError('EDI_GUIDE_UNKNOWN', `The guide folder ${shortPath(folder)} cannot be read. Does it exist?`, { cause });
  }
}

/** A path as messages show it: from the working folder where it lies below, else whole. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}

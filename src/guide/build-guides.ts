import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EdiError } from '../common/edi-error';
import { GUIDE_FILE, parseGuide, parseHead, readHead } from './guide-file';
import { preparedGuideFolder } from './guide-loader';
import { preparedNodesPath, preparedPath, prepareYaml, prepareYamlNodes } from './prepared-yaml';
import { digestOf, INDEX_FILE, preparedFile, preparedGuide, preparedIndex, type PreparedFolder, type PreparedHead } from './prepared-guides';
import { standardFolder } from './standard-dictionary';

interface BuiltGuide {
  readonly id: string;
  readonly content: Buffer;
}

/**
 * Lints every guide of `folder.source` and writes them to `folder.path` as gzipped JSON, in place of what is there. Gives the
 * problems of all guides, one line each; when there are any, nothing is left there, so that no reader takes an old guide.
 */
export function buildGuides(folder: PreparedFolder): string[] {
  const files = readdirSync(folder.source)
    .filter((name) => name.endsWith(GUIDE_FILE))
    .sort()
    .map((name) => join(folder.source, name));
  const guides: BuiltGuide[] = [];
  const problems: string[] = [];
  for (const file of files) prepare(file, guides, problems);
  const fresh = `${folder.path}.new`;
  for (const path of [fresh, folder.path]) rmSync(path, { recursive: true, force: true });
  if (problems.length > 0) return problems;
  mkdirSync(fresh, { recursive: true });
  for (const { id, content } of guides) writeFileSync(join(fresh, preparedFile(id)), content);
  writeFileSync(join(fresh, INDEX_FILE), preparedIndex(files.map(prepareHead)));
  renameSync(fresh, folder.path);
  return [];
}

function prepareHead(file: string): PreparedHead {
  const text = readHead(file);
  return { digest: digestOf(text), header: parseHead(text, file) };
}

/** Puts the guide of a file into `guides`, or what is wrong with it into `problems`. */
function prepare(file: string, guides: BuiltGuide[], problems: string[]): void {
  const text = readFileSync(file, 'utf8');
  try {
    guides.push({ id: basename(file, GUIDE_FILE), content: preparedGuide(text, parseGuide(text, file)) });
  } catch (error) {
    if (!(error instanceof EdiError)) throw error;
    problems.push(...error.message.split('\n'));
  }
}

/** Writes the other YAML files of a folder as JSON. */
function buildStandard(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    mkdirSync(dirname(preparedPath(path)), { recursive: true });
    writeFileSync(preparedPath(path), prepareYaml(path));
  }
}

/** Prepares the guides of the product, and the standard. Gives the problems of the guides, one line each. */
export function buildProductGuides(): string[] {
  buildStandard(standardFolder());
  return buildGuides(preparedGuideFolder());
}

// Run by scripts/ensure-built.mjs after the compiler. Arguments are YAML files whose nodes are prepared besides.
if (require.main === module) {
  const problems = buildProductGuides();
  for (const path of process.argv.slice(2)) writeFileSync(preparedNodesPath(path), prepareYamlNodes(path));
  for (const line of problems) process.stderr.write(`${line}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

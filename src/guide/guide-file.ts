import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { lintGuide } from './guide-lint';
import { FileProblems } from '../common/yaml/file-problems';
import { readGuideHeader, readGuideSource } from './guide-schema';
import type { GuideHeader, GuideSource } from './guide-source';
import type { YamlNode } from '../common/yaml/yaml-node';
import { readYaml } from '../common/yaml/yaml-reader';
import { shortPath } from '../common/short-path';

/** How the name of a guide file ends; what stands before it is the id of the guide. */
export const GUIDE_FILE = '.yaml';

/**
 * Reads and lints the text of a guide file; `file` is the path that messages name. Throws EDI_GUIDE_INVALID.
 * Mistakes of YAML, of shape and of relations are three steps: each reports all it finds, and the next one would only
 * report consequences.
 */
export function parseGuide(text: string, file: string): GuideSource {
  const problems = new FileProblems(shortPath(file), text);
  const source = parseShape(text, problems, readGuideSource);
  lintGuide(source, basename(file, GUIDE_FILE), problems);
  problems.throwIfAny('EDI_GUIDE_INVALID');
  return source;
}

/** Reads the head of a guide file, as `readHead` gives it. Throws EDI_GUIDE_INVALID. */
export function parseHead(head: string, file: string): GuideHeader {
  return parseShape(head, new FileProblems(shortPath(file), head), readGuideHeader);
}

function parseShape<Shape>(text: string, problems: FileProblems, read: (node: YamlNode, problems: FileProblems) => Shape): Shape {
  const node = readYaml(text, problems);
  problems.throwIfAny('EDI_GUIDE_INVALID');
  const shape = read(node, problems);
  problems.throwIfAny('EDI_GUIDE_INVALID');
  return shape;
}

/** The head of a guide file ends where its body begins. */
const BODY = /^(?:composites|children):/m;

const HEAD_BYTES = 4096;

/** Reads the text of a guide file up to its body: as a rule one small read, not the whole file. */
export function readHead(file: string): string {
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

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packageRoot } from '../common/package-root';
import { FileProblems } from '../common/yaml/file-problems';
import type { YamlNode } from '../common/yaml/yaml-node';
import { digestOf } from './prepared-guides';
import { readYaml, readYamlPackage } from '../common/yaml/yaml-reader';

/** Where the build keeps YAML files of the product as JSON: reading them so is ten times faster. */
const PREPARED_FOLDER = join(packageRoot(), 'dist', 'standard');

interface PreparedFile {
  readonly digest: string;
  readonly value: unknown;
}

/** Gives the value of a YAML file of the product, whose keys are all text: as the build prepared it, if it was made of the same text. */
export function readYamlFile(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  const prepared = preparedPath(path);
  const known = existsSync(prepared) ? readPrepared(prepared) : undefined;
  return known?.digest === digestOf(text) ? known.value : parseYaml(text);
}

function readPrepared(file: string): PreparedFile {
  return JSON.parse(readFileSync(file, 'utf8')) as PreparedFile;
}

/** Gives the JSON that the build writes for a YAML file. */
export function prepareYaml(path: string): string {
  const text = readFileSync(path, 'utf8');
  const prepared: PreparedFile = { digest: digestOf(text), value: parseYaml(text) };
  return JSON.stringify(prepared);
}

/** Nodes of a prepared file. */
interface PreparedNodes {
  readonly digest: string;
  readonly root: YamlNode;
}

/** Reads a YAML file of the product, whose text is given, as `yaml.readYaml` does: from the nodes that the build prepared, if they were made of the same text. */
export function readYamlNodes(path: string, text: string, problems: FileProblems): YamlNode {
  const prepared = preparedNodesPath(path);
  const known = existsSync(prepared) ? readPreparedNodes(prepared) : undefined;
  return known?.digest === digestOf(text) ? known.root : readYaml(text, problems);
}

function readPreparedNodes(file: string): PreparedNodes {
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as PreparedNodes;
}

/** Returns the gzipped JSON that the build writes for the nodes of a YAML file. Throws EDI_GUIDE_INVALID for text that is not YAML. */
export function prepareYamlNodes(path: string): Buffer {
  const text = readFileSync(path, 'utf8');
  const problems = new FileProblems(path, text);
  const prepared: PreparedNodes = { digest: digestOf(text), root: readYaml(text, problems) };
  problems.throwIfAny('EDI_GUIDE_INVALID');
  return gzipSync(JSON.stringify(prepared), { level: 9 });
}

/** The file that holds the nodes of a YAML file. */
export function preparedNodesPath(path: string): string {
  return join(PREPARED_FOLDER, `${basename(path, '.yaml')}.nodes.json.gz`);
}

/** The file that holds the JSON of a YAML file. */
export function preparedPath(path: string): string {
  return join(PREPARED_FOLDER, `${basename(path, '.yaml')}.json`);
}

function parseYaml(text: string): unknown {
  return readYamlPackage().parse(text, { stringKeys: true });
}

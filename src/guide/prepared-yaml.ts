import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../common/package-root';
import { digestOf } from './prepared-guides';
import { readYamlPackage } from '../common/yaml/yaml-reader';

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

/** The file that holds the JSON of a YAML file. */
export function preparedPath(path: string): string {
  return join(PREPARED_FOLDER, `${basename(path, '.yaml')}.json`);
}

function parseYaml(text: string): unknown {
  return readYamlPackage().parse(text, { stringKeys: true });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, readYamlNodes } from '../../src/plugin/io';
import { readDictionary } from './dictionary.reader';
import type { Dictionary } from './dictionary.types';

const FILE = 'schemas/ncpdp/telecom.yaml';

let loaded: Dictionary | undefined;

/** The dictionary of the product, read at its first use and cached: it never changes while a program runs. Throws EDI_GUIDE_INVALID. */
export function telecomDictionary(): Dictionary {
  return (loaded ??= load());
}

function load(): Dictionary {
  const path = join(packageRoot(), FILE);
  return readDictionary(readFileSync(path, 'utf8'), FILE, (text, problems) => readYamlNodes(path, text, problems));
}

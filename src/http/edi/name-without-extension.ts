import { parse } from 'node:path';
import { sourceName } from '../../io/source-name';

/** Gives what outputs are called after an input: `remit` for `remit.835` and `remit.835.gz`. */
export function nameWithoutExtension(fileName: string): string {
  return parse(sourceName(fileName)).name;
}

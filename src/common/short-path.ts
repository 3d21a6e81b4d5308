import { relative } from 'node:path';

/** A path as messages show it: from the working folder where it lies below, else whole. */
export function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}

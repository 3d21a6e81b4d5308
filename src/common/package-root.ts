import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Gives the folder of the package: the nearest one above this file with a package.json, for sources and for the build. */
export function packageRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

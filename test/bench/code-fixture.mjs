import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODES_VERSION, generateCodes } from './generate-codes.mjs';

/** Codes of the generated set; the shipped lists come on top. */
export const CODE_COUNT = 260_000;

/**
 * Gives a data folder with the shipped lists and the generated codes, imported by the command line as a user would. Kept
 * in bench-data/.
 */
export function prepareCodes(root) {
  const folder = join(root, `bench-data/codes-v${CODES_VERSION}`);
  const mark = join(folder, 'complete');
  if (existsSync(mark)) return folder;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'codes.csv');
  process.stderr.write(`generating ${CODE_COUNT} codes in ${folder}\n`);
  generateCodes(file, CODE_COUNT);
  const env = { ...process.env, CLEARLOOP_DATA_DIR: folder };
  delete env.CLEARLOOP_DB_URL;
  execFileSync(process.execPath, ['dist/bundle/cli.js', 'codes', 'import', file], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(mark, '');
  return folder;
}

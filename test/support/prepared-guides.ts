import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildProductGuides } from '../../src/guide/build-guides';

const ROOT = join(__dirname, '../..');

/** What prepared guides are made of, and by. */
const ORIGINS = ['schemas/guides', 'schemas/x12', 'src/guide', 'src/common'];

/**
 * Prepares the guides of the product for a test run unless that was done since they, or the code that reads them, were changed: each
 * suite would read their YAML anew, which takes longer than most tests.
 */
export function ensurePreparedGuides(): void {
  const index = join(ROOT, 'dist/guides/index.json.gz');
  const preparedAt = existsSync(index) ? statSync(index).mtimeMs : 0;
  const isCurrent = ORIGINS.flatMap((folder) => filesBelow(join(ROOT, folder))).every((path) => statSync(path).mtimeMs < preparedAt);
  // What is wrong with a guide is told by the tests that read it.
  if (!isCurrent) buildProductGuides();
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
}

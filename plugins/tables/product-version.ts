import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/plugin/io';

/** The name and version of the product, such as `clearloop 1.2.0`, for files that say what wrote them. */
export function productVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
  return `clearloop ${version}`.trim();
}

#!/usr/bin/env node
// Prints the software bill of materials (CycloneDX, JSON) of what the product runs with: the packages of the lock file without
// development dependencies. `npm sbom --omit dev` is not enough: it also omits a package that the product needs when the project
// names it as a development dependency too, with everything below it (fastify and 120 others here). So npm is given a lock
// file without them.
//
//   node scripts/sbom.mjs > sbom.json
//
// Needs npm, no network and nothing installed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const readJson = (name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

/** Leaves out overrides that refer to direct dependencies: those are development dependencies. */
const literal = (overrides = {}) => Object.fromEntries(Object.entries(overrides).filter(([, value]) => typeof value === 'string' && !value.startsWith('$')));

function withoutDevelopment() {
  const { devDependencies: _project, overrides, ...project } = readJson('package.json');
  const { packages, ...lock } = readJson('package-lock.json');
  const { devDependencies: _root, ...root } = packages[''];
  const kept = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  return {
    'package.json': { ...project, overrides: literal(overrides) },
    'package-lock.json': { ...lock, packages: { '': root, ...Object.fromEntries(kept) } },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'clearloop-sbom-'));
try {
  const files = withoutDevelopment();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' };
  const bill = JSON.parse(execFileSync('npm', args, options));
  bill.metadata.component.name = files['package.json'].name; // npm takes the name of the folder
  process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

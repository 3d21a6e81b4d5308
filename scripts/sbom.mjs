#!/usr/bin/env node
// Prints the software bill of materials (CycloneDX, JSON) of what the product runs with: the packages of the lock file that the core,
// the service and code look-up need, without development dependencies.
//
//   node scripts/sbom.mjs > sbom.json
//   node scripts/sbom.mjs FOLDER > sbom.json     leaves the package.json and package-lock.json that it lists in FOLDER
//
// Needs npm, no network and nothing installed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeRuntimePackages } from './runtime-packages.mjs';

const kept = process.argv[2];
const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'clearloop-sbom-')) : resolve(kept);
try {
  const { name } = writeRuntimePackages(folder);
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' };
  const bill = JSON.parse(execFileSync('npm', args, options));
  bill.metadata.component.name = name; // npm takes the name of the folder
  process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true });
}

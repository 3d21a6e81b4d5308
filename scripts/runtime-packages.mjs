#!/usr/bin/env node
// The package.json and package-lock.json of everything that the product runs with: the core, the service and code look-up, at the
// versions of the lock file, without what only development needs. The parts of the service and of code look-up are optional peer
// dependencies of the published core and development dependencies of the checkout (docs/releasing.md), so `npm ci --omit=dev`
// would leave them out.
//
//   node scripts/runtime-packages.mjs FOLDER     writes both files there; `npm ci` in the folder installs them
//
// Needs npm, no network and nothing installed.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

export const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Writes package.json and package-lock.json into an existing folder, with the empty package that replaces @scarf/scarf. Returns the package.json. */
export function writeRuntimePackages(folder) {
  const { devDependencies, peerDependencies, peerDependenciesMeta: _optional, dependencies, scripts: _scripts, ...rest } = readJson('package.json');
  const standIn = { '@scarf/scarf': devDependencies['@scarf/scarf'] };
  const project = { ...rest, overrides: literal(rest.overrides), dependencies: { ...dependencies, ...peerDependencies, ...standIn } };
  const lock = readJson('package-lock.json');
  const root = { name: project.name, version: project.version, dependencies: project.dependencies };
  writeFileSync(join(folder, 'package.json'), text(project));
  writeFileSync(join(folder, 'package-lock.json'), text({ ...lock, packages: { ...lock.packages, '': root } }));
  cpSync(join(ROOT, 'scripts/no-scarf'), join(folder, 'scripts/no-scarf'), { recursive: true });
  // npm drops from the lock file what nothing needs any more.
  const args = ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  return project;
}

/** Leaves out overrides that refer to development dependencies. */
const literal = (overrides) => Object.fromEntries(Object.entries(overrides).filter(([, value]) => typeof value === 'string' && !value.startsWith('$')));

export const text = (value) => `${JSON.stringify(value, null, 2)}\n`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeRuntimePackages(resolve(process.argv[2] ?? '.'));

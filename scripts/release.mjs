#!/usr/bin/env node
// Packs what a release publishes (docs/releasing.md) into a folder, and prints the path of each tarball:
//
//   clearloop           the core: reads, maps, validates and writes; few dependencies, no install script. Holds RxJS as one file
//                       instead of 2,300, and the declarations that its entry points need
//   clearloop-service   no code: its dependencies are the core and all parts of the service and of code look-up
//   clearloop-no-scarf  an empty package, installed under the name of @scarf/scarf
//
//   node scripts/release.mjs [FOLDER]            default: release
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ensureBuiltOrExplain } from './ensure-built.mjs';
import { readJson, ROOT, text } from './runtime-packages.mjs';

const STAND_IN = 'clearloop-no-scarf';

/** Packs a folder; returns the path of the tarball. */
function pack(folder, target) {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', target];
  const printed = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], shell: process.platform === 'win32' });
  return join(target, printed.trim().split('\n').at(-1));
}

/** Calls `work` with an empty folder, and removes the folder. */
function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-release-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Packs a package that consists of a few files; returns the path of the tarball. */
function packFiles(manifest, files, target) {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'package.json'), text(manifest));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    return pack(folder, target);
  });
}

/** Packs the checkout without the small files that make up half of its installed size; returns the path of the tarball. */
function packCore(target) {
  return inFolder((folder) => {
    execFileSync('tar', ['-xzf', pack(ROOT, folder), '-C', folder]);
    const core = join(folder, 'package');
    removeOtherDeclarations(core);
    bundleRxjs(core);
    return pack(core, target);
  });
}

/** Removes the declarations that no entry point reaches. */
function removeOtherDeclarations(core) {
  const dist = join(core, 'dist');
  const plugins = readdirSync(join(dist, 'plugins')).map((name) => `plugins/${name}/index.d.ts`);
  const waiting = ['src/index.d.ts', 'src/plugin/index.d.ts', ...plugins].map((path) => join(dist, path)).filter((path) => existsSync(path));
  const needed = new Set(waiting);
  for (const path of waiting) {
    for (const imported of importsOf(path)) {
      if (needed.has(imported)) continue;
      needed.add(imported);
      waiting.push(imported);
    }
  }
  const all = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.d.ts'));
  for (const path of all.map((name) => join(dist, name))) if (!needed.has(path)) rmSync(path);
}

/** Paths of the declarations that a declaration file imports. */
function importsOf(path) {
  const names = [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]*)['"]/g)].map(([, name]) => join(dirname(path), name));
  return names.map((name) => [`${name}.d.ts`, join(name, 'index.d.ts')].find((file) => existsSync(file)) ?? name);
}

/** Adds RxJS as a bundled dependency: the one file that its authors build for browsers and CommonJS, instead of 2,300. */
function bundleRxjs(core) {
  const [from, to] = [join(ROOT, 'node_modules/rxjs'), join(core, 'node_modules/rxjs')];
  const { name, version, description, license, author, repository } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'package.json'), text({ name, version, description, license, author, repository, main: 'rxjs.umd.min.js' }));
  for (const [file, source] of [
    ['LICENSE.txt', 'LICENSE.txt'],
    ['rxjs.umd.min.js', 'dist/bundles/rxjs.umd.min.js'],
  ])
    cpSync(join(from, source), join(to, file));
  const manifest = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8'));
  writeFileSync(join(core, 'package.json'), text({ ...manifest, bundleDependencies: [name] }));
}

/** Global installs link the commands of the package that is named, so the second package has the command of the core too. */
const commandOf = ({ name, bin }) => `#!/usr/bin/env node
const { dirname, join } = require('node:path');

require(join(dirname(require.resolve('${name}/package.json')), '${bin[name]}'));
`;

function servicePackage({ name, version, license, engines, peerDependencies }, standIn) {
  return {
    name: `${name}-service`,
    version,
    description: 'Clearloop with its HTTP service and code look-up: installs the core and all optional parts.',
    license,
    engines,
    bin: { [name]: 'main.js' },
    dependencies: { [name]: version, ...peerDependencies, '@scarf/scarf': `npm:${standIn.name}@${standIn.version}` },
  };
}

if ((await ensureBuiltOrExplain()) !== 0) process.exit(1);
const target = resolve(process.argv[2] ?? join(ROOT, 'release'));
mkdirSync(target, { recursive: true });
const core = readJson('package.json');
const { private: _private, ...empty } = readJson('scripts/no-scarf/package.json');
const standIn = { ...empty, name: STAND_IN };
const service = servicePackage(core, standIn);
const readme = `# ${service.name}\n\nInstalls [${core.name}](https://www.npmjs.com/package/${core.name}) with all packages that its service (\`clearloop serve\`) and code look-up need.\n`;
const tarballs = [packCore(target), packFiles(service, { 'main.js': commandOf(core), 'README.md': readme }, target), packFiles(standIn, {}, target)];
for (const path of tarballs) process.stdout.write(`${path}\n`);

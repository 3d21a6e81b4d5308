#!/usr/bin/env node
// Packs what a release publishes (docs/releasing.md) into a folder, and prints the path of each tarball:
//
//   clearloop           the core: reads, maps, validates and writes; few dependencies, no install script
//   clearloop-service   no code: its dependencies are the core and all parts of the service and of code look-up
//   clearloop-no-scarf  an empty package, installed under the name of @scarf/scarf
//
//   node scripts/release.mjs [FOLDER]            default: release
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuiltOrExplain } from './ensure-built.mjs';
import { readJson, ROOT, text } from './runtime-packages.mjs';

const STAND_IN = 'clearloop-no-scarf';

/** Packs a folder; returns the path of the tarball. */
function pack(folder, target) {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', target];
  const printed = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], shell: process.platform === 'win32' });
  return join(target, printed.trim().split('\n').at(-1));
}

/** Packs a package that consists of a few files; returns the path of the tarball. */
function packFiles(manifest, files, target) {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-release-'));
  try {
    writeFileSync(join(folder, 'package.json'), text(manifest));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    return pack(folder, target);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
const tarballs = [pack(ROOT, target), packFiles(service, { 'main.js': commandOf(core), 'README.md': readme }, target), packFiles(standIn, {}, target)];
for (const path of tarballs) process.stdout.write(`${path}\n`);

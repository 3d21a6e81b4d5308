#!/usr/bin/env node
// Bundles the compiled modules of dist/src and dist/plugins into dist/bundle (docs/adr/0014-one-bundle-with-a-code-cache.md):
//
//   clearloop.js       every module of the product, and the packages that each start needs; a module runs when it is first required
//   cli.js             the command: loads clearloop.js through V8's code cache
//   index.js           the library       \
//   plugin.js          clearloop/plugin  \
//   plugin/io.js       the rest of it     > each exports its part of clearloop.js, so that all share one instance of every module
//   worker.js          what a worker thread runs: loads clearloop.js in the same way
//   vocabulary.js      clearloop/vocabulary
//   plugins/NAME.js    a plugin          /
//   *.cache            the compiled code of clearloop.js for this version of Node
//
//   node scripts/bundle.mjs          after the compiler; scripts/ensure-built.mjs runs it
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGET = join(ROOT, 'dist/bundle');
const FRESH = `${TARGET}.new`;

/** Loaded by every start; all other packages are required when they are needed. */
const BUNDLED_PACKAGES = ['commander', 'rxjs'];

/** Conversions compile the functions that the cache should contain. */
const SAMPLES = ['835.edi', '837p.edi'].map((name) => join(ROOT, 'samples', name));

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/**
 * The service shares RxJS with Nest, which recognises streams of events by their class: there the package is not bundled.
 *
 * @type {import('esbuild').Plugin}
 */
const rxjsOfNest = {
  name: 'rxjs-of-nest',
  setup: (build) => build.onResolve({ filter: /^rxjs/ }, ({ path, importer }) => (importer.includes('/dist/src/http/') ? { path, external: true } : undefined)),
};

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  // Each start reads the text. Names stay, and short lines, for the traces of errors.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  external: Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !BUNDLED_PACKAGES.includes(name)),
  plugins: [rxjsOfNest],
};

/** Folders of plugins/ that hold no plugin: what plugins share. */
const SHARED_FOLDERS = ['vocabulary', 'tables', 'synthetic'];

const plugins = readdirSync(join(ROOT, 'dist/plugins'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !SHARED_FOLDERS.includes(entry.name) ? [entry.name] : [],
);

/** The files that export a part of the bundle, each with its module. */
const PARTS = {
  index: './dist/src/index.js',
  plugin: './dist/src/plugin/index.js',
  'plugin/io': './dist/src/plugin/io.js',
  vocabulary: './dist/plugins/vocabulary/index.js',
  ...Object.fromEntries(plugins.map((name) => [`plugins/${name}`, `./dist/plugins/${name}/index.js`])),
};

async function bundle() {
  const parts = Object.entries({ main: './dist/src/cli/main.js', worker: './dist/src/pipeline/workers/worker.js', ...PARTS });
  const contents = parts.map(([name, path]) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(path)});`).join('\n');
  const outfile = join(FRESH, 'clearloop.js');
  await build({ ...OPTIONS, stdin: { contents, resolveDir: ROOT }, outfile });
  const text = readFileSync(outfile);
  if (text.some((byte) => byte > 0x7f)) throw new Error(`${outfile} is not ASCII, which the loader expects.`);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Node finds the names that `import { convert } from 'clearloop'` may use in the text of the file. */
function writePart(name) {
  const file = join(FRESH, `${name}.js`);
  const path = `${'../'.repeat(name.split('/').length - 1) || './'}clearloop.js`;
  const names = Object.keys(createRequire(file)(path)[name]());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `'use strict';\nmodule.exports = require('${path}')['${name}']();\n0 && (module.exports = { ${names.join(', ')} });\n`);
}

rmSync(FRESH, { recursive: true, force: true });
const digest = await bundle();
const start = { ...OPTIONS, define: { BUNDLE_DIGEST: JSON.stringify(digest) } };
await build({ ...start, entryPoints: ['./dist/src/cli/start.js'], outfile: join(FRESH, 'cli.js'), banner: { js: '#!/usr/bin/env node' } });
await build({ ...start, entryPoints: ['./dist/src/cli/start-worker.js'], outfile: join(FRESH, 'worker.js') });
for (const name of Object.keys(PARTS)) writePart(name);
rmSync(TARGET, { recursive: true, force: true });
renameSync(FRESH, TARGET);
execFileSync(process.execPath, [join(TARGET, 'cli.js'), 'convert', ...SAMPLES, '--jobs', '1', '--no-descriptions', '--quiet'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  // Plugins of the environment are for the service or command that is started afterwards.
  env: { ...process.env, CLEARLOOP_PLUGINS: '' },
});

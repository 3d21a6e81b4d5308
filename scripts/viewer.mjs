#!/usr/bin/env node
// Bundles the page of the viewer, src/viewer/page, for browsers into dist/viewer; scripts/ensure-built.mjs runs it.
//
//   node scripts/viewer.mjs
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCE = join(ROOT, 'src/viewer/page');
const TARGET = join(ROOT, 'dist/viewer');

/** Copied as they are. */
const STATIC_FILES = ['index.html', 'viewer.css', 'icon.svg'];

/** Limit of all files together, compressed. */
const MAX_BYTES = 60_000;

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
await build({
  entryPoints: [join(SOURCE, 'main.ts')],
  outfile: join(TARGET, 'viewer.js'),
  tsconfig: join(SOURCE, 'tsconfig.json'),
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome109', 'firefox110', 'safari16'],
  // The package has another condition for its development build, which is larger and talks to the console.
  conditions: ['production'],
  logLevel: 'warning',
  legalComments: 'none',
});
for (const name of STATIC_FILES) copyFileSync(join(SOURCE, name), join(TARGET, name));

const bytes = [...STATIC_FILES, 'viewer.js'].reduce((sum, name) => sum + gzipSync(readFileSync(join(TARGET, name))).length, 0);
if (bytes > MAX_BYTES) throw new Error(`The page has ${bytes} bytes compressed; at most ${MAX_BYTES} are allowed.`);

#!/usr/bin/env node
// Writes docs/validation-rules.md from the rules of the engine and of the plugins.
//
//   node scripts/validation-rules.mjs            writes the page
//   node scripts/validation-rules.mjs --check    writes nothing; the exit code is 1 when the page is not current
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuiltOrExplain } from './ensure-built.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE = join(ROOT, 'docs/validation-rules.md');

const exitCode = await ensureBuiltOrExplain();
process.exitCode = exitCode === 0 ? writePage(process.argv.includes('--check')) : exitCode;

function writePage(isCheck) {
  const load = createRequire(join(ROOT, 'dist/src/docs/'));
  load('reflect-metadata');
  const { createConverter } = load('../pipeline/create-converter.js');
  const text = load('./rules-page.js').rulesPage(createConverter().context.plugins);
  if (existsSync(PAGE) && readFileSync(PAGE, 'utf8') === text) return 0;
  if (!isCheck) writeFileSync(PAGE, text);
  else process.stderr.write('docs/validation-rules.md is not current. Run `npm run rules`.\n');
  return isCheck ? 1 : 0;
}

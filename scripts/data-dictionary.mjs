#!/usr/bin/env node
// Writes the pages of docs/data-dictionary from the declarations of the plugins and the sentences in schemas/dictionary.
//
//   node scripts/data-dictionary.mjs            writes the pages
//   node scripts/data-dictionary.mjs --check    writes nothing; the exit code is 1 when a page is not current
//
// Either way the exit code is 1 when a field has no sentence or a sentence has no field; standard error names them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuiltOrExplain } from './ensure-built.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGES = join(ROOT, 'docs/data-dictionary');
const SOURCES = join(ROOT, 'schemas/dictionary');

const exitCode = await ensureBuiltOrExplain();
process.exitCode = exitCode === 0 ? writePages(makePages(), process.argv.includes('--check')) : exitCode;

function makePages() {
  const load = createRequire(join(ROOT, 'dist/src/docs/'));
  load('reflect-metadata');
  const { makeDictionary } = load('./data-dictionary.js');
  const { formatPage } = load('./format-dictionary.page.js');
  const { PluginRegistry } = load('../plugin/plugin.registry.js');
  const { GuideLoader } = load('../guide/guide-loader.js');
  const registry = PluginRegistry.ofProduct();
  const guides = new GuideLoader();
  const sources = new Map(readdirSync(SOURCES).map((name) => [basename(name, '.yaml'), readFileSync(join(SOURCES, name), 'utf8')]));
  const dictionary = makeDictionary({ plugins: registry.transactionSetPlugins, guideOf: (id) => guides.load(id), sources });
  const ofFormats = registry.formats.map((format) => [format.options.id, formatPage(format)]);
  return { ...dictionary, pages: new Map([...dictionary.pages, ...ofFormats]) };
}

/** Returns the exit code. */
function writePages({ pages, unexplained, misplaced }, isCheck) {
  const wrong = [
    ...unexplained.map((name) => `${name} has no sentence in schemas/dictionary.`),
    ...misplaced.map((name) => `${name} has a sentence too many in schemas/dictionary.`),
  ];
  for (const [name, text] of pages) {
    const file = join(PAGES, `${name}.md`);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (isCheck) wrong.push(`docs/data-dictionary/${name}.md is not current. Run \`npm run dictionary\`.`);
    else writeFileSync(file, text);
  }
  for (const line of wrong) process.stderr.write(`${line}\n`);
  return wrong.length === 0 ? 0 : 1;
}

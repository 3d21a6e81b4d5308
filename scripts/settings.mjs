#!/usr/bin/env node
// Writes the table of settings in docs/service.md from the class ServiceSettings: names and meanings from its properties and their
// comments, allowed values from its decorators, defaults from an instance.
//
//   node scripts/settings.mjs            writes the table
//   node scripts/settings.mjs --check    writes nothing; the exit code is 1 when the table is not current
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuiltOrExplain } from './ensure-built.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE = join(ROOT, 'docs/service.md');
const CLASS_FILE = join(ROOT, 'src/http/settings/service-settings.ts');

const TABLE = /(<!-- Written by `npm run settings` -->\n\n)[\s\S]*?(<!-- End of the settings -->)/;

const exitCode = await ensureBuiltOrExplain();
process.exitCode = exitCode === 0 ? writeTable(process.argv.includes('--check')) : exitCode;

function writeTable(isCheck) {
  const page = readFileSync(PAGE, 'utf8');
  const current = page.replace(TABLE, (_, head, end) => `${head}${tableOf(settings())}\n\n${end}`);
  if (page === current) return 0;
  if (!isCheck) writeFileSync(PAGE, current);
  else process.stderr.write('The settings in docs/service.md are not current. Run `npm run settings`.\n');
  return isCheck ? 1 : 0;
}

/** One row for each setting, in the order of the class. */
function settings() {
  const load = createRequire(join(ROOT, 'dist/src/http/settings/'));
  load('reflect-metadata');
  const { ServiceSettings } = load('./service-settings.js');
  const { allowedValues, validatedNames } = load('../validation/validation.pipe.js');
  const defaults = new ServiceSettings();
  const meanings = readMeanings();
  const cell = (value) => (value === undefined || value.length === 0 ? 'none' : `\`${value}\``);
  return validatedNames(ServiceSettings).map((name) => [
    `\`${name}\``,
    cell(defaults[name]),
    allowedValues(ServiceSettings, name).replace(/^a whole number (?:from )?/, ''),
    meanings.get(name) ?? fail(`${name} has no doc comment.`),
  ]);
}

/** The doc comments of the class, by the names of its properties. */
function readMeanings() {
  const ts = createRequire(import.meta.url)('typescript');
  const source = ts.createSourceFile(CLASS_FILE, readFileSync(CLASS_FILE, 'utf8'), ts.ScriptTarget.Latest, true);
  const properties = source.statements.filter(ts.isClassDeclaration).flatMap(({ members }) => members.filter(ts.isPropertyDeclaration));
  return new Map(properties.map((property) => [property.name.getText(), ts.getJSDocCommentsAndTags(property).map(sentenceOf).join(' ')]));
}

function sentenceOf({ comment }) {
  return String(comment).replace(/\s+/g, ' ');
}

function tableOf(rows) {
  const all = [['Setting', 'Default', 'Allowed', 'Meaning'], ...rows.map((row) => row.map((text) => text.replaceAll('|', '\\|')))];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const lineOf = (row, fill = ' ') => `| ${row.map((text, column) => text.padEnd(widths[column], fill)).join(' | ')} |`;
  const [head, ...body] = all;
  return [
    lineOf(head),
    lineOf(
      head.map(() => ''),
      '-',
    ),
    ...body.map((row) => lineOf(row)),
  ].join('\n');
}

function fail(message) {
  throw new Error(message);
}

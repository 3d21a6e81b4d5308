#!/usr/bin/env node
// Writes docs/fhir-fields.md: which field of a record goes to which element of FHIR, and which has no place.
//
//   node scripts/fhir-fields.mjs            writes the page
//   node scripts/fhir-fields.mjs --check    writes nothing; the exit code is 1 when the page is not current
//
// Either way the exit code is 1 when a table reads a field that no record has; standard error names it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuiltOrExplain } from './ensure-built.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE = join(ROOT, 'docs/fhir-fields.md');

const exitCode = await ensureBuiltOrExplain();
process.exitCode = exitCode === 0 ? writePage(process.argv.includes('--check')) : exitCode;

function writePage(isCheck) {
  const load = createRequire(join(ROOT, 'dist/src/docs/'));
  load('reflect-metadata');
  const { createConverter } = load('../pipeline/create-converter.js');
  const { fieldsOfKinds, fieldsPage } = load('../../plugins/fhir/fields-page.js');
  const source = createConverter().schemas();
  const wrong = fieldsOfKinds(source).flatMap(({ title, unknown }) => unknown.map((field) => `${title} has no field ${field}, which a table of FHIR reads.`));
  const page = fieldsPage(source);
  if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
    if (isCheck) wrong.push('docs/fhir-fields.md is not current. Run `npm run fhir-fields`.');
    else writeFileSync(PAGE, page);
  }
  for (const line of wrong) process.stderr.write(`${line}\n`);
  return wrong.length === 0 ? 0 : 1;
}

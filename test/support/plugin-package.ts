import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The package.json of a plugin as the contract asks for it. */
export const MANIFEST = JSON.stringify({ name: 'plugin-of-a-test', main: 'index.js', clearloop: { contract: 2 } });

const folders: string[] = [];

/** Writes the files of a plugin package into a folder of its own, `package.json` too unless it is among them. Gives the folder. */
export function writePackage(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-plugin-'));
  folders.push(folder);
  for (const [name, text] of Object.entries({ 'package.json': MANIFEST, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Removes every folder that was written. */
export function removePackages(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

/** A plugin that counts records, in plain JavaScript. */
export const COUNT_OUTPUT = `
const { defineOutput } = require('clearloop/plugin/io');
exports.count = defineOutput({
  id: 'count',
  contentType: 'text/plain',
  extension: 'txt',
  open() {
    let count = 0;
    return {
      begin() {},
      record() { count++; },
      notice() {},
      end(out) { out.text(count + ' records'); },
    };
  },
});
exports.somethingElse = 5;
`;

/** A Nest module with an output plugin whose constructor has dependencies. */
export const NEST_MODULE = readFileSync(join(__dirname, '../../examples/nest-module/index.js'), 'utf8');

/** A plugin for the set 999 of the small guide, in plain JavaScript. */
export const SMALL_SET = `
const { constant, defineTransactionSet, record, text } = require('clearloop/plugin');
const claim = record('Claim', { objectType: constant('CLAIM'), id: text('CLM01') });
exports.small = defineTransactionSet({ id: 'small', claims: [{ set: '999' }], guides: ['small'], emits: [{ unit: '2300', record: claim }] });
`;

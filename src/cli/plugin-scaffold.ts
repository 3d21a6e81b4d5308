import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../io/make-folder';
import { packageRoot, packageVersion } from '../common/package-root';
import { nearestName } from '../common/nearest-name';
import { GuideLoader } from '../guide/guide-loader';
import type { GuideHeader } from '../guide/guide-source';
import type { Guide } from '../guide/guide.types';
import { proposeRecords } from '../plugin/guide-proposal';
import { PluginRegistry } from '../plugin/plugin.registry';
import { PLUGIN_CONTRACT } from '../plugin/plugin-metadata';
import { UsageError } from './usage-error';

/** The template is a working plugin package; these placeholders in its files and file names are replaced by the properties of the new package. */
const TEMPLATE_NAME = 'template-orders';
const TEMPLATE_VERSION = '0.0.0-template';
const TEMPLATE_ENGINE = 'template-engine';

/** A package name without scope: the id of the plugin too. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Writes a plugin package into a new folder of its name in the working folder: the template, or with `set` (ST01, or the id of a guide) a package for that set by
 * the newest guide of the product. Returns the files. Throws UsageError.
 */
export function scaffoldPlugin(name: string, set?: string): readonly string[] {
  if (!NAME.test(name)) throw new UsageError(`'${name}' is no name for a plugin. Take lower-case letters, digits and hyphens, such as acme-orders.`);
  if (existsSync(name)) throw new UsageError(`${name} is there already. Take another name, or another folder to work in.`);
  return set === undefined ? copyTemplate(name) : writeFiles(name, setPackage(name, set));
}

function copyTemplate(name: string): readonly string[] {
  const template = join(packageRoot(), 'templates', 'plugin');
  const paths = readdirSync(template, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(template, path)).isFile())
    .sort();
  return paths.map((path) => {
    const target = join(name, path.replaceAll(TEMPLATE_NAME, name));
    makeFolder(dirname(target));
    const text = readFileSync(join(template, path), 'utf8');
    writeFileSync(target, text.replaceAll(TEMPLATE_NAME, name).replaceAll(TEMPLATE_VERSION, packageVersion()).replaceAll(TEMPLATE_ENGINE, packageRoot()));
    return target;
  });
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(files).map(([path, text]) => {
    const target = join(folder, path);
    makeFolder(dirname(target));
    writeFileSync(target, text);
    return target;
  });
}

/**
 * The newest guide of the product for a set, or the guide of an id, and those that share its version: a claim cannot choose among them, since a value inside the
 * transaction does (`purposes`).
 */
function guidesOf(set: string): readonly [Guide, ...Guide[]] {
  const loader = new GuideLoader();
  const headers = loader.readHeaders();
  const newest = headers.filter(({ transactionSet, id }) => transactionSet === set || id === set).at(-1);
  if (newest !== undefined) {
    const sharesVersion = (header: GuideHeader): boolean =>
      header.id !== newest.id && header.transactionSet === newest.transactionSet && header.versions.some((version) => newest.versions.includes(version));
    return [loader.load(newest.id), ...headers.filter(sharesVersion).map(({ id }) => loader.load(id))];
  }
  const sets = [...new Set(headers.map(({ transactionSet }) => transactionSet))].sort();
  const nearest = nearestName(set, sets);
  const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new UsageError(
    `There is no guide of set '${set}'.${advice} Sets with a guide: ${sets.join(', ')}. Without --set the package brings a guide of its own, which you may change.`,
  );
}

/** The module with the records of a guide, and the name of what it exports in `index.js`. */
function recordsOf({ id }: Guide, guides: readonly Guide[]): { readonly file: string; readonly variable: string } {
  if (guides.length === 1) return { file: 'records.js', variable: 'records' };
  const word = /[a-z]+$/.exec(id)?.[0] ?? `of${id.replaceAll('-', '')}`;
  return { file: `${word}.js`, variable: word };
}

/** The module that declares the plugin. `replaces` is the member of that name, or empty. */
function indexText(name: string, guides: readonly [Guide, ...Guide[]], replaces: string): string {
  const [{ id, transactionSet, versions }] = guides;
  const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');
  const isOne = guides.length === 1;
  const requires = guides.map((one) => recordsOf(one, guides)).map(({ file, variable }) => `const ${variable} = require('./${file}');\n`);
  const emits = guides.map((one) => `    { whole: ${recordsOf(one, guides).variable}.transaction, guides: ['${one.id}'] },\n`);
  const shared = isOne ? '' : '  // They share set and version, which a claim names; BHT02 of a transaction then names its guide.\n';
  return `'use strict';
const { defineTransactionSet } = require('clearloop/plugin');
${requires.join('')}
/** ${guides.map((one) => one.name).join('; ')}: a record for each transaction set. */
exports.plugin = defineTransactionSet({
  id: '${name}',
  claims: [{ set: '${transactionSet}', versions: [${quoted(versions)}] }],
${replaces}  // Guides of Clearloop. For a guide of your own, copy schemas/guides/${id}.yaml into the folder guides and give file and id another name.
${shared}  guides: [${quoted(guides.map((one) => one.id))}],
  emits: ${isOne ? '[{ whole: records.transaction }]' : `[\n${emits.join('')}  ]`},
});
`;
}

/** A package that reads a set by a guide of the product, with the records that the guide proposes. */
function setPackage(name: string, requested: string): Readonly<Record<string, string>> {
  const guides = guidesOf(requested);
  const [guide] = guides;
  const set = guide.transactionSet;
  const registry = PluginRegistry.ofProduct();
  const claimed = registry.findTransactionSet(set, guide.versions);
  const replaces =
    claimed === undefined || claimed === registry.anySetPlugin ? '' : `  // Reads the set in its place.\n  replaces: ['${claimed.options.id}'],\n`;
  const version = packageVersion();
  const manifest = {
    name,
    version: '0.1.0',
    description: `A plugin for Clearloop: X12 ${set}.`,
    main: 'index.js',
    files: ['**/*.js', '!test'],
    clearloop: { contract: PLUGIN_CONTRACT },
    scripts: { test: 'clearloop plugin test .' },
    peerDependencies: { clearloop: `>=${version}` },
    devDependencies: { clearloop: `file:${packageRoot()}` },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'index.js': indexText(name, guides, replaces),
    ...Object.fromEntries(guides.map((one) => [recordsOf(one, guides).file, proposeRecords(one)])),
    'README.md': `# ${name}

A plugin for Clearloop: X12 ${set} (${guides.map((one) => `${one.id}, ${one.name}`).join('; ')}).

- \`index.js\`: the plugin. A record for each loop instead of the whole transaction: \`emits: [{ unit: 'ID', record }]\`.
- ${guides.map((one) => `\`${recordsOf(one, guides).file}\``).join(', ')}: the records, proposed from the guide. Remove and rename fields.
- \`samples/NAME/input.edi\`: inputs, without real data. \`clearloop plugin test . --update\` writes what comes out; \`clearloop plugin test .\` compares.
`,
  };
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isPluginType, requireModule } from '../../../src/plugin/plugin-loader';
import { makeProductPlugins, productSets } from '../../../src/plugin/product-plugins';
import { declarationOf } from '../../../src/plugin/plugin-metadata';
import { PluginRegistry } from '../../../src/plugin/plugin.registry';
import { Engine } from '../../../src/pipeline/engine';
import { NdjsonOutput } from '../../../plugins/ndjson';
import { createConverter } from '../../../src/pipeline/create-converter';
import { convertLines, convertText, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { COUNT_OUTPUT, MANIFEST, NEST_MODULE, removePackages, SMALL_SET, writePackage } from '../../support/plugin-package';
import { remittance } from '../../support/remittance';
import { SMALL_GUIDE } from '../guide/small-guide';

const PRODUCT_PLUGINS = join(__dirname, '../../../plugins');

afterEach(removePackages);

/** All plugins of the product, loaded. */
const productPlugins = (): readonly object[] => [...makeProductPlugins(), ...productSets.map(({ make }) => make())];

/** The message with which a package of these files is refused, its folder shown as FOLDER. */
function refusalOf(files: Readonly<Record<string, string>>): string {
  const folder = writePackage(files);
  try {
    createConverter({ plugins: [folder] });
  } catch (error) {
    expect(error).toMatchObject({ code: 'EDI_PLUGIN_INVALID' });
    return error instanceof Error ? error.message.replaceAll(folder, 'FOLDER') : '';
  }
  return 'not refused';
}

const definition = (body: string): Record<string, string> => ({
  'index.js': `
    const { defineOutput } = require('clearloop/plugin/io');
    const { constant, defineTransactionSet, loopRule, loops, record, text } = require('clearloop/plugin');
    const claim = record('Claim', { objectType: constant('CLAIM'), id: text('CLM01') });
    ${body}`,
  'guides/small.yaml': SMALL_GUIDE,
});

const smallSet = (body: string): Record<string, string> =>
  definition(
    `exports.small = defineTransactionSet({ id: 'small', claims: [{ set: '999' }], guides: ['small'], emits: [{ unit: '2300', record: claim }], ${body} });`,
  );

/** What may stand in a record of JavaScript where a field should, and the message. */
const NO_DECLARATIONS = [
  ['text instead of a field', "'CLM02'", "wrong of record Claim is the text 'CLM02' and no field. Declare one, such as text('CLM02')."],
  ['a field that is not called', 'text', 'wrong of record Claim is a function and no field. Are the parentheses of a call missing?'],
  ['an undefined field', 'text.none', 'wrong of record Claim is undefined. Is it declared before this line, and exported under this name?'],
  ['a record without a place', 'claim', 'wrong of record Claim is a record and no field. Name its place, such as `loops(...)` or `object(...)`.'],
  ['a list without items', "loops('2300')", 'The item of the list at loop 2300 is undefined. Is it declared before this line, and exported under this name?'],
  [
    'an object of a field',
    "require('clearloop/plugin').object('CLM', text('02'))",
    'The object at CLM is a field and no record. Declare one with `record(...)`.',
  ],
  [
    'a place without a field',
    "require('clearloop/plugin').within('0000', 5)",
    "The field of loop 0000 is of type number and no field. Declare one, such as text('REF02') for an element.",
  ],
] as const;

const tableSet = (entries: string): Record<string, string> =>
  definition(`
    const { column, columns, each, list, own, table } = require('clearloop/plugin');
    const reference = record('Ref', { type: text('01'), value: text('02') });
    const whole = record('Whole', { lineNumber: text('CLM01'), amount: text('CLM01'), lines: each('REF', reference) });
    exports.small = defineTransactionSet({ id: 'small', claims: [{ set: '999' }], guides: ['small'], emits: [{ unit: '2300', record: whole,
      table: table('S1', 'Main', whole, [${entries}]) }] });`);

describe('a table of a plugin', () => {
  it.each([
    ['an entry twice', "column('amount'), column('amount')", 'Amount, of Whole.amount (index.js:'],
    ['two fields with one name', "column('amount', 'Value'),\n column('lineNumber', 'Value')", 'Value, of Whole.amount and Whole.lineNumber (index.js:10)'],
    [
      'a column of the record and one of rows',
      "column('lineNumber'), list('lines', 'Lines', [column('value', 'Number')])",
      'LineNumber, of Whole.lineNumber and Ref.value',
    ],
    ['a column of the record and one of a numbered item', "column('amount', 'Line2Value'), list('lines', 'Lines', columns('value'))", 'Line2Value, of'],
    ['a value that only tables have, and a field', "column('amount'), own('Amount', text('CLM01'))", 'Amount, of Whole.amount (index.js:'],
  ])('is refused with two columns of one name: %s', (_what, entries, message) => {
    expect(refusalOf(tableSet(entries))).toContain(`Plugin small is refused: table S1 Main has two columns ${message}`);
  });

  it('is refused with an entry that names no field', () => {
    expect(refusalOf(tableSet("column('none')"))).toContain("is refused: Table S1 Main: 'none' is no field of Whole. Correct the entry.");
  });

  it('may leave columns to names that others have', () => {
    expect(refusalOf(tableSet("column('amount', 'LineNumber')"))).toBe('not refused');
  });
});

describe('plugin loader', () => {
  it('knows every plugin of the product', () => {
    const folders = readdirSync(PRODUCT_PLUGINS, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !['vocabulary', 'tables', 'synthetic'].includes(entry.name),
    );
    const exported = folders.flatMap(({ name }) => Object.values(requireModule(join(PRODUCT_PLUGINS, name))).filter(isPluginType));
    expect(exported.length).toBeGreaterThanOrEqual(folders.length);
    expect(new Set(productPlugins().map((plugin) => plugin.constructor))).toEqual(new Set(exported));
  });

  it('finds nothing that two plugins of the product declare', () => {
    const registry = new PluginRegistry();
    for (const plugin of productPlugins()) expect(registry.register(plugin)).toBe(true);
  });

  it('knows the options of sets that it has not loaded', () => {
    const { transactionSetPlugins } = PluginRegistry.ofProduct();
    expect(transactionSetPlugins.length).toBeGreaterThan(5);
    for (const { options, plugin } of transactionSetPlugins) expect(declarationOf(plugin)?.options).toBe(options);
  });

  it('makes a set of the product when a transaction of it first comes', async () => {
    const registry = new PluginRegistry();
    const sets = PluginRegistry.ofProduct().transactionSetPlugins.map(({ options, plugin }) => ({ options, make: jest.fn(() => plugin) }));
    registry.addProduct([new NdjsonOutput()], sets);
    const engine = new Engine(registry);
    const made = (): readonly string[] => sets.flatMap(({ options, make }) => make.mock.calls.map(() => options.id));
    expect(made()).toEqual([]);
    for (let i = 0; i < 2; i++) {
      await convertText([sourceOf('a.edi', remittance())], { output: 'ndjson', validate: true }, engine);
      expect(made()).toEqual(['x12-835']);
    }
  });

  it('loads an output from a folder, which then writes', async () => {
    const folder = writePackage({ 'index.js': COUNT_OUTPUT });
    const { text } = await convertText([sourceOf('a.edi', remittance())], { output: 'count' }, createConverter({ plugins: [folder] }));
    expect(text).toBe('1 records');
  });

  it.each([
    ['is the module itself', (text: string) => text.replace('exports.count =', 'module.exports =').replace('exports.somethingElse = 5;', '')],
    ['is exported under two names', (text: string) => `${text}exports.default = exports.count;`],
  ])('loads a plugin that %s', (_how, changed) => {
    expect(refusalOf({ 'index.js': changed(COUNT_OUTPUT) })).toBe('not refused');
  });

  it('loads a transaction set with a guide of its own, which then reads', async () => {
    const folder = writePackage({ 'index.js': SMALL_SET, 'guides/small.yaml': SMALL_GUIDE });
    const input = envelope([transactionSet(['HL*20', 'HL*22', 'CLM*A1', 'CLM*A2'], { set: '999' })], { guide: '005010X999A1', functionalId: 'FA' });
    const records = await convertLines([sourceOf('a.edi', writeSegments(input))], {}, createConverter({ plugins: [folder] }));
    expect(records).toMatchObject([{ objectType: 'CLAIM', id: 'A1' }, { id: 'A2' }]);
  });

  it('loads classes that are marked as plugins as well', () => {
    const index = `
      const { constant, record, text, TransactionSet } = require('clearloop/plugin');
      exports.Small = class Small {
        emits = [{ unit: '2300', record: record('Claim', { objectType: constant('CLAIM'), id: text('CLM01') }) }];
      };
      TransactionSet({ id: 'small', claims: [{ set: '999' }], guides: ['small'] })(exports.Small);`;
    expect(refusalOf({ 'index.js': index, 'guides/small.yaml': SMALL_GUIDE })).toBe('not refused');
    const thrower = index.replace('emits = [', 'emits = [].none.none; others = [');
    expect(refusalOf({ 'index.js': thrower, 'guides/small.yaml': SMALL_GUIDE })).toMatch(/^Plugin plugin-of-a-test is refused: the constructor of \S+ threw: /);
  });

  it('loads a package once, however often it is named', () => {
    const folder = writePackage({ 'index.js': COUNT_OUTPUT });
    expect(() => createConverter({ plugins: [folder, `${folder}/`] })).not.toThrow();
  });

  it('finds an installed package by its name', () => {
    const folder = writePackage({ 'node_modules/some-plugin/package.json': MANIFEST, 'node_modules/some-plugin/index.js': COUNT_OUTPUT });
    const before = process.cwd();
    try {
      process.chdir(folder);
      expect(createConverter({ plugins: ['some-plugin'] }).outputs.map(({ id }) => id)).toContain('count');
    } finally {
      process.chdir(before);
    }
  });
});

describe('a plugin that is refused', () => {
  it.each([
    ['a folder that is not there', './no-such-plugin', 'there is no such folder.'],
    ['a package that is not installed', 'clearloop-no-such-plugin', 'there is no folder and no installed package of this name.'],
  ])('should be told of %s', (_what, name, reason) => {
    expect(() => createConverter({ plugins: [name] })).toThrow(`Plugin ${name} is refused: ${reason}`);
  });

  it.each([
    ['no package.json', { 'package.json': '' }, 'Plugin FOLDER is refused: its package.json is no JSON.'],
    [
      'no contract',
      { 'package.json': '{ "name": "mine" }' },
      'Plugin mine is refused: its package.json does not name the contract. Add "clearloop": { "contract": 2 }.',
    ],
    [
      'another contract',
      { 'package.json': '{ "name": "mine", "clearloop": { "contract": 1 } }' },
      'Plugin mine is refused: it is written for contract 1, and this Clearloop keeps contract 2. Use versions that fit each other, or change it as docs/plugin-contracts.md says.',
    ],
    [
      'a module that throws',
      { 'index.js': 'throw new Error("no luck");' },
      'Plugin plugin-of-a-test is refused: it cannot be loaded: no luck. (index.js:1) Is it built, and are its dependencies installed?',
    ],
    [
      'no plugin among its exports',
      { 'index.js': 'module.exports = { a: 1, b: class {} };' },
      'Plugin plugin-of-a-test is refused: it exports no plugin. Export what `defineTransactionSet`, `defineOutput`, `defineAcknowledgment` or `defineFormat` of clearloop/plugin gives.',
    ],
    [
      'a Nest module outside the service',
      { 'index.js': NEST_MODULE },
      'Plugin plugin-of-a-test is refused: it exports a Nest module, which only the service can load. For commands and programs, export what `defineTransactionSet` and the like return.',
    ],
    [
      'a hook that the contract does not know',
      smallSet('rulez: []'),
      'Plugin plugin-of-a-test is refused: its plugin small has `rulez`, which the contract does not know. Did you mean `rules`?',
    ],
    [
      'an emission that is none',
      smallSet('emits: [{ unt: "2300", record: claim }]'),
      'Plugin plugin-of-a-test is refused: its plugin small has a mistake: `emits` has entry 1, which must have `unit`, `each` or `whole`.',
    ],
    ...['{}', 'text("CLM01")'].map((wrong): [string, Record<string, string>, string] => [
      `a record that is none: ${wrong}`,
      smallSet(`emits: [{ unit: "2300", record: ${wrong} }]`),
      'Plugin plugin-of-a-test is refused: its plugin small has a mistake: `emits` has entry 1, which has a mistake: `record` must be what `record` gives.',
    ]),
    ...['xml', 'text/plain\\r\\nx: y', 'text/plain; charset'].map((type): [string, Record<string, string>, string] => [
      `a media type that is none: ${type}`,
      definition(`exports.o = defineOutput({ id: 'o', contentType: '${type}', extension: 'txt', open() {} });`),
      'Plugin plugin-of-a-test is refused: its plugin o has a mistake: `contentType` must be a media type, such as application/xml; charset=utf-8.',
    ]),
    [
      'a rule without a sentence',
      smallSet('rules: [{ id: "r", level: 3, issueType: "BALANCE", loop: "2300", check() {} }]'),
      'Plugin plugin-of-a-test is refused: its plugin small has a mistake: `rules` has entry 1, which has a mistake: `finds` is missing.',
    ],
    [
      'a rule with a level that SNIP does not have',
      smallSet('rules: [{ id: "r", level: 33, issueType: "BALANCE", finds: "x", loop: "2300", check() {} }]'),
      'Plugin plugin-of-a-test is refused: its plugin small has a mistake: `rules` has entry 1, which has a mistake: `level` must be 1 or 2 or 3 or 4 or 5 or 6 or 7.',
    ],
    [
      'a rule with a type that issues do not have',
      smallSet('rules: [{ id: "r", level: 3, issueType: "FOO", finds: "x", loop: "2300", check() {} }]'),
      expect.stringMatching(/`issueType` must be BALANCE or CONTROL or .* or WRONG_TYPE\.$/),
    ],
    [
      'a rule that follows from something else than a list',
      smallSet('rules: [{ id: "r", level: 3, issueType: "BALANCE", finds: "x", silentAfter: "q", loop: "2300", check() {} }]'),
      expect.stringMatching(/`silentAfter` must be a list\.$/),
    ],
    [
      'a condition with a code that is too long',
      smallSet(
        'rules: [{ id: "r", level: 3, issueType: "BALANCE", finds: "x", loop: "2300", cleanWhen: { zero: [{ of: "AMT", code: "LONG", at: [2] }] }, check() {} }]',
      ),
      'Plugin plugin-of-a-test is refused: its plugin small has a mistake: `rules` has entry 1, which has a mistake: `cleanWhen` has a mistake: `zero` has entry 1, which has a mistake: `code` must be a code of up to three letters and digits.',
    ],
    [
      'a rule for a loop that is not there',
      smallSet('rules: [{ id: "r", level: 3, issueType: "BALANCE", finds: "x", loop: "2400", check() {} }]'),
      'Plugin small is refused: rule r looks at loop 2400, which no guide of the plugin has.',
    ],
    [
      'a missing hook of an output',
      definition("exports.o = defineOutput({ id: 'o', contentType: 'text/plain', extension: 'txt' });"),
      'Plugin plugin-of-a-test is refused: its plugin o has a mistake: `open` is missing.',
    ],
    [
      'a guide that breaks the format',
      { ...smallSet(''), 'guides/small.yaml': SMALL_GUIDE.replace('name: Small guide', 'nam: Small guide') },
      'Plugin plugin-of-a-test is refused: FOLDER/guides/small.yaml:1:1: The guide lacks `name`.\nFOLDER/guides/small.yaml:3:1: Unknown key `nam` in the guide. Did you mean `name`?',
    ],
    ['an unknown guide', smallSet("guides: ['smal']"), 'Plugin small is refused: its guide smal is unknown. Did you mean small?'],
    [
      'a set without any guide',
      smallSet("claims: [{ set: '810' }], guides: undefined"),
      'Plugin small is refused: there is no guide for set 810. Put one into the folder guides of its package.',
    ],
    [
      'a guide with the id of one of the product',
      { ...smallSet(''), 'guides/005010X221A1.yaml': SMALL_GUIDE.replace('id: small', 'id: 005010X221A1') },
      'Plugin plugin-of-a-test is refused: its guide 005010X221A1 has the id of a guide that comes with Clearloop. Give the file another name, and the guide that id.',
    ],
    [
      'a field that has no place',
      smallSet("emits: [{ unit: '2300', record: record('Claim', { id: text('CLP01') }) }]"),
      expect.stringMatching(/^Plugin small is refused: id of record Claim has no place in any guide of the plugin \(index\.js:\d+\)\. Did you mean CLM\?$/),
    ],
    [
      'an element that the segment lacks',
      smallSet("emits: [{ unit: '2300', record: record('Claim', { id: text('CLM01'),\n total: text('CLM99') }) }]"),
      expect.stringMatching(
        /^Plugin small is refused: total of record Claim has no place in any guide of the plugin \(index\.js:\d+\)\. Guide small has no CLM99\. Did you mean CLM\d\d\?$/,
      ),
    ],
    [
      'a component that the element lacks',
      smallSet("emits: [{ unit: '2300', record: record('Claim', { id: text('CLM01'), code: text('CLM05-9') }) }]"),
      expect.stringMatching(/code of record Claim has no place .*Guide small has no CLM05-9\. Did you mean CLM0\d/),
    ],
    [
      'a syntax error',
      { 'index.js': "require('./claims.js');", 'claims.js': 'const one = 1;\nconst two = ;\n' },
      "Plugin plugin-of-a-test is refused: it cannot be loaded: Unexpected token ';'. (claims.js:2) Is it built, and are its dependencies installed?",
    ],
    [
      'a place that is none',
      smallSet("emits: [{ unit: '2300', record: record('Claim', { id: text('nowhere') }) }]"),
      expect.stringMatching(/^Plugin plugin-of-a-test is refused: .*nowhere/),
    ],
    ...NO_DECLARATIONS.map(([what, field, message]): [string, Readonly<Record<string, string>>, string] => [
      what,
      smallSet(`emits: [{ unit: '2300', record: record('Claim', { id: text('CLM01'), wrong: ${field} }) }]`),
      `Plugin plugin-of-a-test is refused: ${message} (index.js:5)`,
    ]),
    [
      'a field of a record for several guides that has no place in any of them',
      {
        ...smallSet(
          "guides: ['small', 'other'], emits: [{ unit: '2300', record: record('Claim', { id: text('CLM01'), total: text('CLP03') }), guides: ['small', 'other'] }]",
        ),
        'guides/other.yaml': SMALL_GUIDE.replace('id: small', 'id: other').replace('versions: [005010X999A1, 005010X999]', 'versions: [005010X998]'),
      },
      expect.stringMatching(/^Plugin small is refused: total of record Claim has no place in any guide of the plugin \(index\.js:\d+\)\./),
    ],
    [
      'a loop in a record that is none',
      smallSet("emits: [{ unit: '2300', record: record('Claim', { lines: loops('L', claim) }) }]"),
      "Plugin small is refused: 'L' is not a loop: write an id that begins with a digit, such as 2110, or the place of its first segment, such as HL[22].",
    ],
    ['a loop that the guide does not have', smallSet("emits: [{ unit: '2700', record: claim }]"), expect.stringContaining('guide small has no loop 2700')],
    [
      'the id of an output of the product',
      { 'index.js': COUNT_OUTPUT.replace("id: 'count'", "id: 'json'") },
      'Plugin json is refused: another output plugin has the same id.',
    ],
  ])('should be told of %s', (_what, files, message) => {
    expect(refusalOf(files)).toEqual(message);
  });

  it('may give one record for several loops', () => {
    const folder = writePackage(smallSet("emits: [{ unit: ['2300', '2000B'], record: record('Either', { id: text('CLM01'), level: text('HL01') }) }]"));
    expect(() => createConverter({ plugins: [folder] })).not.toThrow();
  });

  it('should keep the cause', () => {
    const folder = writePackage({ 'index.js': 'throw new Error("no luck");' });
    expect(() => createConverter({ plugins: [folder] })).toThrow(expect.objectContaining({ cause: expect.objectContaining({ message: 'no luck' }) }));
  });

  it('should be told of the plugin whose set it claims, unless it says that it replaces it', async () => {
    const body = (more: string): Record<string, string> => ({
      'index.js': `
        const { constant, defineTransactionSet, record, text } = require('clearloop/plugin');
        const mine = record('Mine', { objectType: constant('MINE'), number: text('CLP01') });
        exports.mine = defineTransactionSet({ id: 'mine', claims: [{ set: '835' }], emits: [{ unit: '2100', record: mine }], ${more} });`,
    });
    expect(refusalOf(body(''))).toBe(
      "Plugin mine is refused: plugin x12-835 claims set 835 for the same versions. To stand in for it, say `replaces: ['x12-835']`.",
    );
    const engine = createConverter({ plugins: [writePackage(body("replaces: ['x12-835']"))] });
    expect(await convertLines([sourceOf('a.edi', remittance())], {}, engine)).toEqual([{ objectType: 'MINE', number: 'CLAIM1' }]);
  });
});

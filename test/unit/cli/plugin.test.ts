import { execFileSync } from 'node:child_process';
import { readdirSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuideLoader } from '../../../src/guide/guide-loader';
import { createConverter } from '../../../src/pipeline/create-converter';
import { COUNT_OUTPUT, removePackages, SMALL_SET, writePackage } from '../../support/plugin-package';
import { remittance } from '../../support/remittance';
import { SMALL_GUIDE } from '../guide/small-guide';
import { runCommand } from './fake-io';
import { everyNth } from '../../support/fuzz';

const before = process.cwd();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearloop-plugin-cli-'));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
  removePackages();
});

const counting = (more: Readonly<Record<string, string>> = {}): string =>
  writePackage({
    'index.js': COUNT_OUTPUT,
    'samples/one/input.edi': remittance(),
    'samples/one/request.json': '{ "output": "count" }',
    'samples/one/expected.txt': '1 records',
    ...more,
  });

describe('clearloop plugin new', () => {
  it('makes a package that passes its own test, wherever it lies', async () => {
    const made = await runCommand(['plugin', 'new', 'acme-orders']);
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    for (const line of made.stdout.split('\n\n')[0]?.split('\n') ?? []) expect(existsSync(line)).toBe(true);
    const tested = await runCommand(['plugin', 'test', 'acme-orders']);
    expect(tested).toEqual({ exitCode: 0, stdout: 'ok    orders\nok    orders-as-csv\nok    wrong-count\n3 samples, 0 failed\n', stderr: '' });
  });

  it('should have a field for each value of its sample', async () => {
    await runCommand(['plugin', 'new', 'acme-orders']);
    const input = 'acme-orders/samples/orders/input.edi';
    expect(await runCommand(['convert', input, '--plugin', './acme-orders', '--to', 'ndjson', '--quiet'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('leaves nothing of the template in it', async () => {
    const { stdout } = await runCommand(['plugin', 'new', 'acme-orders']);
    const files = stdout.split('\n\n')[0]?.split('\n') ?? [];
    expect(files).toContain(join('acme-orders', 'guides', 'acme-orders-850.yaml'));
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(/template/i);
  });

  it.each(['Acme', 'acme_orders', '../acme', '@acme/orders', '-x'])('refuses the name %s', async (name) => {
    const { exitCode, stderr } = await runCommand(['plugin', 'new', '--', name]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `'${name}' is no name for a plugin. Take lower-case letters, digits and hyphens, such as acme-orders.\n`,
    });
  });

  it('replaces nothing', async () => {
    writeFileSync('acme', '');
    expect(await runCommand(['plugin', 'new', 'acme'])).toMatchObject({
      exitCode: 2,
      stderr: 'acme is there already. Take another name, or another folder to work in.\n',
    });
  });
});

describe('clearloop plugin test', () => {
  it('says where an output differs', async () => {
    const plugin = counting({
      'samples/two/input.edi': remittance(),
      'samples/two/request.json': '{ "output": "count" }',
      'samples/two/expected.txt': '2 records',
    });
    expect(await runCommand(['plugin', 'test', plugin])).toEqual({
      exitCode: 1,
      stdout: 'ok    one\nFAIL  two: read whole, line 1 of expected.txt differs:\n  expected 2 records\n  got      1 records\n2 samples, 1 failed\n',
      stderr: '',
    });
  });

  it('reports why the plugin failed, also for an output that it writes as the expected one', async () => {
    const plugin = counting({ 'index.js': COUNT_OUTPUT.replace('count++', 'throw new TypeError("a value")') });
    const failed = await runCommand(['plugin', 'test', plugin]);
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toMatch(
      /^FAIL {2}one: .*\n {2}expected .*\n {2}got .*\n {2}Output plugin count failed .* Cause: TypeError at \S+index\.js:\d+\.\n1 sample, 1 failed\n$/,
    );
    expect((await runCommand(['plugin', 'test', plugin, '--update'])).stdout).toMatch(/^ok {4}one\n {2}Output plugin count failed .*\n1 sample, 0 failed\n$/);
    expect((await runCommand(['plugin', 'test', plugin])).stdout).toBe('ok    one\n1 sample, 0 failed\n');
    const ended = counting({ 'index.js': COUNT_OUTPUT.replace('begin() {}', 'begin() { throw new TypeError("a value"); }') });
    expect((await runCommand(['plugin', 'test', ended])).stdout).toMatch(
      /\n {2}Output plugin count failed in `begin`.* Cause: TypeError at \S+index\.js:\d+\.\n/,
    );
  });

  it('reads each sample in several ways, and demands the same of each', async () => {
    // Keeps something from one output to the next, so that later readings differ from the first.
    const plugin = counting({ 'index.js': COUNT_OUTPUT.replace('let count = 0;', '').replace('exports.count', 'let count = 0; exports.count') });
    const { exitCode, stdout } = await runCommand(['plugin', 'test', plugin]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('FAIL  one: read byte by byte, line 1 of expected.txt differs:\n  expected 1 records\n  got      2 records');
  });

  it('keeps what comes out when it is told to', async () => {
    const plugin = counting({ 'samples/one/expected.txt': 'old' });
    expect(await runCommand(['plugin', 'test', plugin, '--update'])).toMatchObject({ exitCode: 0, stdout: 'ok    one\n1 sample, 0 failed\n' });
    expect(readFileSync(join(plugin, 'samples/one/expected.txt'), 'utf8')).toBe('1 records');
  });

  it('says what a sample lacks', async () => {
    const sample = { 'samples/one/input.edi': remittance(), 'samples/one/request.json': '{ "output": "count" }' };
    expect((await runCommand(['plugin', 'test', writePackage({ 'index.js': COUNT_OUTPUT, ...sample })])).stdout).toBe(
      'FAIL  one: there is no expected.txt. Look at what comes out, and keep it with --update.\n1 sample, 1 failed\n',
    );
    const without = writePackage({ 'index.js': COUNT_OUTPUT, 'samples/one/request.json': '{}' });
    expect(await runCommand(['plugin', 'test', without])).toMatchObject({ exitCode: 2, stderr: 'The sample one has no input.edi.\n' });
    const broken = writePackage({ 'index.js': COUNT_OUTPUT, ...sample, 'samples/one/request.json': '{' });
    expect(await runCommand(['plugin', 'test', broken])).toMatchObject({ exitCode: 2, stderr: 'request.json of the sample one is no JSON.\n' });
    const none = writePackage({ 'index.js': COUNT_OUTPUT });
    expect(await runCommand(['plugin', 'test', none])).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('has no samples') });
  });

  it('fails a sample whose request has an unknown option, and writes nothing', async () => {
    for (const request of ['{"output":"count","validat":true}', '{"output":"csv","outputParameters":{"schemaNme":"x"}}']) {
      const plugin = writePackage({ 'index.js': COUNT_OUTPUT, 'samples/one/input.edi': remittance(), 'samples/one/request.json': request });
      for (const options of [['--update'], []]) {
        const { exitCode, stdout } = await runCommand(['plugin', 'test', plugin, ...options]);
        expect(exitCode).toBe(1);
        if (options.length > 0)
          expect(stdout).toMatch(/^FAIL {2}one: its request\.json has a mistake: .* Did you mean (?:validate|schemaName)\?\n1 sample, 1 failed\n$/);
        expect(readdirSync(join(plugin, 'samples/one')).sort()).toEqual(['input.edi', 'request.json']);
      }
    }
  });

  it('refuses what the product would refuse at start', async () => {
    const plugin = counting({ 'package.json': '{ "name": "mine" }' });
    expect(await runCommand(['plugin', 'test', plugin])).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^Plugin mine is refused: /) });
  });
});

describe('--plugin', () => {
  it('makes the output of a plugin a format, chosen by name or extension', async () => {
    const plugin = counting();
    writeFileSync('a.edi', remittance());
    const command = ['convert', 'a.edi', '--plugin', plugin];
    expect(await runCommand([...command, '--to', 'count', '--quiet'])).toEqual({ exitCode: 0, stdout: '1 records', stderr: '' });
    expect(await runCommand([...command, '--out', 'a.txt'])).toMatchObject({ exitCode: 0 });
    expect(readFileSync('a.txt', 'utf8')).toBe('1 records');
    expect(await runCommand([...command, '--to', 'count', '--out', 'out/'])).toMatchObject({ exitCode: 0 });
    expect(readFileSync('out/a.edi.txt', 'utf8')).toBe('1 records');
  });

  it('writes an output that takes segments, with --to', async () => {
    const plugin = writePackage({
      'index.js': `
        const { defineOutput } = require('clearloop/plugin/io');
        exports.segs = defineOutput({
          id: 'segs',
          contentType: 'text/plain',
          extension: 'segs',
          takes: 'segments',
          open: () => ({ segment: ({ text }, out) => out.text(text.slice(0, 3) + '\\n'), notice() {} }),
        });`,
    });
    for (const name of ['a.edi', 'b.edi']) copyFileSync(join(__dirname, '../../../samples/835.edi'), name);
    const command = ['convert', 'a.edi', '--plugin', plugin, '--to', 'segs'];
    const { exitCode, stdout, stderr } = await runCommand([...command, '--quiet']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^ISA\nGS\*\nST\*\n(?:.+\n)*IEA\n$/);
    expect(await runCommand([...command, '--out', 'one'])).toMatchObject({ exitCode: 0 });
    expect(readFileSync('one.segs', 'utf8')).toBe(stdout);
    for (const jobs of ['1', '2']) {
      expect(await runCommand([...command, 'b.edi', '--jobs', jobs, '--out', `jobs-${jobs}/`])).toMatchObject({ exitCode: 0 });
      for (const name of ['a', 'b']) expect(readFileSync(`jobs-${jobs}/${name}.edi.segs`, 'utf8')).toBe(stdout);
    }
    const refused = await runCommand([...command, '--segments']);
    expect(refused).toMatchObject({ exitCode: 2, stderr: '--segments has no meaning for segs, which takes the segments of the input. Leave it out.\n' });
    const batch = await runCommand(['batch', 'run', 'a.edi', '--plugin', plugin, '--to', 'segs', '--out', 'batch/']);
    expect(batch).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^--to: segs takes segments, and this command writes records\. Allowed are csv, /),
    });
  });

  it('goes together with the plugins of the environment', async () => {
    const set = writePackage({ 'index.js': SMALL_SET, 'guides/small.yaml': SMALL_GUIDE });
    writeFileSync('a.edi', 'ST*999*0001*005010X999~HL*20~HL*22~CLM*A1~SE*5*0001~');
    const outcome = await runCommand(['convert', 'a.edi', '--plugin', counting(), '--to', 'count', '--quiet'], {
      environment: { CLEARLOOP_PLUGINS: ` ${set} ,` },
    });
    // There is no ISA, which is a finding.
    expect(outcome).toEqual({ exitCode: 3, stdout: '1 records', stderr: '' });
  });

  it.each([
    ['convert', 'a.edi'],
    ['validate', 'a.edi'],
    ['generate', '835', 'a.json'],
    ['csv', 'columns', '--transaction', '835'],
    ['serve', '--port', '0'],
  ])('refuses a bad plugin before %s does anything', async (...command) => {
    writeFileSync('a.edi', remittance());
    writeFileSync('a.json', '{}');
    expect(await runCommand([...command, '--plugin', './none'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'Plugin ./none is refused: there is no such folder.\n',
    });
  });

  it('tells which formats there are', async () => {
    writeFileSync('a.edi', remittance());
    expect(await runCommand(['convert', 'a.edi', '--to', 'xml', '--plugin', counting()])).toMatchObject({
      exitCode: 2,
      stderr: "--to: there is no format 'xml'. Allowed are annotated-text, count, csv, fhir, json, ndjson, parquet, xlsx, segments.\n",
    });
  });
});

describe('a plugin with CSV schemas', () => {
  const index = SMALL_SET.replace('{ unit: ', "{ table: table('999', 'Main', claim, [column('id')]), unit: ").replace(
    '{ constant,',
    '{ column, constant, table,',
  );
  const schema = '- name: default\n  aliases: [lines-with-header-repeat-first-row]\n  transactionTypes: [999]\n';

  it('converts to CSV by them, and lets schemas of the user stand on them', async () => {
    const plugin = writePackage({ 'index.js': index, 'guides/small.yaml': SMALL_GUIDE, 'csv/small.yaml': schema });
    writeFileSync('a.edi', 'ST*999*0001*005010X999~HL*20~HL*22~CLM*A1~SE*5*0001~');
    writeFileSync('mine.yaml', "- name: mine\n  transactionTypes: [999]\n  baseName: default\n  separator: ';'\n");
    expect(await runCommand(['convert', 'a.edi', '--to', 'csv', '--quiet', '--plugin', plugin])).toEqual({ exitCode: 3, stdout: 'Id\nA1\n', stderr: '' });
    const mine = ['--schema-file', 'mine.yaml', '--schema-name', 'mine'];
    expect(await runCommand(['csv', 'columns', '--transaction', '999', '--plugin', plugin, ...mine])).toMatchObject({ exitCode: 0, stdout: 'Id\n' });
  });

  it('converts to one table by `default` where the package has no schema for that', async () => {
    const plugin = writePackage({ 'index.js': index, 'guides/small.yaml': SMALL_GUIDE, 'csv/small.yaml': '- name: default\n  transactionTypes: [999]\n' });
    writeFileSync('a.edi', 'ST*999*0001*005010X999~HL*20~HL*22~CLM*A1~SE*5*0001~');
    expect(await runCommand(['convert', 'a.edi', '--to', 'csv', '--plugin', plugin])).toMatchObject({ exitCode: 3, stdout: 'Id\nA1\n' });
  });

  it('is asked for some where it has none', async () => {
    const plugin = writePackage({ 'index.js': index, 'guides/small.yaml': SMALL_GUIDE });
    writeFileSync('a.edi', 'ST*999*0001*005010X999~HL*20~HL*22~CLM*A1~SE*5*0001~');
    expect(await runCommand(['convert', 'a.edi', '--to', 'csv', '--plugin', plugin])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/There is no schema for 999\. .* to the folder `csv` of the plugin\./),
    });
  });

  it('may have several files, of which one stands on another', async () => {
    const second = "- name: default\n  transactionTypes: [999]\n  baseName: default\n  separator: '|'\n";
    const more = { 'csv/a.yaml': schema, 'csv/b.yaml': second };
    const two = index.replace("[column('id')]", "[column('id'), column('objectType', 'Kind')]");
    const plugin = writePackage({ 'index.js': two, 'guides/small.yaml': SMALL_GUIDE, ...more });
    writeFileSync('a.edi', 'ST*999*0001*005010X999~HL*20~HL*22~CLM*A1~SE*5*0001~');
    writeFileSync('mine.yaml', '- name: mine\n  transactionTypes: [999]\n  baseName: default\n');
    const mine = ['--schema-file', 'mine.yaml', '--schema-name', 'mine'];
    expect(await runCommand(['convert', 'a.edi', '--to', 'csv', '--plugin', plugin, ...mine])).toMatchObject({ exitCode: 3, stdout: 'Id|Kind\nA1|CLAIM\n' });
  });

  it('is refused when they are for tables of others', async () => {
    const plugin = writePackage({ 'index.js': index, 'guides/small.yaml': SMALL_GUIDE, 'csv/small.yaml': `${schema}- name: x\n  transactionTypes: [835]\n` });
    expect(await runCommand(['csv', 'columns', '--transaction', '835', '--plugin', plugin])).toMatchObject({
      exitCode: 2,
      stderr: 'Plugin plugin-of-a-test is refused: small.yaml:4:3: Schema x is for 835, of which the package has no table.\n',
    });
  });

  it('is refused at start when they are wrong, with file, line and column', async () => {
    const plugin = writePackage({ 'index.js': index, 'guides/small.yaml': SMALL_GUIDE, 'csv/small.yaml': schema.replace('aliases', 'aliaz') });
    writeFileSync('a.edi', remittance());
    expect(await runCommand(['convert', 'a.edi', '--plugin', plugin])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^Plugin plugin-of-a-test is refused: small\.yaml:2:3: .*`aliaz`/),
    });
  });
});

describe('plugin new --set', () => {
  const loader = new GuideLoader();
  const sample = (name: string): string => join(__dirname, '../../../samples', name);

  it.each(everyNth(4, loader.readHeaders()).map(({ id }) => [id]))('writes a package that is accepted, for guide %s', async (id) => {
    expect(await runCommand(['plugin', 'new', `by-${id.toLowerCase()}`, '--set', id])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(() => createConverter({ plugins: [`./by-${id.toLowerCase()}`] })).not.toThrow();
  });

  it('reads a transaction by the fields that it proposes', async () => {
    await runCommand(['plugin', 'new', 'my-payments', '--set', '005010X221A1']);
    const { stdout } = await runCommand(['convert', sample('835.edi'), '--to', 'ndjson', '--quiet', '--no-descriptions', '--plugin', './my-payments']);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ totalActualProviderPaymentAmount: 261.4, checkOrEftTraceNumber: 'EFT2026030917' });
  });

  it.each([['278'], ['005010X217-278-request']])('reads all guides that share a version, of which BHT02 names one: %s', async (requested) => {
    await runCommand(['plugin', 'new', 'all-278', '--set', requested]);
    for (const [name, objectType] of [
      ['278-request.edi', 'HEALTH_CARE_SERVICES_REVIEW_REQUEST'],
      ['278-response.edi', 'HEALTH_CARE_SERVICES_REVIEW_RESPONSE'],
    ] as const) {
      const own = await runCommand(['validate', sample(name), '--plugin', './all-278', '--quiet']);
      expect(own).toEqual(await runCommand(['validate', sample(name), '--quiet']));
      const { stdout } = await runCommand(['convert', sample(name), '--to', 'ndjson', '--quiet', '--no-descriptions', '--plugin', './all-278']);
      expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ objectType });
    }
  });

  it('says how a package gets its first sample, and tests that', async () => {
    const { stdout } = await runCommand(['plugin', 'new', 'acme-820', '--set', '820']);
    expect(stdout).toContain('acme-820/samples/first/input.edi');
    mkdirSync('acme-820/samples/first', { recursive: true });
    copyFileSync(sample('835.edi'), 'acme-820/samples/first/input.edi');
    expect(await runCommand(['plugin', 'test', 'acme-820', '--update'])).toMatchObject({ exitCode: 0, stdout: 'ok    first\n1 sample, 0 failed\n' });
  });

  it('refuses a set without a guide', async () => {
    expect(await runCommand(['plugin', 'new', 'mine', '--set', '821'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean 820? Sets with a guide: 270, 271, '),
    });
  });

  it('packs all code of a package whose files were renamed', async () => {
    await runCommand(['plugin', 'new', 'acme-orders']);
    renameSync('acme-orders/order.js', 'acme-orders/purchase.js');
    mkdirSync('acme-orders/lib');
    writeFileSync('acme-orders/lib/more.js', '');
    const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: 'acme-orders',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for (const name of ['purchase.js', 'lib/more.js', 'index.js', 'guides/acme-orders-850.yaml']) expect(printed).toContain(`"${name}"`);
    expect(printed).not.toContain('orders.test.js');
  });
});

describe('an output that fails on the command line', () => {
  const failing = (hook: string): string => writePackage({ 'index.js': COUNT_OUTPUT.replace(`${hook}(`, `${hook}() { null.secretOfJane; },\n      other(`) });

  it.each([
    ['record', 'Output plugin count failed in `record` on the record at segment 11 (line 11), which the output leaves out.'],
    ['end', 'Output plugin count failed in `end`; the output ends here.'],
  ])('should be reported with the name and the place of the error that `%s` throws', async (hook, message) => {
    writeFileSync('in.edi', remittance());
    const plugin = failing(hook);
    const line =
      readFileSync(join(plugin, 'index.js'), 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('secretOfJane')) + 1;
    const { exitCode, stderr } = await runCommand(['convert', 'in.edi', '--to', 'count', '--plugin', plugin, '--jobs', '1']);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(`${message} Cause: TypeError at ${join(plugin, 'index.js')}:${line}.`);
    expect(stderr).not.toContain('secretOfJane');
  });
});

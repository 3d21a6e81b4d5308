import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, startBuiltService } from '../docs/built-service';
import { ROOT } from '../docs/project-files';

/*
 * What npm would publish, as a user installs it: packed, extracted into node_modules of a new folder, with the examples beside it.
 * The dependencies are those of the checkout, by a link, so that nothing is fetched.
 */

let place: string;
let command: string;

const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc');

beforeAll(() => {
  ensureBuilt();
  place = mkdtempSync(join(tmpdir(), 'clearloop-package-'));
  const modules = join(place, 'node_modules');
  mkdirSync(join(modules, '@types'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(modules, '@types/node'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', place], { cwd: ROOT, stdio: 'ignore' });
  const [tarball = ''] = readdirSync(place).filter((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', tarball], { cwd: place });
  renameSync(join(place, 'package'), join(modules, 'clearloop'));
  symlinkSync(join(ROOT, 'node_modules'), join(modules, 'clearloop/node_modules'));
  command = join(modules, 'clearloop/dist/bundle/cli.js');
  for (const name of ['plugin-810', 'output-xml']) cpSync(join(modules, 'clearloop/examples', name), join(place, name), { recursive: true });
  execFileSync(process.execPath, [COMPILER, '-p', 'plugin-810'], { cwd: place });
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Runs the command line of the package in the place. */
function clearloop(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: place,
    env: { ...process.env, CLEARLOOP_DATA_DIR: ':memory:', ...environment },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const expected = (path: string): string => readFileSync(join(ROOT, 'examples', path), 'utf8');

describe('the packed package', () => {
  it.each([
    ['plugin-810', 'ok    as-csv\nok    two-invoices\nok    wrong-count\n3 samples, 0 failed\n'],
    ['output-xml', 'ok    broken-off\nok    payment\n2 samples, 0 failed\n'],
  ])('runs the samples of %s', (name, stdout) => {
    expect(clearloop(['plugin', 'test', name])).toEqual({ status: 0, stdout, stderr: '' });
  });

  it('converts by plugins that options and the environment name', () => {
    const files = ['two-invoices', 'wrong-count'].map((name) => `plugin-810/samples/${name}/input.edi`);
    const { stdout, stderr } = clearloop(['convert', ...files, '--to', 'xml', '--quiet', '--plugin', './output-xml'], { CLEARLOOP_PLUGINS: 'plugin-810' });
    expect(stderr).toBe('');
    expect(stdout.match(/<invoice>/g)).toHaveLength(4);
    expect(stdout).toContain('<totalAmount>146</totalAmount>');
  });

  it('converts by plugins that are installed, in the library', () => {
    for (const name of ['plugin-810', 'output-xml']) symlinkSync(join(place, name), join(place, 'node_modules', `clearloop-${name}`));
    writeFileSync(
      join(place, 'use.mjs'),
      `import { createReadStream } from 'node:fs';
       import { convert, createConverter } from 'clearloop';
       for await (const invoice of convert('plugin-810/samples/two-invoices/input.edi', { plugins: ['clearloop-plugin-810'] })) console.log(invoice.number);
       const converter = createConverter({ plugins: ['clearloop-plugin-810', 'clearloop-output-xml'] });
       const sources = [{ name: 'payment.edi', open: () => createReadStream('output-xml/samples/payment/input.edi') }];
       for await (const bytes of converter.convert(sources, { output: 'xml' })) process.stdout.write(bytes);`,
    );
    const printed = execFileSync(process.execPath, ['use.mjs'], { cwd: place, encoding: 'utf8' });
    expect(printed).toBe(`INV-1001\nINV-1002\n${expected('output-xml/samples/payment/expected.xml')}`);
  });

  it('answers by them as a service, and does not start with a bad one', async () => {
    const environment = { ...process.env, CLEARLOOP_DATA_DIR: ':memory:', CLEARLOOP_PLUGINS: './plugin-810,./output-xml' };
    const service = await startBuiltService(environment, { script: command, cwd: place });
    try {
      const post = async (query: string): Promise<{ readonly type: string | null; readonly text: string }> => {
        const body = readFileSync(join(place, 'plugin-810/samples/two-invoices/input.edi'));
        const answer = await fetch(`http://${service.address}/api/edi/${query}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body });
        return { type: answer.headers.get('content-type'), text: await answer.text() };
      };
      expect(await post('json?output=xml')).toEqual({ type: 'application/xml; charset=utf-8', text: expect.stringMatching(/<invoice>[\s\S]*<invoice>/) });
      expect((await post('json?ndjson=true&ediFileName=two-invoices.edi')).text).toBe(expected('plugin-810/samples/two-invoices/expected.ndjson'));
      expect((await post('csv')).text).toBe(expected('plugin-810/samples/as-csv/expected.csv'));
      expect((await post('json?output=yaml')).text).toContain('csv, fhir, json, ndjson');
    } finally {
      await service.stop();
    }
    expect(clearloop(['serve', '--port', '0', '--plugin', './none'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Plugin ./none is refused: there is no such folder.\n',
    });
  });

  it('makes a package that passes its tests', () => {
    expect(clearloop(['plugin', 'new', 'acme-orders'])).toMatchObject({ status: 0, stderr: '' });
    expect(clearloop(['plugin', 'test', 'acme-orders'])).toMatchObject({ status: 0, stderr: '' });
    const tests = spawnSync(process.execPath, ['--test'], { cwd: join(place, 'acme-orders'), env: withoutRunner(), encoding: 'utf8' });
    expect(tests.stdout).toMatch(/# pass 1\n/);
    expect(tests.status).toBe(0);
  });

  it('gives a plugin its own contract, whatever copy lies beside the plugin', () => {
    const folder = join(place, 'with-copy');
    cpSync(join(place, 'output-xml'), folder, { recursive: true });
    mkdirSync(join(folder, 'node_modules/clearloop'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/clearloop/package.json'), '{ "name": "clearloop", "exports": { "./plugin/io": "./plugin.js" } }');
    writeFileSync(join(folder, 'node_modules/clearloop/plugin.js'), "throw new Error('the wrong copy');");
    expect(clearloop(['plugin', 'test', 'with-copy'])).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('the bundle', () => {
  const program = `const { convert, EdiError } = require('clearloop');
    const contract = require('clearloop/plugin');
    const { Remittance } = require('clearloop/plugins/x12-835');`;

  it('is one instance for the library, the contract and the plugins of the product', () => {
    const print = 'console.log(EdiError === contract.EdiError, typeof convert, typeof Remittance);';
    expect(execFileSync(process.execPath, ['-e', program + print], { cwd: place, encoding: 'utf8' })).toBe('true function function\n');
  });

  it('is the same instance for a plugin that uses the library, in the command', () => {
    const folder = join(place, 'uses-library');
    cpSync(join(place, 'output-xml'), folder, { recursive: true });
    const check = "if (EdiError !== contract.EdiError) throw new Error('two instances');\n";
    writeFileSync(join(folder, 'index.js'), `${program}${check}${readFileSync(join(folder, 'index.js'), 'utf8').replace("'use strict';", '')}`);
    expect(clearloop(['plugin', 'test', 'uses-library'])).toMatchObject({ status: 0, stderr: '' });
  });
});

/** Node's test runner behaves otherwise inside a test runner. */
function withoutRunner(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _context, ...environment } = process.env;
  return environment;
}

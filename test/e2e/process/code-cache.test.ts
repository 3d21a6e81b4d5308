import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { ROOT } from '../../docs/project-files';

/*
 * The command of a copied installation, whose cache of compiled code is damaged in every way. `heard` is what V8 says about the cache:
 * `false` accepted, `true` rejected, `undefined` none given.
 */

const DIGEST_BYTES = 32;
const VERSION_BYTE = DIGEST_BYTES + 4;

/** Reports on standard error what V8 says about each cache. */
const LISTENER = `const vm = require('node:vm');
vm.Script = class extends vm.Script { constructor(text, options) { super(text, options); process.stderr.write(String(this.cachedDataRejected)); } };`;

let place: string;
let cache: string;
let intact: Buffer;
let expected: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'clearloop-cache-'));
  chmodSync(place, 0o755);
  mkdirSync(join(place, 'dist'));
  for (const name of ['package.json', 'schemas', 'node_modules', 'dist/guides', 'dist/standard', 'dist/kernel.wasm', 'dist/scan.wasm'])
    symlinkSync(join(ROOT, name), join(place, name));
  // A process beside this one may be writing a cache there.
  cpSync(join(ROOT, 'dist/bundle'), join(place, 'dist/bundle'), { recursive: true, filter: (path) => !path.includes('.cache') });
  writeFileSync(join(place, 'listener.cjs'), LISTENER);
  expected = convert().stdout;
  const [name = ''] = cachesIn('dist/bundle');
  cache = join(place, 'dist/bundle', name);
  intact = readFileSync(cache);
});

afterEach(() => {
  rmSync(cache, { recursive: true, force: true });
  writeFileSync(cache, intact);
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

const cachesIn = (folder: string): readonly string[] => readdirSync(join(place, folder)).filter((name) => !/\.js$|^plugins?$/.test(name));

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly heard: string;
}

const SAMPLE = join(ROOT, 'samples/835.edi');

function convert(options: { readonly uid?: number } = {}, nodeOptions: readonly string[] = [], input: readonly string[] = [SAMPLE]): Run {
  const args = [...nodeOptions, '-r', join(place, 'listener.cjs'), join(place, 'dist/bundle/cli.js')];
  const command = ['convert', ...input, '--no-descriptions', '--quiet'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...command], { encoding: 'utf8', cwd: place, ...options });
  return { status, stdout, heard: stderr };
}

const withDigest = (code: Buffer): Buffer => Buffer.concat([createHash('sha256').update(code).digest(), code]);

function withByte(content: Buffer, at: number): Buffer {
  const changed = Buffer.from(content);
  changed[at] = (changed[at] ?? 0) ^ 0x55;
  return changed;
}

describe('the cache of compiled code', () => {
  it('is written by the first conversion, for this version of Node, and used by the next start', () => {
    expect(expected).toContain('"objectType":"PAYMENT"');
    expect(cachesIn('dist/bundle')).toEqual([basename(cache)]);
    expect(basename(cache)).toContain(`-${process.version}-${process.platform}-${process.arch}.`);
    expect(convert()).toEqual({ status: 0, stdout: expected, heard: 'false' });
    expect(readFileSync(cache).equals(intact)).toBe(true);
  });

  it('is used by threads too', () => {
    const large = join(place, 'large.edi');
    writeFileSync(large, readFileSync(SAMPLE, 'utf8').repeat(5_000));
    const { status, heard } = convert({}, [], [large, '--jobs', '2', '--out', join(place, 'large.json')]);
    expect({ status, heard }).toEqual({ status: 0, heard: 'falsefalsefalse' });
  });

  it.each<[string, (content: Buffer) => Buffer, string]>([
    ['empty', () => Buffer.alloc(0), 'undefined'],
    ['truncated', (content) => content.subarray(0, content.length / 2), 'undefined'],
    ['corrupt', (content) => withByte(content, content.length >> 1), 'undefined'],
    ['not a cache', () => Buffer.from('claims, not code'), 'undefined'],
    ['made by another version of V8', (content) => withDigest(withByte(content, VERSION_BYTE).subarray(DIGEST_BYTES)), 'true'],
    ['made for another text', () => withDigest(new Script('(function () { return 1; })').createCachedData()), 'true'],
  ])('is ignored when it is %s', (_title, damage, heard) => {
    writeFileSync(cache, damage(intact));
    expect(convert()).toEqual({ status: 0, stdout: expected, heard });
    // What V8 rejects may serve a start with other flags; what is damaged serves nobody, and is replaced.
    expect(convert().heard).toBe(heard === 'true' ? 'true' : 'false');
  });

  it('is ignored when the process has other flags of V8', () => {
    expect(convert({}, ['--stack-size=2000'])).toEqual({ status: 0, stdout: expected, heard: 'true' });
    expect(convert().heard).toBe('false');
  });

  it('of another version of Node stays beside that of this one', () => {
    const other = cache.replace(process.version, 'v99.0.0');
    writeFileSync(other, 'code of the future');
    expect(convert()).toEqual({ status: 0, stdout: expected, heard: 'false' });
    expect(readFileSync(other, 'utf8')).toBe('code of the future');
    rmSync(other);
  });

  it('may be missing where nobody can write', () => {
    rmSync(cache);
    mkdirSync(cache);
    expect(convert()).toEqual({ status: 0, stdout: expected, heard: 'undefined' });
    expect(cachesIn('dist/bundle')).toEqual([basename(cache)]);
    rmSync(cache, { recursive: true });
    if (process.getuid?.() !== 0) chmodSync(join(place, 'dist/bundle'), 0o555);
    const options = process.getuid?.() === 0 ? { uid: 65534 } : {};
    expect(convert(options)).toEqual({ status: 0, stdout: expected, heard: 'undefined' });
    expect(existsSync(cache)).toBe(false);
    chmodSync(join(place, 'dist/bundle'), 0o755);
  });
});

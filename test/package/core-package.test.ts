import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../docs/built-service';
import { ROOT } from '../docs/project-files';

/*
 * The core as npm installs it: packed, installed by npm into an empty folder. Dependencies come from npm's cache, where `npm ci` put
 * them, at the versions of the lock file; what the cache lacks is fetched.
 */

const MAX_PACKAGES = 12;
const MAX_BYTES = 13_000_000;
/** On disk, in blocks of 4 KB. */
const MAX_DISK_BYTES = 17_000_000;
const BLOCK = 4096;

interface Locked {
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
}

/** Packed inside the tarball; what it needs from elsewhere is packed with it. */
const BUNDLED = 'rxjs';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
let place: string;

beforeAll(() => {
  ensureBuilt();
  place = mkdtempSync(join(tmpdir(), 'clearloop-core-'));
  const paths = execFileSync(process.execPath, [join(ROOT, 'scripts/release.mjs'), place], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [core = ''] = paths.trim().split('\n');
  writeProject(core);
  execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  cpSync(join(ROOT, 'samples/835.edi'), join(place, '835.edi'));
}, 900_000);

afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A project that depends on the tarball, with the part of the checkout's lock file that the core needs. */
function writeProject(tarball: string): void {
  const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const outside = new Set([BUNDLED, ...Object.keys(packages[`node_modules/${BUNDLED}`]?.dependencies ?? {})].map((name) => `node_modules/${name}`));
  const core = Object.entries(packages).filter(
    ([path, { dev }]) => path.startsWith('node_modules/') && dev !== true && !outside.has(path) && !('link' in (packages[path] ?? {})),
  );
  const dependencies = { clearloop: `file:${tarball}` };
  const { version, dependencies: needed, peerDependencies, peerDependenciesMeta } = manifest;
  const own = {
    version,
    resolved: `file:${tarball}`,
    dependencies: needed,
    bundleDependencies: [BUNDLED],
    peerDependencies,
    peerDependenciesMeta,
    bin: { clearloop: 'dist/bundle/cli.js' },
  };
  const bundled = { ...packages[`node_modules/${BUNDLED}`], dependencies: {}, inBundle: true };
  const all = { '': { dependencies }, 'node_modules/clearloop': own, [`node_modules/clearloop/node_modules/${BUNDLED}`]: bundled, ...Object.fromEntries(core) };
  const lock = { lockfileVersion: 3, requires: true, packages: all };
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(place, 'package-lock.json'), JSON.stringify(lock));
}

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: place, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const clearloop = (...args: readonly string[]): Run => run([join(place, 'node_modules/clearloop/dist/bundle/cli.js'), ...args]);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const ADVICE = /needs \S+, which is not installed\. `npm install clearloop-service` installs all optional parts\./;

describe('the core package', () => {
  it('installs few packages and bytes, and no install script', () => {
    const files = readdirSync(join(place, 'node_modules'), { recursive: true, encoding: 'utf8' }).map((path) => join(place, 'node_modules', path));
    const manifests = files.filter((path) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path));
    expect(manifests.length).toBeGreaterThan(5);
    expect(manifests.length).toBeLessThanOrEqual(MAX_PACKAGES);
    const sizes = files.map((path) => statSync(path)).map((stat) => (stat.isFile() ? stat.size : BLOCK));
    expect(sum(sizes)).toBeLessThan(MAX_BYTES);
    expect(sum(sizes.map((bytes) => Math.ceil(bytes / BLOCK) * BLOCK))).toBeLessThan(MAX_DISK_BYTES);
    for (const path of manifests) {
      const { scripts = {} }: { readonly scripts?: Readonly<Record<string, string>> } = JSON.parse(readFileSync(path, 'utf8'));
      expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
    }
  });

  it('converts, validates, acknowledges and generates', () => {
    expect(clearloop('convert', '835.edi', '--to', 'ndjson', '--no-descriptions', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect(clearloop('convert', '835.edi', '--to', 'csv', '--quiet').stdout).toContain('JSC-1001');
    expect(clearloop('ack', '835.edi').stdout).toContain('AK9*A*1*1*1~');
    expect(clearloop('sample', '835', '--claims', '1').stdout).toContain('CLP*P1-000001*');
    const records = run(['-e', "(async () => { for await (const { objectType } of require('clearloop').convert('835.edi')) console.log(objectType); })()"]);
    expect(records).toEqual({ status: 0, stdout: 'PAYMENT\nPAYMENT\nPROVIDER_ADJUSTMENT\n', stderr: '' });
    const interchangeControl = { senderIdQualifier: 'ZZ', senderId: 'S', receiverIdQualifier: 'ZZ', receiverId: 'R' };
    writeFileSync(join(place, 'request.json'), JSON.stringify({ interchangeControl, functionalGroup: {}, payments: [] }));
    const refused = clearloop('generate', '835', 'request.json');
    expect(refused.stderr).toContain('functionalGroup.senderCode: is missing');
  });

  it('says what to install where a part is missing', () => {
    expect(clearloop('serve')).toMatchObject({ status: 1, stderr: expect.stringMatching(ADVICE) });
    expect(clearloop('codes', 'search', 'knee')).toMatchObject({ status: 1, stderr: expect.stringMatching(ADVICE) });
    expect(clearloop('convert', '835.edi', '--to', 'json')).toMatchObject({ status: 0, stderr: expect.stringMatching(ADVICE) });
    expect(clearloop('validate', '835.edi')).toMatchObject({ status: 0, stderr: expect.stringMatching(ADVICE) });
    const needs = (user: string, name: string): object => ({ status: 1, stderr: expect.stringContaining(`${user} needs ${name}, which is not installed.`) });
    expect(clearloop('convert', 's3://bucket/in/')).toMatchObject(needs('An s3:// address', '@aws-sdk/client-s3'));
    expect(clearloop('convert', 'sftp://host/in/')).toMatchObject(needs('An sftp:// address', 'ssh2-sftp-client'));
    expect(clearloop('mcp', '.')).toMatchObject(needs('clearloop mcp', '@modelcontextprotocol/sdk'));
    expect(clearloop('batch', 'status')).toMatchObject({ status: 1, stderr: expect.stringMatching(ADVICE) });
    const opened = run(['-e', "require('clearloop').openCodes().catch(({ code, message }) => console.log(code, message))"]);
    expect(opened.stdout).toMatch(/^EDI_PART_MISSING openCodes\(\) /);
    expect(opened.stdout).toMatch(ADVICE);
  });

  it('has types that need no optional package', () => {
    writeFileSync(
      join(place, 'use.ts'),
      "import { convert, type Codes } from 'clearloop';\nimport { text } from 'clearloop/plugin';\nimport type { Payment } from 'clearloop/plugins/x12-835';\n" +
        'export const used: [typeof text, Codes?, Payment?] = [text];\n' +
        "void (async () => { for await (const record of convert('835.edi')) if (record.objectType === 'PAYMENT') console.log(record.paymentAmount); })();\n",
    );
    const options = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022', '--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
    expect(run([join(ROOT, 'node_modules/@typescript/native/bin/tsc'), ...options, 'use.ts'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('package.json', () => {
  it('has every optional part as a development dependency of the same version', () => {
    const { peerDependencies, peerDependenciesMeta, devDependencies, dependencies } = manifest;
    expect(Object.keys(peerDependenciesMeta)).toEqual(Object.keys(peerDependencies));
    for (const [name, range] of Object.entries(peerDependencies)) {
      expect(devDependencies[name]).toBe(range);
      expect(dependencies).not.toHaveProperty(name);
      expect(peerDependenciesMeta[name]).toEqual({ optional: true });
    }
  });
});

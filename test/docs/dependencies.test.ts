import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from './project-files';

/** An entry of package-lock.json. */
interface Locked {
  /** Of the package, where the project installs it under another name. */
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  /** True for what stands in the archive of the package around it. */
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  /** True for a folder of the project. */
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

interface PackageFile {
  readonly scripts: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const packageFile: PackageFile = JSON.parse(read('package.json'));
const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(read('package-lock.json'));

/** What npm fetches: neither the project itself nor folders of it, which links lead to. */
const fetched = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !('link' in entry));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What `npm run sbom` prints, and the paths of the lock file of what the product runs with, from which it is made. */
function listProduct(): { readonly sbom: Sbom; readonly paths: ReadonlySet<string> } {
  const [node, ...args] = (packageFile.scripts['sbom'] ?? '').split(' ');
  if (node !== 'node') throw new Error('npm run sbom does not start Node.');
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-runtime-'));
  try {
    const printed = execFileSync(process.execPath, [...args, folder], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const lock: { readonly packages: object } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    return { sbom: JSON.parse(printed), paths: new Set(Object.keys(lock.packages)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { sbom, paths: inProduct } = listProduct();

const security = read('SECURITY.md');

/** The rows of the table of install scripts in SECURITY.md: package, part, whether it runs, reason. */
const rows = [...security.matchAll(/^\| `([^`]+)` *\| (\w[\w ]*?) *\| (yes|no) +\| (.+?) *\|$/gm)].map(([, name = '', part = '', runs = '', reason = '']) => ({
  name,
  part,
  runs: runs === 'yes',
  reason,
}));

describe('package-lock.json', () => {
  it('has an integrity hash for every package but optional binaries of development tools for other platforms', () => {
    expect(fetched.length).toBeGreaterThan(300);
    // What a package bundles is in its archive, which has one.
    const withoutHash = fetched.filter(([, { integrity, inBundle }]) => inBundle !== true && !/^sha512-[A-Za-z0-9+/]+=*$/.test(integrity ?? ''));
    const excused = ({ dev, optional, os, cpu }: Locked): boolean =>
      dev === true && optional === true && (os ?? cpu) !== undefined && !(os?.includes('linux') === true && cpu?.includes('x64') === true);
    expect(withoutHash.filter(([, entry]) => !excused(entry)).map(([path]) => path)).toEqual([]);
  });

  it('names no package with an install script that SECURITY.md does not explain and allowScripts does not decide', () => {
    const scripted = fetched.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = scripted.map(([path]) => nameOf(path)).sort();
    expect(rows.map(({ name }) => name).sort()).toEqual(names);
    expect(Object.fromEntries(rows.map(({ name, runs }) => [name, runs]))).toEqual(packageFile.allowScripts);
    for (const { reason } of rows) expect(reason.length).toBeGreaterThan(20);
    const developed = scripted.filter(([path]) => !inProduct.has(path)).map(([path]) => nameOf(path));
    expect(rows.filter(({ part }) => part === 'development').map(({ name }) => name)).toEqual(expect.arrayContaining(developed));
    expect(rows.filter(({ part }) => part === 'the product').map(({ name }) => name)).toEqual(names.filter((name) => !developed.includes(name)));
  });

  it('puts an empty package in the place of @scarf/scarf', () => {
    const paths = Object.keys(packages).filter((path) => nameOf(path) === '@scarf/scarf');
    expect(paths.map((path) => packages[path])).toEqual([{ resolved: 'scripts/no-scarf', ['link']: true }]);
    const standIn: Readonly<Record<string, unknown>> = JSON.parse(read('scripts/no-scarf/package.json'));
    expect(standIn).not.toHaveProperty('scripts');
  });
});

describe('npm run sbom', () => {
  it('lists what the product runs with, and no development dependency', () => {
    expect(sbom.bomFormat).toBe('CycloneDX');
    const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
    const idsOf = (entries: typeof fetched): readonly string[] => entries.map(([path, { name, version }]) => `${name ?? nameOf(path)}@${version}`);
    const needed = fetched.filter(([path, { optional }]) => inProduct.has(path) && optional !== true);
    expect(idsOf(needed).filter((id) => !listed.has(id))).toEqual([]);
    const products = new Set([...idsOf(fetched.filter(([path]) => inProduct.has(path))), 'no-scarf@1.4.0']);
    expect([...listed].filter((id) => !products.has(id))).toEqual([]);
  });
});

describe('scripts/pin-images.mjs', () => {
  const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-pins-'));
    for (const name of ['Dockerfile', 'compose.yaml']) copyFileSync(join(ROOT, name), join(folder, name));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs the script with a program in the place of docker that answers as given, on a line for each image. */
  const pin = (answer: string): string => {
    const docker = join(folder, 'docker');
    writeFileSync(docker, `#!/bin/sh\n[ "$1 $2 $3" = 'buildx imagetools inspect' ] || exit 1\necho '${answer}'\n`);
    chmodSync(docker, 0o755);
    return execFileSync(process.execPath, [join(ROOT, 'scripts/pin-images.mjs'), folder], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  };
  const namesIn = (name: string, pattern: RegExp): readonly string[] =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(pattern)].map(([, image = '']) => image);

  it('writes the digest behind every image of a registry, and nothing twice', () => {
    for (const printed of ['pinned', 'nothing to change'])
      expect(pin(JSON.stringify({ digest: DIGEST }))).toBe(`Dockerfile: ${printed}\ncompose.yaml: ${printed}\n`);
    const from = namesIn('Dockerfile', /^FROM (\S+)/gm);
    expect(from).toHaveLength(3);
    for (const image of from) expect(image).toMatch(new RegExp(`^node:[^@]+@${DIGEST}$`));
    expect(namesIn('compose.yaml', /image: (\S+)/g)).toEqual([
      expect.stringMatching(/^clearloop:[^@]+$/),
      expect.stringMatching(/^clearloop:[^@]+$/),
      expect.stringMatching(new RegExp(`^redis:[^@]+@${DIGEST}$`)),
      expect.stringMatching(new RegExp(`^postgres:[^@]+@${DIGEST}$`)),
    ]);
  });

  it('changes nothing when a registry gives no digest', () => {
    expect(() => pin('{}')).toThrow();
    for (const name of ['Dockerfile', 'compose.yaml']) expect(readFileSync(join(folder, name), 'utf8')).toBe(read(name));
  });
});

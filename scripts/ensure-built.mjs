#!/usr/bin/env node
// Brings a checkout into a state in which it runs: installs dependencies when they are missing or older than the lock
// file, and builds when the build is missing or older than its sources. Says each step in one line on standard error,
// and nothing when there is nothing to do. Two at once do not collide: the second waits for the first.
//
//   node scripts/ensure-built.mjs [--rebuild]
//
// Needs nothing but Node and npm, since it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const OLDEST_NODE = 20;
const SOURCE_FOLDERS = ['src', 'plugins'];
/** Folders of files that the build prepares: guides, the standards, and schemas of tables. */
const PREPARED_FOLDERS = ['schemas/guides', 'schemas/x12', 'schemas/ncpdp', 'schemas/csv'];
/** YAML files whose nodes are prepared. */
const NODE_FILES = ['schemas/ncpdp/telecom.yaml', 'schemas/csv/csv_conversion.yaml'];
const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc');

const LOCK_FILE = join(ROOT, 'package-lock.json');
/** npm's list of installed packages. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');

/** Compiled by the build itself: lints the guides and writes them to dist/guides as gzipped JSON. */
const GUIDE_BUILDER = join(ROOT, 'dist/src/guide/build-guides.js');

/** Compiles the parts in AssemblyScript. */
const ASSEMBLY_COMPILER = join(ROOT, 'node_modules/assemblyscript/bin/asc.js');
const ASSEMBLY_OPTIONS = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert'];
/** Puts functions into those that call them, further than the compiler does. */
const INLINER = join(ROOT, 'scripts/inline-functions.mjs');
/** Source, result, pages of 64 KiB at the start, and further options: in the memory of the machine of FHIR zero is no address of data. */
const ASSEMBLIES = [
  ['src/kernel/assembly/kernel.ts', 'dist/kernel.wasm', '64'],
  ['src/kernel/assembly/writing/writer.ts', 'dist/writer.wasm', '1', '--memoryBase', '1024'],
  ['src/x12/assembly/scan.ts', 'dist/scan.wasm', '81'],
  ['plugins/fhir/assembly/machine.ts', 'dist/fhir.wasm', '64', '--memoryBase', '1024'],
];

/** Makes dist/bundle, which the command and the package start from. */
const BUNDLER = join(ROOT, 'scripts/bundle.mjs');

/** Makes dist/viewer, the page of the viewer. */
const VIEWER_BUILDER = join(ROOT, 'scripts/viewer.mjs');

/** Its modification time is the moment at which the last complete build began. */
const BUILD_STAMP = join(ROOT, 'dist/.built');

/** Output of the compiler for one source. */
const OUTPUT_ENDINGS = /\.(js|js\.map|d\.ts)$/;

const LOCK_POLL_MILLISECONDS = 200;
const LOCK_WAIT_MILLISECONDS = 10 * 60_000;

/** A step that did not work; the message is for a person. */
class StepFailure extends Error {}

/** Installs and builds what is missing or out of date. Throws StepFailure. */
export async function ensureBuilt({ rebuild = false } = {}) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) throw new StepFailure(`Clearloop needs Node ${OLDEST_NODE} or later; this is Node ${process.versions.node}.`);
  if (!rebuild && isInstalled() && isBuilt()) return;
  await withLock(() => {
    if (!isInstalled()) install();
    if (rebuild || !isBuilt()) build();
  });
}

/** True if the installed packages are as old as the lock file, or equal to it: a copied folder keeps its times, a checkout has new ones. */
function isInstalled() {
  if (modifiedAt(INSTALLED) >= modifiedAt(LOCK_FILE)) return true;
  if (!existsSync(INSTALLED) || !hasLockedPackages()) return false;
  const now = new Date();
  utimesSync(INSTALLED, now, now);
  return true;
}

/** npm's list leaves out packages for other machines; all others must be there. */
function hasLockedPackages() {
  const [installed, locked] = [INSTALLED, LOCK_FILE].map((path) => JSON.parse(readFileSync(path, 'utf8')).packages);
  return Object.entries(locked).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const there = installed[path];
    return there === undefined ? optional === true : there.version === version && there.integrity === integrity;
  });
}

function isBuilt() {
  const results = ['dist/bundle/cli.js', 'dist/guides/index.json.gz', 'dist/viewer/viewer.js', ...ASSEMBLIES.map(([, result]) => result)];
  if (![BUILD_STAMP, ...results.map((path) => join(ROOT, path))].every((path) => existsSync(path))) return false;
  const settings = readdirSync(ROOT).filter((name) => /^tsconfig.*\.json$/.test(name));
  const builtAt = modifiedAt(BUILD_STAMP);
  return [
    INLINER,
    BUNDLER,
    VIEWER_BUILDER,
    ...settings.map((name) => join(ROOT, name)),
    ...[...SOURCE_FOLDERS, ...PREPARED_FOLDERS].flatMap((folder) => entriesBelow(join(ROOT, folder))),
  ].every((path) => modifiedAt(path) < builtAt);
}

function install() {
  say('installing dependencies (npm ci) ...');
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { npm_execpath: npmScript } = process.env;
  const result = npmScript?.endsWith('.js') ? runStep(process.execPath, [npmScript, ...args]) : runStep('npm', args, { shell: process.platform === 'win32' });
  if (result !== 0) throw new StepFailure('The dependencies could not be installed; npm says why above.');
}

function build() {
  say('building ...');
  const startedAt = new Date();
  const result = runStep(process.execPath, [COMPILER, '-p', 'tsconfig.build.json', '--noEmitOnError']);
  if (result !== 0) throw new StepFailure('The build failed; the compiler says why above. The build before it is still there.');
  removeOutputsWithoutSource();
  if (runStep(process.execPath, [GUIDE_BUILDER, ...NODE_FILES]) !== 0)
    throw new StepFailure('The build failed: a guide breaks the format, as said above. See docs/guides.md.');
  for (const [source, result, pages, ...options] of ASSEMBLIES)
    if (
      runStep(process.execPath, [ASSEMBLY_COMPILER, source, '-o', result, ...ASSEMBLY_OPTIONS, '--initialMemory', pages, ...options]) !== 0 ||
      runStep(process.execPath, [INLINER, result]) !== 0
    )
      throw new StepFailure(`The build failed: ${source} does not compile, as said above.`);
  if (runStep(process.execPath, [BUNDLER]) !== 0) throw new StepFailure('The build failed: the modules could not be bundled, as said above.');
  if (runStep(process.execPath, [VIEWER_BUILDER]) !== 0) throw new StepFailure('The build failed: the page of the viewer could not be bundled, as said above.');
  writeFileSync(BUILD_STAMP, '');
  utimesSync(BUILD_STAMP, startedAt, startedAt);
}

/** Runs a program in the root of the project. Its output goes to standard error: standard output belongs to the command that follows. */
function runStep(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options });
  if (error) throw new StepFailure(`${program} cannot be run (${error.message}).`);
  return status;
}

/** Plugins are found by their folder, so a build that outlives its source would still be loaded. */
function removeOutputsWithoutSource() {
  for (const folder of SOURCE_FOLDERS) {
    for (const path of entriesBelow(join(ROOT, 'dist', folder))) {
      const source = join(ROOT, relative(join(ROOT, 'dist'), path)).replace(OUTPUT_ENDINGS, '.ts');
      if (!existsSync(source)) rmSync(path, { recursive: true, force: true });
    }
  }
}

/** Files and folders, at any depth; a folder changes when an entry is added or removed. */
function entriesBelow(folder) {
  if (!existsSync(folder)) return [];
  return [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, name))];
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Runs the work while no other process of this user works on this checkout. The lock of a dead process does not count. */
async function withLock(work) {
  const checkout = createHash('sha256').update(ROOT).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `clearloop-${userInfo().username}-${checkout}.lock`);
  const deadline = Date.now() + LOCK_WAIT_MILLISECONDS;
  for (let waits = 0; !takeLock(lock); waits++) {
    if (waits === 0) say('waiting for another build of this checkout ...');
    if (Date.now() > deadline) throw new StepFailure(`Another build has not ended in time. If none is running, delete ${lock}.`);
    await sleep(LOCK_POLL_MILLISECONDS);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const holder = readLock(lock);
    if (holder !== undefined && !isRunning(holder)) rmSync(lock, { force: true });
    return false;
  }
}

/** The process id in the lock; undefined when the lock has just been released, or is not written yet. */
function readLock(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function say(text) {
  process.stderr.write(`clearloop: ${text}\n`);
}

/** Returns the exit code: 0 when everything is there, 1 when a step failed. */
export async function ensureBuiltOrExplain(options) {
  try {
    await ensureBuilt(options);
    return 0;
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    say(error.message);
    return 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await ensureBuiltOrExplain({ rebuild: process.argv.includes('--rebuild') });
}

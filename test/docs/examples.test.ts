import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommands, readScripts, readTypedScripts, toPattern } from './console-block';
import { markdownPages, ROOT } from './project-files';

const START_SECONDS = 30;
const DOCUMENTED_ADDRESS = '127.0.0.1:5080';

/** A folder that looks like the root of the checkout and has `clearloop` on its path; what commands write goes here. */
let place: string;
let environment: NodeJS.ProcessEnv;
let service: ChildProcess | undefined;
let address = DOCUMENTED_ADDRESS;

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/ensure-built.mjs'], { cwd: ROOT, stdio: 'inherit' });
  place = mkdtempSync(join(tmpdir(), 'clearloop-docs-'));
  for (const name of ['package.json', 'dist', 'samples', 'scripts', 'node_modules']) symlinkSync(join(ROOT, name), join(place, name));
  const command = join(place, 'clearloop');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'dist/src/cli/main.js')}" "$@"\n`);
  chmodSync(command, 0o755);
  environment = { ...process.env, PATH: `${place}${delimiter}${process.env['PATH'] ?? ''}`, npm_config_loglevel: 'silent' };
}, 120_000);

afterAll(async () => {
  if (service?.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  rmSync(place, { recursive: true, force: true });
});

const pages = markdownPages().map((page) => ({ page, text: readFileSync(join(ROOT, page), 'utf8') }));
const commands = pages.flatMap(({ page, text }) => readCommands(text).map((documented) => ({ page, ...documented })));
const scripts = pages.flatMap(({ page, text }) => readScripts(text).map((documented) => ({ page, ...documented })));
const typedScripts = pages.flatMap(({ page, text }) => readTypedScripts(text).map((script) => ({ page, script })));

describe('documentation', () => {
  // Later commands of a page may need earlier ones.
  it.each(commands)('shows in $page what comes of `$command`', async ({ command, output }) => {
    if (command === 'npm start') await startService();
    else expect(runInShell(command)).toMatch(toPattern(output));
  });

  it.each(scripts)('shows in $page what its script prints', ({ command, output }) => {
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', command], { cwd: ROOT, encoding: 'utf8' });
    expect(printed.trimEnd()).toMatch(toPattern(output));
  });

  it.each(typedScripts)('shows in $page TypeScript that compiles', ({ script }) => {
    writeFileSync(join(place, 'example.mts'), script);
    expect(compile('example.mts')).toBe('');
  });
});

/** What the compiler says of a file in the place, which takes the name `clearloop` from its package.json. */
function compile(file: string): string {
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--ignoreConfig'];
  return spawnSync(process.execPath, [compiler, ...options, file], { cwd: place, encoding: 'utf8' }).stdout;
}

/** Standard output of a command; that it fails may be what the page shows. */
function runInShell(command: string): string {
  const script = `${command.replaceAll(DOCUMENTED_ADDRESS, address)} || true`;
  return execFileSync('bash', ['-c', script], { cwd: place, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd();
}

/** Starts the service as the page says, on a free port. */
async function startService(): Promise<void> {
  const port = await freePort();
  address = `127.0.0.1:${port}`;
  service = spawn(process.execPath, ['scripts/clearloop.mjs', 'serve'], { cwd: ROOT, env: { ...environment, PORT: String(port) }, stdio: 'ignore' });
  const deadline = Date.now() + START_SECONDS * 1000;
  while (!(await isHealthy())) {
    if (Date.now() > deadline || service.exitCode !== null) throw new Error(`The service does not answer on ${address}.`);
    await sleep(100);
  }
}

async function isHealthy(): Promise<boolean> {
  try {
    return (await fetch(`http://${address}/health`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listening = server.address();
  server.close();
  if (listening === null || typeof listening === 'string') throw new Error('No port was given.');
  return listening.port;
}

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuiltService, ensureBuilt, startBuiltService, withCommand } from './built-service';
import { readCommands, readFiles, readScripts, readTypedScripts, toPattern } from './console-block';
import { markdownPages, ROOT } from './project-files';

const DOCUMENTED_ADDRESS = '127.0.0.1:5080';

/** Commands that do not end: the first of them starts the service for all pages. */
const STARTS_SERVICE: readonly string[] = ['npm start', 'clearloop serve'];

/** A folder that looks like the root of the checkout and has `clearloop` on its path; what commands write goes here. */
let place: string;
let environment: NodeJS.ProcessEnv;
let service: BuiltService | undefined;

beforeAll(() => {
  ensureBuilt();
  place = mkdtempSync(join(tmpdir(), 'clearloop-docs-'));
  for (const name of ['package.json', 'dist', 'samples', 'scripts', 'node_modules']) symlinkSync(join(ROOT, name), join(place, name));
  for (const { name, text } of pages.flatMap((page) => readFiles(page.text))) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  environment = withCommand(place, { ...process.env, npm_config_loglevel: 'silent', CLEARLOOP_DATA_DIR: join(place, 'data') });
});

afterAll(async () => {
  await service?.stop();
  rmSync(place, { recursive: true, force: true });
});

const pages = markdownPages().map((page) => ({ page, text: readFileSync(join(ROOT, page), 'utf8') }));
const commands = pages.flatMap(({ page, text }) => readCommands(text).map((documented) => ({ page, ...documented })));
const scripts = pages.flatMap(({ page, text }) => readScripts(text).map((documented) => ({ page, ...documented })));
const typedScripts = pages.flatMap(({ page, text }) => readTypedScripts(text).map((script) => ({ page, script })));

describe('documentation', () => {
  // Later commands of a page may need earlier ones.
  it.each(commands)('shows in $page what comes of `$command`', async ({ command, output }) => {
    if (STARTS_SERVICE.includes(command)) service ??= await startBuiltService(environment);
    else expect(runInShell(command)).toMatch(toPattern(output));
  });

  it.each(scripts)('shows in $page what its script prints', ({ command, output }) => {
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', command], { cwd: ROOT, env: environment, encoding: 'utf8' });
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
  const script = `${command.replaceAll(DOCUMENTED_ADDRESS, service?.address ?? DOCUMENTED_ADDRESS)} || true`;
  return execFileSync('bash', ['-c', script], { cwd: place, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd();
}

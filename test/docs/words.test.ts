import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './project-files';

const words = (...args: string[]): { readonly status: number | null; readonly stdout: string } =>
  spawnSync(process.execPath, ['scripts/words.mjs', ...args], { cwd: ROOT, encoding: 'utf8' });

/* `npm run lint` runs it over all pages and sources. */
describe('scripts/words.mjs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-words-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const check = (name: string, text: string): ReturnType<typeof words> => {
    writeFileSync(join(folder, name), text);
    return words(join(folder, name));
  };

  it('reports words of a page, each with its line', () => {
    const sentences = [
      ['Errors are told with their line.', 'told'],
      ['It drops nothing in silence.', 'in silence'],
      ['## The way of a row', 'The way of'],
      ['What stands in a cell', 'stands in'],
      ['This is a powerful parser.', 'powerful'],
      ['You can simply call it.', 'simply'],
    ];
    const { stdout, status } = check('page.md', `# Page\n\n${sentences.map(([text]) => `${text}\n`).join('\n')}`);
    for (const [i, [, found]] of sentences.entries()) expect(stdout).toContain(`page.md:${3 + 2 * i}: "${found}"`);
    expect(status).toBe(1);
  });

  it('reports words of messages and comments', () => {
    const { stdout, status } = check(
      'source.ts',
      '/** A file. */\nthrow new Error(`The file ${name} does not tell its year.`);\n// It tells `what is told`.\nend();\n',
    );
    expect(stdout).toMatch(/^\S+source\.ts:2: "tell" .*\n\S+source\.ts:3: "tells" .*\n$/);
    expect(status).toBe(1);
  });

  it('reports no word of code and of links', () => {
    expect(check('page.md', '# Page\n\n```sh\necho told\n```\n\nThe key `told` of [this page](told.md#told).\n')).toMatchObject({ stdout: '', status: 0 });
  });

  it('reports a page whose sentences are longer than 25 words on average', () => {
    const sentence = (count: number): string => `${'Word '.repeat(count - 1)}end.`;
    expect(check('page.md', `# Page\n\n${sentence(24)} ${sentence(27)}\n`).stdout).toMatch(/page\.md: 25\.5 words per sentence/);
    expect(check('page.md', `# Page\n\n${sentence(24)} ${sentence(26)}\n`)).toMatchObject({ stdout: '', status: 0 });
  });
});

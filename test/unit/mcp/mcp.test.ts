import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_ANSWER_CHARACTERS } from '../../../src/mcp/answer';
import { type McpSession, openSession } from '../../support/mcp';
import { findingsOf } from '../../support/scrub';

const SAMPLES = join(__dirname, '../../../samples');

let folder: string;
let session: McpSession;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clearloop-mcp-'));
  for (const name of ['in', 'out', 'secret']) mkdirSync(join(folder, name));
  for (const name of ['837p.edi', '835.edi', '835-dirty.edi', '834.edi', '277ca.edi', 'ncpdp-claim.txt']) {
    writeFileSync(join(folder, 'in', name), readFileSync(join(SAMPLES, name)));
  }
  writeFileSync(join(folder, 'secret', 'other.edi'), readFileSync(join(SAMPLES, '835.edi')));
  symlinkSync(join(folder, 'secret', 'other.edi'), join(folder, 'in', 'link.edi'));
  session = await openSession({ folders: [join(folder, 'in')], writeFolder: join(folder, 'out') });
});

afterAll(async () => {
  await session.close();
  rmSync(folder, { recursive: true });
});

/** Names of persons, their ids and dates of birth, in the samples. */
function personsOf(text: string): readonly string[] {
  const names = [...text.matchAll(/NM1\*(?:IL|QC|74|03)\*1\*([^*~]+)\*([^*~]+)/g)].flatMap(([, last = '', first = '']) => [last, first]);
  const ids = [...text.matchAll(/\*MI\*([^*~]+)|\x1cC2([^\x1c\x1d\x1e]+)|\x1cC[AB]([^\x1c\x1d\x1e]+)/g)].flatMap(([, ...values]) => values);
  const births = [...text.matchAll(/DMG\*D8\*(\d{8})/g)].map(([, day]) => day);
  return [...names, ...ids, ...births].filter((value): value is string => value !== undefined && value.length > 3);
}

describe('clearloop mcp', () => {
  it('has the tools that its page lists', async () => {
    const page = readFileSync(join(__dirname, '../../../docs/mcp.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(await session.tools()).toEqual(listed);
  });

  it.each(['837p.edi', '835.edi', '834.edi', '277ca.edi', 'ncpdp-claim.txt'])('shows no person of %s in any answer', async (path) => {
    const persons = personsOf(readFileSync(join(SAMPLES, path), 'latin1'));
    expect(persons.length).toBeGreaterThan(0);
    const calls = [
      ['describe_file', { path }],
      ['list_records', { path }],
      ['get_record', { path, index: 0 }],
      ['validate', { path, levels: '1-7' }],
      ['acknowledge', { path }],
      ['scrub', { path }],
    ] as const;
    for (const [name, given] of calls) {
      const { text } = await session.call(name, given);
      const isShown = (person: string): boolean => text.includes(person) || text.includes(person.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
      expect([name, persons.filter(isShown)]).toEqual([name, []]);
    }
  });

  it('shows persons where the rules allow it', async () => {
    const open = await openSession({ folders: [SAMPLES], showsPersons: true });
    const [person = ''] = personsOf(readFileSync(join(SAMPLES, '835.edi'), 'latin1'));
    expect((await open.call('get_record', { path: '835.edi', index: 0 })).text).toContain(person);
    expect((await open.call('scrub', { path: '835.edi' })).text).not.toContain(person);
    await open.close();
  });

  it.each(['../secret/other.edi', 'link.edi', 'nothing.edi', '/etc/passwd', ''])('reads no file outside its folders: %p', async (path) => {
    const { text, isError } = await session.call('describe_file', { path });
    expect(isError).toBe(true);
    expect(text).toMatch(/^EDI_BAD_PARAMETER: path is /);
  });

  it('writes to its folder alone', async () => {
    const { text } = await session.call('scrub', { path: '835-dirty.edi', out: 'copy.835' });
    expect(JSON.parse(text)).toEqual({ written: expect.stringMatching(/copy\.835$/) as string });
    const copy = readFileSync(join(folder, 'out', 'copy.835'));
    expect(await findingsOf(copy)).toEqual(await findingsOf(readFileSync(join(SAMPLES, '835-dirty.edi'))));
    for (const out of ['../copy.835', 'a/b.835', '.hidden', '']) expect((await session.call('scrub', { path: '835.edi', out })).isError).toBe(true);
    expect(readdirSync(join(folder, 'out'))).toEqual(['copy.835']);
    const readOnly = await openSession({ folders: [SAMPLES] });
    expect((await readOnly.call('scrub', { path: '835.edi', out: 'copy.835' })).text).toContain('--write');
    await readOnly.close();
  });

  it('bounds its answers', async () => {
    const claims = readFileSync(join(SAMPLES, '835.edi'), 'latin1').replace(/(CLP\*[^]*?)(?=SE\*)/, (block) => block.repeat(200));
    writeFileSync(join(folder, 'in', 'large.835'), claims);
    for (const [name, given] of [
      ['scrub', {}],
      ['list_records', { limit: 50 }],
      ['describe_guide', { guide: '005010X222A2', loop: '2300' }],
    ] as const) {
      const { text } = await session.call(name, name === 'describe_guide' ? given : { path: 'large.835', ...given });
      expect(text.length).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS);
    }
    expect((await session.call('list_records', { path: 'large.835', limit: 51 })).isError).toBe(true);
  });

  it('writes synthetic files', async () => {
    expect((await session.call('sample', {})).text).toContain('"id": "837p"');
    const { text } = await session.call('sample', { name: '835', records: 2, faults: 'npi' });
    expect(text.match(/CLP\*/g)).toHaveLength(2);
    expect((await session.call('sample', { name: '835', out: 'made.835' })).text).toContain('made.835');
    expect((await session.call('describe_file', { path: join('..', 'out', 'made.835') })).isError).toBe(true);
    rmSync(join(folder, 'out', 'made.835'));
  });

  it('explains segments, guides and codes', async () => {
    expect((await session.call('explain_segment', { segment: 'CLP*A1*1*100~', guide: '005010X221A1' })).text).toContain('"name": "claim_status_code"');
    expect((await session.call('explain_segment', { segment: 'HI*ABK:J0300' })).text).toContain('"value": "J0300"');
    expect((await session.call('describe_guide', {})).text).toContain('005010X221A1');
    expect((await session.call('describe_guide', { guide: '005010X221A1', loop: '2100', segment: 'CLP' })).text).toContain('CLP02');
    expect((await session.call('lookup_code', { code: '45', type: 'CLAIM_ADJUSTMENT_REASON_CODE' })).text).toContain('CARC');
    expect((await session.call('search_codes', { query: 'duplicate', limit: 1 })).text).toContain('uplicate');
  });

  it.each([
    ['describe_file', { path: 7 }, 'path must be of type string'],
    ['describe_file', {}, 'path is required'],
    ['describe_file', { path: 'a', deep: 'b' }, 'has no parameter deep'],
    ['get_record', { path: '835.edi' }, 'index or id is required'],
    ['get_record', { path: '835.edi', index: 99 }, 'no such record'],
    ['explain_segment', { segment: 'nonsense' }, 'is no segment'],
    ['lookup_code', { code: '45', type: 'NONE' }, 'type must be one of'],
    ['generate', { set: '835', request: {} }, 'EDI_REQUEST_INVALID'],
    ['drop_table', {}, 'There is no tool'],
  ])('refuses %s with %p', async (name, given, message) => {
    const { text, isError } = await session.call(name, given);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  });
});

describe('docs/mcp.md', () => {
  it('shows a session as it is', async () => {
    const page = readFileSync(join(__dirname, '../../../docs/mcp.md'), 'utf8');
    const blocks = [...page.matchAll(/```text session\n([^]*?)```/g)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(2);
    const shown = await openSession({ folders: [SAMPLES] });
    for (const block of blocks) {
      const [call = '', ...lines] = block.trimEnd().split('\n');
      const [, name = '', given = '{}'] = /^> (\w+) (.*)$/.exec(call) ?? [];
      const { text } = await shown.call(name, JSON.parse(given) as Record<string, unknown>);
      const isCut = lines.at(-1) === '...';
      const expected = (isCut ? lines.slice(0, -1) : lines).join('\n');
      expect(isCut ? text.slice(0, expected.length) : text).toBe(expected);
    }
    await shown.close();
  });
});

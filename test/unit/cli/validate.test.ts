import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { issueLines } from '../../../src/cli/issue-lines';
import { EXIT } from '../../../src/cli/exit-codes';
import { isLong } from '../../support/fuzz';
import { runCommand } from './fake-io';

const SAMPLES = join(__dirname, '../../../samples');
const good = join(SAMPLES, '835.edi');
const dirty = join(SAMPLES, '835-dirty.edi');
const environment = { CLEARLOOP_DATA_DIR: process.env['CLEARLOOP_DATA_DIR'] ?? ':memory:' };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearloop-validate-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Writes files of one name into folders of their own. */
function writeSame(count: number): readonly string[] {
  const paths = Array.from({ length: count }, (_, index) => join(folder, String(index), 'same.edi'));
  for (const path of paths) {
    mkdirSync(dirname(path));
    writeFileSync(path, readFileSync(good));
  }
  return paths;
}

describe('clearloop validate', () => {
  it('should end with 0 when nothing is wrong, and list every file', async () => {
    const { exitCode, stdout } = await runCommand(['validate', good], { environment });
    expect(exitCode).toBe(0);
    expect(stdout).toBe('file     rule             issues\n835.edi  (nothing found)  0\n0 issues in 1 file\n');
  });

  it('should end with 3, list the issues with the element underlined, and count them by rule', async () => {
    const { exitCode, stdout } = await runCommand(['validate', good, dirty], { environment });
    expect(exitCode).toBe(EXIT.findings);
    expect(stdout).toContain("actual count '19' [control-count]\n  SE*18*0001~\n     ^^\n");
    expect(stdout).toMatch(/835-dirty\.edi {2}input-skipped {4}1\n {15}control-count {4}1\n {15}segment-unknown {2}1\n3 issues in 2 files\n$/);
  });

  it('should name the line of an issue once', async () => {
    const cut = join(folder, 'cut.835');
    writeFileSync(cut, readFileSync(good, 'latin1').slice(0, 700));
    const { stdout } = await runCommand(['validate', cut], { environment });
    const lines = stdout.split('\n').filter((line) => line.startsWith('cut.835:'));
    expect(lines).not.toEqual([]);
    expect(lines.filter((line) => line.includes('(line '))).toEqual([]);
  });

  it('should not say of a file that could not be read that nothing is wrong in it', async () => {
    const letter = join(folder, 'letter.txt');
    writeFileSync(letter, 'Dear customer');
    const { exitCode, stdout, stderr } = await runCommand(['validate', join(folder, 'gone.edi'), good, letter], { environment });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^gone\.edi {4}\(not read\) +-\n835\.edi {5}\(nothing found\) +0\nletter\.txt {2}\(not read\) +-\n/m);
    expect(stderr).toContain('ERROR gone.edi: The file cannot be read');
  });

  it('should count every file under its path where several have one name', async () => {
    const paths = writeSame(2);
    const { stdout } = await runCommand(['validate', ...paths], { environment });
    expect(stdout).toMatch(/\n\S+\/0\/same\.edi .*\n\S+\/1\/same\.edi .*\n0 issues in 2 files\n$/);
  });

  // Takes seconds.
  const itWhenLong = isLong ? it : it.skip;

  itWhenLong('should count files beyond the rows of the table together', async () => {
    const { stdout } = await runCommand(['validate', ...writeSame(1_002)], { environment });
    expect(stdout).toMatch(/\(other files\) +\(nothing found\) +0\n0 issues in 1,002 files\n$/);
  });

  it('should list no more than --show issues of a file, and count all', async () => {
    const { stdout } = await runCommand(['validate', dirty, '--show', '1'], { environment });
    expect(stdout.match(/^835-dirty\.edi:\d/gm)).toHaveLength(1);
    expect(stdout).toContain('3 issues in 1 file');
  });

  it.each([
    ['json', /^\[\n\{"objectType":"VALIDATION".*\n\{"objectType":"VALIDATION"[\s\S]*\n\]\n$/],
    ['ndjson', /^\{"objectType":"VALIDATION".*\n\{"objectType":"VALIDATION".*\n\{"objectType":"VALIDATION".*\n$/],
    ['text', /^!!|\n!!Loop:0000, Element:SE01/],
  ])('should write %s, and the table to standard error', async (format, expected) => {
    const piped = await runCommand(['validate', dirty, '--format', format], { environment });
    expect(piped.exitCode).toBe(EXIT.findings);
    expect(piped.stdout).toMatch(expected);
    expect(piped.stderr).toContain('issues in');
    const watched = await runCommand(['validate', dirty, '--format', format], { environment, isTerminal: { stderr: true } });
    expect(watched.stderr).toContain('3 issues in 1 file');
    const quiet = await runCommand(['validate', dirty, '--format', format, '--quiet'], { environment, isTerminal: { stderr: true } });
    expect(quiet.stderr).not.toContain('issues in');
  });

  it('should write to a file that appears whole', async () => {
    const out = join(folder, 'issues.ndjson');
    await runCommand(['validate', dirty, '--format', 'ndjson', '--out', out], { environment });
    expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(3);
  });

  it('should take levels and rules from the options, and from the environment', async () => {
    const levels = { ...environment, EDI_VALIDATION_LEVELS: '4' };
    expect((await runCommand(['validate', dirty], { environment: levels })).stdout).not.toContain('input-skipped');
    expect((await runCommand(['validate', dirty], { environment: levels })).stdout).not.toContain('control-count');
    expect((await runCommand(['validate', dirty, '--levels', '1'], { environment: levels })).stdout).toContain('control-count');
    expect((await runCommand(['validate', dirty, '--rules', '-control-count'], { environment })).stdout).not.toContain('control-count');
  });

  it.each([
    ['levels', ['--levels', '9']],
    ['a range of levels', ['--levels', '3-1']],
    ['a format', ['--format', 'xml']],
    ['a rule', ['--rules', 'no-such-rule']],
  ])('should refuse %s that does not exist with 2', async (_what, options) => {
    const { exitCode, stderr } = await runCommand(['validate', good, ...options], { environment });
    expect(exitCode).toBe(2);
    expect(stderr).not.toBe('');
  });

  it('should go on after a file that is no EDI', async () => {
    const letter = join(folder, 'letter.txt');
    writeFileSync(letter, 'Dear customer');
    const { exitCode, stdout, stderr } = await runCommand(['validate', letter, dirty], { environment });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('The input is not EDI');
    expect(stdout).toContain('control-count');
  });

  it('should validate while it converts', async () => {
    const { exitCode, stdout } = await runCommand(['convert', dirty, '--validate', '--to', 'ndjson', '--levels', '1'], { environment });
    expect(exitCode).toBe(EXIT.findings);
    expect(stdout).toContain('"ruleId":"control-count","snipLevel":1');
    expect(stdout).toMatch(/"validationIssues":\[\{"objectType":"VALIDATION","issueType":"INVALID"/);
  });
});

describe('the lines of an issue', () => {
  const place = { lineNumber: 7, segmentNumber: 6, byteOffset: 0 };

  it.each([
    [{ element: 'CLM05-1', value: '111' }, 'CLM*A*1***111:B:1*Y~', '          ^^^'],
    [{ element: 'CLM06', value: 'V' }, 'CLM*A*1***11:B:1*V~', '                 ^'],
    [{ element: 'CLM02' }, 'CLM*A**~', '      ^'],
    [{ element: 'SE01', value: '18' }, 'SE*18*0001', '   ^^'],
  ])('should underline %j', (issue, ediString, carets) => {
    const segment = ediString.slice(0, ediString.indexOf('*'));
    const lines = issueLines({ issueType: 'INVALID', message: 'm', place, segment, ediString, ...issue }, 'a.edi');
    expect(lines).toBe(`a.edi:7 (segment 6): m\n  ${ediString}\n  ${carets}\n\n`);
  });

  it('should underline the value of a segment that is told by its qualifier', () => {
    const issue = {
      issueType: 'WRONG_TYPE',
      message: 'm',
      place,
      segment: 'DTP',
      ediCode: '471',
      value: '20051301',
      ediString: 'DTP*471*D8*20051301~',
    } as const;
    expect(issueLines(issue, 'a.edi')).toContain('\n             ^^^^^^^^\n');
  });
});

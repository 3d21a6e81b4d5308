import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remittance } from '../../e2e/edi-835';
import { type FakeProcess, runCommand } from './fake-io';

async function typesOf(options: readonly string[], input = remittance(2)): Promise<readonly string[]> {
  const { stdout } = await runCommand(['convert', '-', '--to', 'ndjson', ...options], { input });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).objectType);
}

const idsOf = (json: string): readonly string[] => (JSON.parse(json) as readonly { readonly segment_id: string }[]).map(({ segment_id }) => segment_id);

describe('options of clearloop convert', () => {
  it('writes JSON when nothing else is asked for', async () => {
    const { stdout } = await runCommand(['convert', '-'], { input: remittance(2) });
    expect(JSON.parse(stdout)).toHaveLength(2);
  });

  it('writes transactions of their own with --transaction-top-level', async () => {
    expect(await typesOf(['--transaction-top-level'])).toEqual(['TRANSACTION', 'PAYMENT', 'PAYMENT']);
  });

  it('writes control objects with --control-segments', async () => {
    expect(await typesOf(['--control-segments'])).toEqual(['INTERCHANGE_CONTROL', 'FUNCTIONAL_GROUP', 'PAYMENT', 'PAYMENT']);
  });

  it('writes segments with --segments, in the format that is asked for', async () => {
    expect(await typesOf(['--segments'])).toEqual(Array<string>(5).fill('SEGMENT'));
    const { stdout } = await runCommand(['convert', '-', '--segments'], { input: remittance(2) });
    expect(idsOf(stdout)).toEqual(['ISA', 'GS', 'ST', 'GE', 'IEA']);
  });

  it('writes segments as JSON with --to segments', async () => {
    const { exitCode, stdout } = await runCommand(['convert', '-', '--to', 'segments'], { input: remittance(2) });
    expect([exitCode, ...idsOf(stdout)]).toEqual([0, 'ISA', 'GS', 'ST', 'GE', 'IEA']);
  });

  it('writes segments with --to segments as NDJSON where the output is named so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'segments-'));
    const out = join(folder, 'out.ndjson');
    const { exitCode } = await runCommand(['convert', '-', '--to', 'segments', '--out', out], { input: remittance(2) });
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    rmSync(folder, { recursive: true });
    expect([exitCode, ...idsOf(`[${lines.join()}]`)]).toEqual([0, 'ISA', 'GS', 'ST', 'GE', 'IEA']);
  });

  it('writes findings with --warnings', async () => {
    const input = remittance(2).replace('CAS*CO', 'ZZZ*CO');
    expect((await typesOf([], input)).filter((type) => type === 'WARNING')).toEqual([]);
    expect((await typesOf(['--warnings'], input)).filter((type) => type === 'WARNING')).toHaveLength(1);
  });

  it('ends a file after --max-warnings findings', async () => {
    const input = remittance(300).replaceAll('CAS*CO', 'ZZZ*CO');
    expect((await typesOf(['--max-warnings', '5'], input)).at(-1)).toBe('ERROR');
    expect(await typesOf(['--max-warnings', '-1'], input)).toHaveLength(300);
  });

  it.each([
    [['convert']],
    [['convert', '-', '--to', 'xml']],
    [['convert', '-', '--chunk-size', '0']],
    [['convert', '-', '--chunk-size', 'many']],
    [['convert', '-', '--max-warnings', '-2']],
    [['convert', '-', '--colour']],
    [['transmogrify']],
    [[]],
  ])('exits with 2 for wrong usage: %j', async (argv) => {
    const { exitCode, stdout, stderr } = await runCommand(argv, { input: remittance(1) });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).not.toBe('');
  });

  it.each(['convert', 'validate'])('writes the answer of %s to standard output for the path -', async (command) => {
    const input = remittance(1);
    const { stdout } = await runCommand([command, '-', '--out', '-'], { input });
    expect(stdout).toBe((await runCommand([command, '-'], { input })).stdout);
    expect(stdout).not.toBe('');
  });

  it.each([
    ['--version', /^\d+\.\d+\.\d+\n$/],
    ['--help', /Examples[\s\S]*clearloop convert [\s\S]*Exit codes:/],
  ])('answers %s on standard output', async (option, text) => {
    const { exitCode, stdout, stderr } = await runCommand([option]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(text);
  });
});

describe('what clearloop convert tells while it works', () => {
  const watch = async (options: readonly string[], isTerminal: FakeProcess['isTerminal']): Promise<string> =>
    (await runCommand(['convert', '-', ...options], { input: remittance(2), ...(isTerminal === undefined ? {} : { isTerminal }) })).stderr;

  it.each([
    ['on a terminal', { stderr: true }],
    ['when standard error is piped', {}],
    ['when the records go to the same terminal', { stdout: true, stderr: true }],
  ])('sums up %s', async (_when, isTerminal) => {
    const text = await watch([], isTerminal);
    expect(text).toMatch(/1 file, 2 records, [\d.]+ (bytes|kB) in [\d.]+ s \(.*\/s\); 0 issues, 0 errors\n/);
  });

  it('is silent when --quiet is given', async () => {
    expect(await watch(['--quiet'], { stderr: true })).toBe('');
  });

  it('writes one JSON object a line with --log json', async () => {
    const lines = (await watch(['--log', 'json'], { stderr: true })).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'info', event: 'summary', files: 1, records: 2, issues: 0, errors: 0 }),
    ]);
  });
});

describe('help of clearloop convert', () => {
  it('has examples of convert only', async () => {
    const { stdout } = await runCommand(['convert', '--help']);
    const [, examples = ''] = /Examples:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
    expect(examples.match(/clearloop (?!convert )/g)).toBeNull();
    expect(examples).toContain('clearloop convert in/');
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './fake-io';

const SAMPLES = join(__dirname, '../../../samples');
const good = join(SAMPLES, '835.edi');
const dirty = join(SAMPLES, '835-dirty.edi');
const environment = { CLEARLOOP_DATA_DIR: process.env['CLEARLOOP_DATA_DIR'] ?? ':memory:' };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearloop-ack-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('clearloop ack', () => {
  it('should write the acknowledgments of all files to standard output, and end with 0 whatever they say', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['ack', good, dirty, '--quiet'], { environment });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.match(/^AK9.*$/gm)).toEqual(['AK9*A*1*1*1~', 'AK9*R*1*1*0~']);
  });

  it('should read standard input, and look by the rules that are chosen', async () => {
    const { stdout } = await runCommand(['ack', '-', '--rules', '-segment-unknown,-control-count'], { environment, input: readFileSync(dirty) });
    expect(stdout).toContain('AK9*A*1*1*1~');
  });

  it('should write a file for each input into a folder, and none for what is not acknowledged', async () => {
    const { stdout } = await runCommand(['ack', good], { environment });
    const answer = join(folder, 'answer.edi');
    writeFileSync(answer, stdout);
    const out = join(folder, 'out/');
    const { exitCode } = await runCommand(['ack', good, dirty, answer, '--out', out], { environment });
    expect(exitCode).toBe(0);
    expect(readdirSync(out)).toEqual(['835-dirty.edi.999', '835.edi.999']);
    expect(readFileSync(join(out, '835-dirty.edi.999'), 'utf8')).toContain('AK9*R*1*1*0~');
  });

  it('should pass over a file that cannot be read, end with 1, and keep the others whole', async () => {
    const letter = join(folder, 'letter.edi');
    writeFileSync(letter, 'Dear Sir');
    const out = join(folder, 'all.999');
    const { exitCode, stderr } = await runCommand(['ack', letter, good, '--out', out], { environment });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('ERROR letter.edi: The input is not EDI');
    expect(readFileSync(out, 'utf8')).toMatch(/^ISA[\s\S]*AK9\*A\*1\*1\*1~[\s\S]*IEA\*1\*\d+~\n$/);
  });

  it('should say what is not acknowledged', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['ack', '-'], { environment, input: 'ST*835*0001~SE*2*0001~' });
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain('WARNING stdin: A functional group is not acknowledged');
  });

  it('should refuse to replace an input, and a rule that does not exist', async () => {
    expect((await runCommand(['ack', good, '--out', good], { environment })).exitCode).toBe(2);
    expect((await runCommand(['ack', good, '--rules', 'no-such-rule'], { environment })).exitCode).toBe(2);
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { EXIT } from '../../../src/cli/exit-codes';
import { envelope } from '../../support/generate';
import { runCommand } from './fake-io';

const payment = { patientControlNumber: 'A1', claimStatusCode: '1', chargeAmount: 10, paymentAmount: 10, payerControlNumber: 'I' };
const request = JSON.stringify({ ...envelope('PAYMENT'), transaction: { totalPaymentAmount: 10, payerIdentifier: '1234567890' }, payments: [payment] });
const environment = { CLEARLOOP_DATA_DIR: process.env['CLEARLOOP_DATA_DIR'] ?? ':memory:' };

describe('clearloop generate', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-generate-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('writes EDI to standard output, and tells of issues on standard error', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['generate', '835', '-'], { input: request, environment });
    expect(exitCode).toBe(EXIT.findings);
    expect(stdout).toMatch(/^ISA\*[\s\S]*CLP\*A1\*1\*10\*10\*\*\*I~\n[\s\S]*IEA\*1\*000000001~\n$/);
    expect(stderr).toContain('$.payments[0].');
  });

  it('writes a file, of gzip data too', async () => {
    const [input, out] = [join(folder, 'request.json.gz'), join(folder, 'remit.835')];
    writeFileSync(input, gzipSync(request));
    expect(await runCommand(['generate', '835', input, '--out', out, '--no-validate'], { environment })).toEqual({ exitCode: EXIT.ok, stdout: '', stderr: '' });
    expect(readFileSync(out, 'utf8')).toContain('CLP*A1*');
  });

  it.each(['file', 'standard output'])('writes nothing to a %s when it is to fail on issues', async (target) => {
    const out = join(folder, 'remit.835');
    const argv = ['generate', '835', '-', '--fail-on-issues', ...(target === 'file' ? ['--out', out] : [])];
    const { exitCode, stdout } = await runCommand(argv, { input: request, environment });
    expect({ exitCode, stdout, isThere: existsSync(out) }).toEqual({ exitCode: EXIT.failed, stdout: '', isThere: false });
  });

  it('shows as many issues as it is asked to, and counts the others', async () => {
    const { stderr } = await runCommand(['generate', '835', '-', '--show', '1'], { input: request, environment });
    expect(stderr).toMatch(/^.*\n\d+ issues, of which 1 are shown\n$/);
  });

  it('leaves no file of a request that cannot be written', async () => {
    const out = join(folder, 'remit.835');
    const { exitCode, stderr } = await runCommand(['generate', '835', '-', '--out', out], { input: '{"payments":[]}', environment });
    expect({ exitCode, isThere: existsSync(out) }).toEqual({ exitCode: EXIT.failed, isThere: false });
    expect(stderr).toContain('$.interchangeControl: is missing');
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { EXIT } from '../../../src/cli/exit-codes';
import { ROOT } from '../../docs/project-files';
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

  it('writes EDI to standard output, and reports issues on standard error', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['generate', '835', '-'], { input: request, environment });
    expect(exitCode).toBe(EXIT.findings);
    expect(stdout).toMatch(/^ISA\*[\s\S]*CLP\*A1\*1\*10\*10\*\*\*I~\n[\s\S]*IEA\*1\*000000001~\n$/);
    expect(stderr).toContain('$.payments[0].');
  });

  it('writes a file, of gzip data too', async () => {
    const [input, out] = [join(folder, 'request.json.gz'), join(folder, 'remit.835')];
    writeFileSync(input, gzipSync(request));
    const argv = ['generate', '835', input, '--out', out, '--no-validate', '--quiet'];
    expect(await runCommand(argv, { environment })).toEqual({ exitCode: EXIT.ok, stdout: '', stderr: '' });
    expect(readFileSync(out, 'utf8')).toContain('CLP*A1*');
  });

  it.each(['file', 'standard output'])('writes nothing to a %s when it is to fail on issues', async (target) => {
    const out = join(folder, 'remit.835');
    const argv = ['generate', '835', '-', '--fail-on-issues', ...(target === 'file' ? ['--out', out] : [])];
    const { exitCode, stdout } = await runCommand(argv, { input: request, environment });
    expect({ exitCode, stdout, isThere: existsSync(out) }).toEqual({ exitCode: EXIT.failed, stdout: '', isThere: false });
  });

  it('shows as many issues as it is asked to, and counts the others', async () => {
    const { stderr } = await runCommand(['generate', '835', '-', '--show', '1', '--quiet'], { input: request, environment });
    expect(stderr).toMatch(/^WARNING stdin: \$\..*\nWARNING stdin: \d+ issues, of which 1 are shown\n$/);
  });

  it.each([[[]], [['--log', 'json']]])('shows the rule of an issue, and its message with the value only on request (%j)', async (log) => {
    const marked = request.replace(
      '"payerControlNumber":"I"',
      '"payerControlNumber":"I","claimStatusCode":"MARKED","claimReceivedDate":"1901-01-01","frequencyCode":{"code":"MARKEDTOO"}',
    );
    const run = async (...options: readonly string[]) =>
      (await runCommand(['generate', '835', '-', '--quiet', ...log, ...options], { input: marked, environment })).stderr;
    const byDefault = await run();
    expect(byDefault).not.toContain('MARKED');
    expect(byDefault).toMatch(/\$\.payments\[0\]\.claimStatus \(CLP02\): element-code: \w/);
    expect(await run('--show', '20')).toContain('MARKED');
  });

  it('shows issues of writing with their messages, which have no value', async () => {
    const mismatched = request.replace('"claimStatusCode":"1"', '"claimStatusCode":"4","claimStatus":"PRIMARY"');
    const { stderr } = await runCommand(['generate', '835', '-', '--quiet'], { input: mismatched, environment });
    expect(stderr).toContain('$.payments[0].claimStatus: The name is not that of the code beside it, which is written\n');
  });

  it('leaves no file of a request that cannot be written', async () => {
    const out = join(folder, 'remit.835');
    const { exitCode, stderr } = await runCommand(['generate', '835', '-', '--out', out], { input: '{"payments":[]}', environment });
    expect({ exitCode, isThere: existsSync(out) }).toEqual({ exitCode: EXIT.failed, isThere: false });
    expect(stderr).toContain('ERROR stdin: $.interchangeControl: is missing');
  });

  it.each([
    ['findings', [], EXIT.findings, { status: 'findings' }],
    ['failed', ['--fail-on-issues'], EXIT.failed, { status: 'failed', code: 'EDI_REQUEST_INVALID' }],
  ])('reports a request as %s, in the report file and as lines of JSON', async (status, options, exitCode, file) => {
    const [input, out, run] = [join(folder, 'request.json'), join(folder, 'remit.835'), join(folder, 'run.json')];
    writeFileSync(input, request);
    const outcome = await runCommand(['generate', '835', input, '--out', out, '--report', run, '--log', 'json', ...options], { environment });
    expect(outcome.exitCode).toBe(exitCode);
    const isWritten = status === 'findings';
    const report: { readonly files: readonly object[] } = JSON.parse(readFileSync(run, 'utf8'));
    expect(report).toMatchObject({ command: 'generate', status, exitCode, outputs: isWritten ? [out] : [], totals: { files: 1, records: 1 } });
    expect(report.files).toEqual([expect.objectContaining({ file: 'request.json', ...file })]);
    const lines = outcome.stderr.trim().split('\n');
    const messages: readonly { readonly level: string; readonly event?: string; readonly jsonPath?: string }[] = lines.map((line) => JSON.parse(line));
    expect(messages[0]).toMatchObject({ level: 'warning', file: 'request.json', jsonPath: expect.stringMatching(/^\$/) });
    expect(messages.filter(({ event }) => event === 'summary')).toHaveLength(1);
  });

  it('writes a converted file as it was, lists of the payer once', async () => {
    const sample = join(ROOT, 'samples/835.edi');
    const segmentsOf = (edi: string): readonly string[] => edi.replace(/[\r\n]/g, '').split('~');
    const { stdout: records } = await runCommand(['convert', sample, '--to', 'ndjson', '--control-segments', '--no-descriptions', '--quiet']);
    const { stdout, stderr } = await runCommand(['generate', '835', '-', '--quiet'], { input: records, environment });
    expect(stderr).toBe('');
    // The release of the group is added to ST.
    expect(segmentsOf(stdout).map((segment) => segment.replace(/^(ST\*835\*\d+)\*.*/, '$1'))).toEqual(segmentsOf(readFileSync(sample, 'utf8')));
  });

  it('shows progress on a terminal, with issues above the bar', async () => {
    const out = join(folder, 'remit.835');
    const { stderr } = await runCommand(['generate', '835', '-', '--out', out], { input: request, environment, isTerminal: { stderr: true } });
    expect(stderr).toMatch(/532 bytes \| .*\/s/);
    expect(stderr).toMatch(/WARNING stdin: \$\./);
  });

  it('refuses a report in place of the request or of the output', async () => {
    const [input, out] = [join(folder, 'request.json'), join(folder, 'remit.835')];
    writeFileSync(input, request);
    for (const taken of [input, out]) {
      expect(await runCommand(['generate', '835', input, '--out', out, '--report', taken], { environment })).toMatchObject({ exitCode: EXIT.usage });
    }
    expect(readFileSync(input, 'utf8')).toBe(request);
  });
});

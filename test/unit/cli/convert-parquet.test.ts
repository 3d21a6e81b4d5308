import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWorkbook } from '../../support/workbook';
import { runCommand } from './fake-io';

const SAMPLE = join(__dirname, '../../../samples/835.edi');

describe.each(['parquet', 'xlsx'])('convert to %s', (format) => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'clearloop-tables-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const FILES = format === 'xlsx' ? ['out.xlsx'] : ['out-Lines.parquet', 'out-ProviderAdjustments.parquet', 'out-Transactions.parquet', 'out.parquet'];

  it('is chosen by the extension of --out', async () => {
    const { exitCode } = await runCommand(['convert', SAMPLE, '--out', join(folder, `out.${format}`), '--quiet']);
    expect([exitCode, readdirSync(folder).sort()]).toEqual([0, FILES]);
  });

  it('takes a schema', async () => {
    const { exitCode } = await runCommand(['convert', SAMPLE, '--out', join(folder, `out.${format}`), '--schema-name', 'lines-only', '--quiet']);
    expect([exitCode, readdirSync(folder)]).toEqual([0, [`out.${format}`]]);
    const bytes = readFileSync(join(folder, `out.${format}`));
    if (format === 'parquet') expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
    else expect((await readWorkbook(bytes)).map(({ name }) => name)).toEqual(['About', 'Lines']);
  });

  it.each(['--excel', '--spreadsheet-safe'])('refuses %s, which is for CSV', async (option) => {
    const { exitCode, stderr } = await runCommand(['convert', SAMPLE, '--to', format, option]);
    expect([exitCode, stderr]).toEqual([2, `${option} is for CSV, and the output is ${format}. Leave it out.\n`]);
  });

  it('refuses options of records', async () => {
    const { exitCode, stderr } = await runCommand(['convert', SAMPLE, '--to', format, '--validate']);
    expect([exitCode, stderr]).toEqual([
      2,
      `--validate has no meaning for ${format}, whose columns a schema chooses. Leave it out, or convert to JSON or NDJSON.\n`,
    ]);
  });

  it('refuses a terminal', async () => {
    const { exitCode, stderr } = await runCommand(['convert', SAMPLE, '--to', format], { isTerminal: { stdout: true } });
    expect([exitCode, stderr]).toEqual([2, `The output ${format} is binary, and standard output is a terminal. Name a file with --out.\n`]);
  });
});

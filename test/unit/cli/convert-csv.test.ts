import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { remittance } from '../../e2e/edi-835';
import { EXIT } from '../../../src/cli/exit-codes';
import { runCommand } from './fake-io';

const SAMPLES = join(__dirname, '../../../samples');
const REMITTANCE = join(SAMPLES, '835.edi');

const SCHEMA = `
- name: few
  transactionTypes: [835]
  includedFields: [PatientControlNumber, ChargeAmount]
  listSchemas:
    - names: [Main]
      fileSuffix: Claims
    - names: [Transactions, ProviderAdjustmentMain]
      output: False
`;

describe('clearloop convert --to csv', () => {
  let folder: string;
  const path = (name: string): string => join(folder, name);
  const rowsOf = (name: string): number => readFileSync(path(name), 'utf8').match(/\n/g)?.length ?? 0;
  const namesIn = (name = ''): readonly string[] => readdirSync(path(name)).sort();
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'clearloop-csv-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('writes a file for each list of the schema called default, under names that continue that of the first', async () => {
    expect(await runCommand(['convert', REMITTANCE, '--out', path('out.csv'), '--quiet'])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(namesIn().map((name) => [name, rowsOf(name)])).toEqual([
      ['out-Lines.csv', 4],
      ['out-ProviderAdjustments.csv', 3],
      ['out-Transactions.csv', 2],
      ['out.csv', 3],
    ]);
  });

  it('writes one table to standard output, with a row for each line', async () => {
    const { exitCode, stdout } = await runCommand(['convert', REMITTANCE, '--to', 'csv']);
    const lines = stdout.split('\n');
    // The last row has a line end, too.
    expect([exitCode, lines.length, lines.at(-1)]).toEqual([0, 5, '']);
    expect(lines[0]).toMatch(/^Id,TransactionType,.*,LineRemarkCode5$/);
  });

  it('writes all inputs into the same files, each under one header', async () => {
    await runCommand(['convert', REMITTANCE, join(SAMPLES, '835-two-interchanges.edi'), '--out', path('all.csv')]);
    expect(readFileSync(path('all.csv'), 'utf8').match(/^Id,/gm)).toHaveLength(1);
    expect(rowsOf('all-Transactions.csv')).toBe(4);
  });

  it('writes a set of files for each input into a folder, numbered where inputs have one name', async () => {
    mkdirSync(path('in'));
    for (const name of ['in/835.edi', 'in/835.edi-2']) writeFileSync(path(name), remittance(1));
    const { exitCode } = await runCommand(['convert', REMITTANCE, path('in/835.edi'), join(SAMPLES, '837p.edi'), '--to', 'csv', '--out', path('out/')]);
    expect(exitCode).toBe(0);
    expect(namesIn('out')).toEqual([
      '835.edi-2-Lines.csv',
      '835.edi-2-ProviderAdjustments.csv',
      '835.edi-2-Transactions.csv',
      '835.edi-2.csv',
      '835.edi-Lines.csv',
      '835.edi-ProviderAdjustments.csv',
      '835.edi-Transactions.csv',
      '835.edi.csv',
      '837p.edi-Lines.csv',
      '837p.edi.csv',
    ]);
    expect([rowsOf('out/835.edi.csv'), rowsOf('out/835.edi-2.csv')]).toEqual([3, 2]);
  });

  it('uses a schema of a file anywhere, by its path', async () => {
    mkdirSync(path('my schemas'));
    writeFileSync(path('my schemas/columns.yml'), SCHEMA);
    const schema = ['--schema-file', path('my schemas/columns.yml'), '--schema-name', 'few'];
    expect((await runCommand(['convert', REMITTANCE, '--to', 'csv', ...schema])).stdout).toBe('PatientControlNumber,ChargeAmount\nJSC-1001,250\nJSC-1002,95\n');
  });

  it('escapes formulas with --spreadsheet-safe', async () => {
    const input = remittance(1).replaceAll('PCN1', '=1+1');
    const cellsOf = async (...options: readonly string[]): Promise<string> => (await runCommand(['convert', '-', '--to', 'csv', ...options], { input })).stdout;
    expect(await cellsOf()).toContain(',=1+1,');
    expect(await cellsOf('--spreadsheet-safe')).toContain(",'=1+1,");
  });

  it('tells of values that find no column, for each list, and ends with 3', async () => {
    const input = remittance(2).replaceAll('CAS*CO*45*20~', 'CAS*CO*45*1**46*1**47*1**48*1**49*1**50*1~');
    const { exitCode, stderr } = await runCommand(['convert', '-', '--to', 'csv', '--quiet'], { input });
    expect(exitCode).toBe(EXIT.findings);
    expect(stderr).toMatch(/^WARNING stdin: Adjs has more values than columns: 2 left out\..*\n$/);
  });

  it('tells of at most twenty such losses', async () => {
    const lossy = remittance(1).replace('CAS*CO*45*20~', 'CAS*CO*45*1**46*1**47*1**48*1**49*1**50*1~');
    for (let i = 10; i < 32; i++) writeFileSync(path(`${i}.edi`), lossy);
    const { stderr } = await runCommand(['convert', folder, '--to', 'csv', '--quiet']);
    expect(stderr.match(/^WARNING (?!Further)/gm)).toHaveLength(20);
    expect(stderr).toMatch(/\nWARNING Further warnings are not shown here; --warnings writes them into the output\.\n$/);
  });

  it('says what to do with records that belong into another table', async () => {
    const { exitCode, stderr } = await runCommand(['convert', REMITTANCE, join(SAMPLES, '837p.edi'), '--out', path('out.csv'), '--quiet']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^ERROR 837p\.edi: The output is a table of 835; .*Convert them into an output of their own\.\n$/);
  });

  it.each([
    ['what is no EDI', 'Dear Sir', 1, /The input is not EDI/],
    ['a file without records that have columns', remittance(1).replace('ST*835', 'ST*271').replace('GS*HP', 'GS*HB'), 1, /271 have no columns/],
  ])('leaves no file for %s', async (_what, input, code, message) => {
    const { exitCode, stderr } = await runCommand(['convert', '-', '--out', path('out.csv')], { input });
    expect([exitCode, namesIn()]).toEqual([code, []]);
    expect(stderr).toMatch(message);
  });

  describe('shows all files of a conversion or none', () => {
    const old = (): void => {
      writeFileSync(path('out.csv'), 'old');
      writeFileSync(path('out-Lines.csv'), 'old');
    };
    const read = (): readonly string[] => namesIn().map((name) => `${name}: ${readFileSync(path(name), 'utf8').slice(0, 3)}`);

    it('when one of them cannot be written', async () => {
      old();
      mkdirSync(path('out-Transactions.csv'));
      const { exitCode, stderr } = await runCommand(['convert', REMITTANCE, '--out', path('out.csv')]);
      expect([exitCode, stderr]).toEqual([EXIT.unwritable, expect.stringMatching(/out-Transactions\.csv cannot be written/)]);
      rmSync(path('out-Transactions.csv'), { recursive: true });
      expect(read()).toEqual(['out-Lines.csv: old', 'out.csv: old']);
    });

    it('while it works, and when it is interrupted', async () => {
      old();
      const interruption = new AbortController();
      const unended = new PassThrough();
      unended.write(remittance(500));
      const work = runCommand(['convert', '-', '--out', path('out.csv')], { input: unended, signal: interruption.signal });
      while (namesIn().filter((name) => name.includes('.partial-')).length < 4) await new Promise(setImmediate);
      expect(read().filter((text) => text.endsWith(': old'))).toHaveLength(2);
      interruption.abort();
      expect((await work).exitCode).toBe(130);
      expect(read()).toEqual(['out-Lines.csv: old', 'out.csv: old']);
    });

    it('when one of them would replace an input', async () => {
      writeFileSync(path('out-Lines.csv'), remittance(1));
      const { exitCode, stderr } = await runCommand(['convert', path('out-Lines.csv'), '--out', path('out.csv')]);
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/out-Lines\.csv is an input/)]);
      expect(namesIn()).toEqual(['out-Lines.csv']);
      expect(readFileSync(path('out-Lines.csv'), 'utf8')).toBe(remittance(1));
    });
  });

  it('writes one table to a device, beside which there is no place for others', async () => {
    const { exitCode, stderr } = await runCommand(['convert', REMITTANCE, '--to', 'csv', '--out', '/dev/null', '--quiet']);
    expect([exitCode, stderr, readdirSync('/dev').filter((name) => name.includes('null'))]).toEqual([0, '', ['null']]);
  });

  it.each([
    [['--schema-name', 'default']],
    [['--to', 'ndjson', '--schema-file', 'x.yaml']],
    [['--spreadsheet-safe']],
    [['--segments', '--schema-name', 'default']],
    [['--to', 'csv', '--segments']],
    [['--to', 'csv', '--transaction-top-level']],
    [['--to', 'csv', '--control-segments']],
    [['--to', 'segments', '--out', '/nowhere/out.csv']],
    [['--to', 'csv', '--schema-name', 'line-only']],
    [['--to', 'csv', '--schema-file', '/nowhere/x.yaml']],
    [['--to', 'csv', '--schema-file', '/nowhere/csv_conversion.yaml']],
    [['--to', 'csv', '--schema-file', SAMPLES]],
    [['--to', 'csv', '--schema-file', REMITTANCE]],
  ])('exits with 2 and does nothing for %j', async (options) => {
    const { exitCode, stdout, stderr } = await runCommand(['convert', REMITTANCE, ...options]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^\S.*\n$/);
  });

  it('exits with 2 for a schema that is wrong, and tells where', async () => {
    writeFileSync(path('wrong.yaml'), SCHEMA.replace('fileSuffix', 'filesuffix'));
    const { exitCode, stderr } = await runCommand([
      'convert',
      REMITTANCE,
      '--to',
      'csv',
      '--schema-file',
      path('wrong.yaml'),
      '--schema-name',
      'few',
      '--schema-check',
      'strict',
    ]);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^wrong\.yaml:7:7: .*`fileSuffix`/)]);
  });
});

describe('clearloop csv columns', () => {
  it('prints the columns of a schema of one list, one a line', async () => {
    const { exitCode, stdout } = await runCommand([
      'csv',
      'columns',
      '--transaction',
      '835',
      '--schema-name',
      'claim-lines-only',
      '--schema-name',
      'lines-only',
    ]);
    const { stdout: table } = await runCommand(['convert', REMITTANCE, '--to', 'csv', '--schema-name', 'lines-only']);
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split('\n').join(',')).toBe(table.split('\n')[0]);
  });

  it('prints the lists of a schema of several under their names, by default those of the schema called default', async () => {
    const { stdout } = await runCommand(['csv', 'columns', '--transaction', '835']);
    expect(stdout.match(/^\w+:$/gm)).toEqual(['Main:', 'Lines:', 'ProviderAdjustments:', 'Transactions:']);
    expect(stdout).toMatch(/^Main:\nId\nTransactionType\n[\s\S]*\n\nLines:\nId\n[\s\S]*[^\n]\n$/);
  });

  it('reads schemas of a file, and transaction types in any case', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-csv-'));
    writeFileSync(join(folder, 'x.yaml'), SCHEMA.replace('[835]', '[837P]').replace('[Transactions, ProviderAdjustmentMain]', '[Lines]'));
    const { stdout } = await runCommand(['csv', 'columns', '--transaction', '837p', '--schema-file', join(folder, 'x.yaml'), '--schema-name', 'few']);
    rmSync(folder, { recursive: true });
    expect(stdout).toBe('PatientControlNumber\nChargeAmount\n');
  });

  it.each([
    [['--transaction', '997'], /^The transaction type '997' has no columns\. Known are .*277CA, .*834, 835, 837D, 837I, 837P, MATCH, NCPDP\.\n$/],
    [['--transaction', '837D', '--schema-name', 'transactions-only'], /^--schema-name is 'transactions-only', which is for 835 and not for 837D/],
    [['--transaction', '835', '--schema-name', 'lines-onli'], /Did you mean `lines-only`\?\n$/],
    [['--transaction', '835', '--schema-file', REMITTANCE], /835\.edi is no file of schemas; their names end with \.yaml or \.yml\.\n$/],
    [['--transaction', '835', '--schema-file', '/nowhere/x.yaml'], /^--schema-file: \/nowhere\/x\.yaml is no file\.\n$/],
    [[], /--transaction/],
  ])('exits with 2 for %j', async (options, message) => {
    const { exitCode, stdout, stderr } = await runCommand(['csv', 'columns', ...options]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('ends quietly when its reader goes away', async () => {
    const gone = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('gone'), { code: 'EPIPE' })) });
    expect(await runCommand(['csv', 'columns', '--transaction', '835'], { stdout: gone })).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

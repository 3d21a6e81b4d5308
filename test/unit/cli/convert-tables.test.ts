import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { createConverter } from '../../../src/pipeline/create-converter';
import { schemaParameters } from '../../../src/cli/schema-options';
import { everyNth } from '../../support/fuzz';
import { runCommand } from './fake-io';

const SAMPLES = join(__dirname, '../../../samples');
const rowsOf = (csv: string): readonly Record<string, string>[] => parse(csv, { columns: true, bom: true });
const convert = async (sample: string, ...options: readonly string[]): Promise<string> =>
  (
    await runCommand(['convert', join(SAMPLES, sample), '--to', 'csv', '--quiet', ...options], {
      environment: { CLEARLOOP_DATA_DIR: process.env['CLEARLOOP_DATA_DIR'] },
    })
  ).stdout;

describe('descriptions in CSV', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'clearloop-tables-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('stand beside their codes with --descriptions: of codes, of bare codes, and of lists of bare codes', async () => {
    const [first, , third] = rowsOf(await convert('835.edi', '--descriptions'));
    expect(first).toMatchObject({ FacilityCode: '11', FacilityDesc: 'Office', LineAdj2ReasonCode: '2', LineAdj2ReasonDesc: 'Coinsurance amount' });
    expect(third).toMatchObject({ LineRemarkCode1: 'N130', LineRemarkCode1Desc: 'Plan documents explain the limits on this service' });
    const [institutional] = rowsOf(await convert('837i.edi', '--descriptions'));
    expect(institutional).toMatchObject({ Condition1Desc: 'Neither patient nor spouse works', ValueInfo1Desc: 'Covered days' });
  });

  it('change no other column', async () => {
    for (const sample of everyNth(5, ['835.edi', '837p.edi', '837i.edi', '837d.edi', '834.edi'])) {
      const [plain] = rowsOf(await convert(sample));
      const [described] = rowsOf(await convert(sample, '--descriptions'));
      const others = Object.entries(described ?? {}).filter(([name]) => Object.hasOwn(plain ?? {}, name));
      expect(others).toEqual(Object.entries(plain ?? {}));
    }
  });

  it('follow the columns that a schema chooses, and are off without the option', async () => {
    const columns = (await runCommand(['csv', 'columns', '--transaction', '837P', '--schema-name', 'key-fields', '--descriptions'])).stdout.split('\n');
    expect(columns.slice(columns.indexOf('Diag1Code'))[1]).toBe('Diag1Desc');
    expect(columns.filter((name) => name.endsWith('Desc')).map((name) => columns.includes(name.replace(/Desc$/, 'Code')))).not.toContain(false);
    expect((await runCommand(['csv', 'columns', '--transaction', '837P'])).stdout).not.toMatch(/Desc$/m);
  });

  it('can be turned on by a schema, and off by --no-descriptions', async () => {
    const schema = join(folder, 'mine.yaml');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(schema, 'version: 1\nschemas:\n  - name: mine\n    transactionTypes: [835]\n    baseName: key-fields\n    descriptions: True\n');
    const options = ['--schema-file', schema, '--schema-name', 'mine'];
    expect(rowsOf(await convert('835.edi', ...options))[0]).toMatchObject({
      LineAdj1ReasonDesc: 'Charge is above the allowed amount set by fee schedule, contract or law',
    });
    expect(await convert('835.edi', ...options, '--no-descriptions')).not.toContain('Desc');
  });
});

describe('CSV for Excel', () => {
  it('begins with a byte order mark, and has ids, codes and zip codes as text', async () => {
    const csv = await convert('837p.edi', '--excel');
    expect(csv.charCodeAt(0)).toBe(0xfeff);
    const [plain = {}] = rowsOf(await convert('837p.edi'));
    const [row = {}] = rowsOf(csv);
    expect(row).toMatchObject({ FacilityCode: `="${plain['FacilityCode']}"`, ChargeAmount: plain['ChargeAmount'], ServiceDateFrom: plain['ServiceDateFrom'] });
    const zips = Object.keys(row).filter((name) => name.endsWith('ZipCode') && row[name] !== '');
    expect(zips.map((name) => row[name])).toEqual(zips.map((name) => `="${plain[name]}"`));
    expect(zips.length).toBeGreaterThan(1);
  });

  it('is refused for other formats', async () => {
    expect(await runCommand(['convert', join(SAMPLES, '835.edi'), '--excel'])).toMatchObject({
      exitCode: 2,
      stderr: '--excel is for CSV, and the output is json. Add --to csv.\n',
    });
  });

  it('comes with a warning when a table has more rows than a spreadsheet opens', async () => {
    const open = async function* () {
      yield readFileSync(join(SAMPLES, '835.edi'));
    };
    for (const [maxRows, count] of [
      [4, 0],
      [3, 1],
    ] as const) {
      const messages: string[] = [];
      const conversion = createConverter({}).convert([{ name: 'a', open }], {
        output: 'csv',
        outputParameters: { maxRows },
        onIssue: ({ message }) => messages.push(message),
      });
      for await (const _ of conversion);
      expect(messages.filter((message) => message.startsWith('The table of Lines has 4 rows with its header; spreadsheets open the first 3.'))).toHaveLength(
        count,
      );
    }
  });

  it('takes the limit of Excel for the command line, which an output of that size would need to show', () => {
    expect(schemaParameters({}, { id: 'csv' })).toMatchObject({ maxRows: 1_048_576 });
  });
});

describe('clearloop csv schemas', () => {
  it('lists schemas with their other names, also those of a transaction type', async () => {
    expect((await runCommand(['csv', 'schemas'])).stdout).toMatch(/^schema +transactions +other names\nclaim-line-separate-files +835 +default, two-files\n/);
    const { stdout } = await runCommand(['csv', 'schemas', '--transaction', '834', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'member-coverages-single-file', transactionTypes: ['834'] }]);
    expect(await runCommand(['csv', 'schemas', '--transaction', '997'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('835') });
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../docs/project-files';
import { sourceOf } from '../../support/conversion';
import { convertCsvFiles, schemaFolder } from '../../support/csv';
import { claim, remittance } from '../../support/remittance';
import { convertToFiles } from '../../support/tables';
import { csvRow, type ReadSheet, readWorkbook, readZip, type WorkbookCell } from '../../support/workbook';
import type { EdiSource } from '../../../src/io/edi-source';
import { ParquetOutput } from '../../../plugins/parquet';
import { CsvOutput } from '../../../plugins/csv';
import { XlsxOutput } from '../../../plugins/xlsx';
import { crc32, tableCrc32 } from '../../../src/common/crc32';
import { column, dateTime, list, loops, record, table, text, variant } from '../../../src/plugin';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { writeParquet } from '../../support/tables';
import { queryDuckDb } from '../../support/duckdb';
import type { Engine } from '../../../src/pipeline/engine';
import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { everyNth, sizeOf } from '../../support/fuzz';

const SAMPLES = join(ROOT, 'samples');
const samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.edi'));
const sample = (name: string): EdiSource => sourceOf(name, readFileSync(join(SAMPLES, name)));
const payments = (name: string, ...numbers: readonly number[]) => sourceOf(name, remittance({ claims: numbers.map(claim) }));

async function workbookOf(sources: readonly EdiSource[], options: ConversionOptions = {}, engine?: Engine): Promise<readonly ReadSheet[]> {
  const files = await convertToFiles(sources, { output: 'xlsx', ...options }, engine);
  expect([...files.keys()]).toEqual(['']);
  return readWorkbook(files.get('') ?? Buffer.alloc(0));
}

/** The rows of sheets without their headers. */
const bodyOf = (sheets: readonly ReadSheet[], name: RegExp) => sheets.filter((sheet) => name.test(sheet.name)).flatMap(({ rows }) => rows.slice(1));

/** Compares every cell of every sheet with CSV; returns how many have a value. */
async function compareCells(sources: readonly EdiSource[], options: ConversionOptions = {}): Promise<number> {
  const csv = await convertCsvFiles(sources, options);
  const [about, ...sheets] = await workbookOf(sources, options);
  expect(about?.name).toBe('About');
  const tables = Object.values(csv);
  expect(sheets).toHaveLength(tables.length);
  let values = 0;
  for (const { header, rows } of tables) {
    const sheet = sheets.find((one) => one.rows[0]?.size === header.length && JSON.stringify(csvRow(one.rows[0], header.length)) === JSON.stringify(header));
    const cells = sheet?.rows.slice(1).map((row) => csvRow(row, header.length));
    expect(cells).toEqual(rows.filter(({ length }) => length === header.length));
    values += rows.flat().filter((cell) => cell !== '').length;
  }
  return values;
}

describe('a workbook', () => {
  it.each(everyNth(6, samples))('has the cells of CSV: %s', async (name) => {
    expect(await compareCells([sample(name)], { objects: 'all' })).toBeGreaterThan(20);
  });

  it('has the columns of a schema of the user', async () => {
    const schemas = `- name: mine
  transactionTypes: [835]
  baseName: lines-with-header-repeat-each-row-only
  includedFields: [PatientControlNumber, PaymentDate, LinePaidAmount]
`;
    const outputParameters = { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(schemas), schemaName: 'mine' };
    expect(await compareCells([sample('835.edi')], { outputParameters })).toBe(9);
  });

  it('has a sheet for each list, with frozen headers and a filter', async () => {
    const sheets = await workbookOf([payments('a.edi', 1, 2)]);
    expect(sheets.map(({ name }) => name)).toEqual(['About', 'Main', 'Lines', 'ProviderAdjustments', 'Transactions']);
    for (const { xml } of sheets.slice(1)) {
      expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
      expect(xml).toMatch(/<cols><col [^>]*width="\d+"/);
    }
    expect(sheets[2]?.xml).toContain('<autoFilter ref="A1:BT3"/>');
  });

  it('has amounts as numbers of two decimals, and days as days', async () => {
    const sheets = await workbookOf([payments('a.edi', 1)]);
    const [row] = bodyOf(sheets, /^Lines$/);
    const cells = [...(row?.values() ?? [])];
    expect(cells).toContainEqual({ text: '100', kind: 'number', formatId: 2, format: undefined } satisfies WorkbookCell);
    expect(cells).toContainEqual({ text: '45659', kind: 'number', formatId: 164, format: 'yyyy\\-mm\\-dd' } satisfies WorkbookCell);
  });

  it('says first what it is made of', async () => {
    const [about] = await workbookOf([payments('a.edi', 1, 2), sourceOf('b.edi', remittance({ claims: [claim(3)] }).slice(0, -40))]);
    const rows = about?.rows.map((row) => [row.get('A')?.text ?? '', row.get('B')?.text ?? '']) ?? [];
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Written by', expect.stringMatching(/^clearloop \d/)],
        ['Transaction type', '835'],
        ['Schema', 'default'],
        ['Source', 'a.edi'],
        ['Source', 'b.edi'],
        ['Files', '2'],
        ['Errors', expect.stringMatching(/^[1-9]$/)],
        ['Rows of Lines', expect.stringMatching(/^[23]$/)],
      ]),
    );
    expect(rows.at(-1)?.[1]).toMatch(/^ERROR: .*\(b\.edi\)$/);
  });

  it('goes on in a further sheet where the rows are more than a sheet has', async () => {
    const numbers = Array.from({ length: 25 }, (_, i) => i);
    const sheets = await workbookOf([payments('a.edi', ...numbers)], { outputParameters: { maxRows: 11 } });
    expect(sheets.map(({ name, rows }) => [name, rows.length]).slice(1)).toEqual([
      ['Main', 11],
      ['Main 2', 11],
      ['Main 3', 6],
      ['Lines', 11],
      ['Lines 2', 11],
      ['Lines 3', 6],
      ['ProviderAdjustments', 1],
      ['Transactions', 2],
    ]);
    const whole = bodyOf(await workbookOf([payments('a.edi', ...numbers)]), /^Lines/);
    expect(bodyOf(sheets, /^Lines/)).toEqual(whole);
  });

  it('stays whole where its sheets are compressed in many pieces', async () => {
    const numbers = Array.from({ length: sizeOf(500, 150) }, (_, i) => i);
    expect(await compareCells([payments('a.edi', ...numbers)])).toBeGreaterThan(sizeOf(16_000, 4_000));
  });

  it('is the same file whenever it is made', async () => {
    const make = async () => (await convertToFiles([payments('a.edi', 1)], { output: 'xlsx' })).get('');
    expect(await make()).toEqual(await make());
  });

  it('has checksums as CRC-32 defines them, with and without the help of Node', () => {
    const [first, second] = [Buffer.from('12345'), Buffer.from('6789')];
    expect(tableCrc32(second, tableCrc32(first, 0))).toBe(0xcbf43926);
    expect(crc32(second, crc32(first, 0))).toBe(0xcbf43926);
  });

  it('begins with its content types, which name every kind of part', async () => {
    const file = (await convertToFiles([payments('a.edi', 1)], { output: 'xlsx' })).get('') ?? Buffer.alloc(0);
    const [[name, types] = ['', Buffer.alloc(0)]] = await readZip(file);
    expect(name).toBe('[Content_Types].xml');
    expect(types.toString()).toContain('Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"');
  });
});

const SCHEMAS = `
- name: default
  transactionTypes: [OWN]
  listSchemas:
    - { names: [Main], repeatFields: ['*'], repeatEachRow: ['*'] }
    - { names: [Lines], strategy: ROWS }`;

describe('cells of a workbook', () => {
  const payment = record('Payment', { claim: text('CLP01'), moment: dateTime('CLP06'), note: text('CLP07') });
  const layout = table('OWN', 'Main', payment, [column('claim'), column('moment'), column('note')]);
  const engine = engineWith([new XlsxOutput(), transactionSetPlugin({ emits: [{ unit: '2100', record: payment, table: layout }] })]);
  const options = () => ({ outputParameters: { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(SCHEMAS) } });
  const cellOf = async (claimNumber: string, moment = '', note = '') => {
    const source = sourceOf('a.edi', remittance({ claims: [[`CLP*${claimNumber}*1*1*1**${moment}*${note}`]] }));
    const [row] = bodyOf(await workbookOf([source], options(), engine), /^Main$/);
    return (letters: string) => row?.get(letters);
  };

  it.each([
    '=1+1',
    '+1',
    '-SUM(A1)',
    '@cmd',
    '=HYPERLINK("http://x")',
    '0012',
    '1E5',
    '2026-01-02',
    'TRUE',
    '<b> & "c"',
    "it's",
    '_x0041_',
    '_x41_',
    ' two  blanks ',
  ])('show text as it is: %s', async (value) => {
    expect((await cellOf('A', '', value))('C')).toEqual({ text: value, kind: 'text', formatId: 49, format: undefined });
  });

  it('keep blanks at their ends, which readers may leave out else', async () => {
    const source = sourceOf('a.edi', remittance({ claims: [['CLP*A*1*1*1***  blanks']] }));
    const [, main] = await workbookOf([source], options(), engine);
    expect(main?.xml).toContain('<t xml:space="preserve">  blanks</t>');
    expect(main?.xml).toContain('<t>A</t>');
  });

  it('show characters that XML has not', async () => {
    expect((await cellOf('A', '', 'a\u0001b\u000bc'))('C')?.text).toBe('a\u0001b\u000bc');
  });

  it('show a moment as a date with a time', async () => {
    expect((await cellOf('A', '202601021530'))('B')).toEqual({
      text: String(46024 + 15.5 / 24),
      kind: 'number',
      formatId: 165,
      format: 'yyyy\\-mm\\-dd\\ hh:mm:ss',
    });
  });

  it('show days before March 1900 as text, which spreadsheets count differently', async () => {
    expect((await cellOf('A', '18991231'))('B')).toMatchObject({ text: '1899-12-31', kind: 'text' });
    expect((await cellOf('A', '19000301'))('B')).toMatchObject({ text: '61', kind: 'number' });
  });
});

describe('a plugin that fails', () => {
  const line = record('Line', {
    charge: text('SVC02'),
    fragile: variant<string, 'id'>(
      (loop) => {
        if (loop.segments[0]?.element(2) === '13') throw new Error('cannot bear it');
        return 'id';
      },
      { id: text('SVC03') },
    ),
  });
  const whole = record('Payment', { claim: text('CLP01'), lines: loops('2110', line) });
  const layout = table('OWN', 'Main', whole, [column('claim'), list('lines', 'Lines', [column('charge'), column('fragile')])]);
  const outputs = [new CsvOutput(), new XlsxOutput(), new ParquetOutput()];
  const engine = engineWith([...outputs, transactionSetPlugin({ emits: [{ unit: '2100', record: whole, table: layout }] })]);
  const twoLines = (id: string, second: string) => [`CLP*${id}*1*10*5`, 'SVC*HC:1*12*1', `SVC*HC:2*${second}*2`];
  const source = sourceOf('a.edi', remittance({ claims: [twoLines('A', '11'), twoLines('B', '13'), twoLines('C', '14')] }));
  const options = () => ({ outputParameters: { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(SCHEMAS) } });
  const LINES = [
    ['A', '12', '1'],
    ['A', '11', '2'],
    ['C', '12', '1'],
    ['C', '14', '2'],
  ];

  it.each([100, 3])('leaves its record out of every sheet of %s rows', async (maxRows) => {
    const { outputParameters } = options();
    const sheets = await workbookOf([source], { outputParameters: { ...outputParameters, maxRows } }, engine);
    expect(bodyOf(sheets, /^Lines/).map((row) => csvRow(row, 3))).toEqual(LINES);
    expect(bodyOf(sheets, /^Main/).map((row) => csvRow(row, 1))).toEqual([['A'], ['C']]);
    expect(sheets[0]?.rows.at(-1)?.get('B')?.text).toMatch(/^ERROR: Plugin test failed on Payment/);
  });

  it('leaves its record out of every file of Parquet', async () => {
    const files = await writeParquet([source], options(), engine);
    expect((await queryDuckDb(`select * from '${files.get('-Lines')}'`)).map((row) => Object.values(row))).toEqual(LINES);
    expect(await queryDuckDb(`select Claim from '${files.get('')}'`)).toEqual([{ Claim: 'A' }, { Claim: 'C' }]);
  });
});

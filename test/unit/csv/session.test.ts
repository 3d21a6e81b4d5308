import { CsvOutput } from '../../../plugins/csv';
import { Claims } from '../../../plugins/x12-837';
import { Remittance } from '../../../plugins/x12-835';
import { column, list, loops, record, table, text, variant } from '../../../src/plugin';
import { claim as claim837, claimFile, underSubscriber } from '../../support/claims';
import { convertText, ediErrorOf, sourceOf } from '../../support/conversion';
import { cellsOf, convertCsv, convertCsvFiles, type CsvOptions, readCsv } from '../../support/csv';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { claim, remittance, REMITTANCE_HEAD } from '../../support/remittance';

const payments = (name: string, ...numbers: readonly number[]) => sourceOf(name, remittance({ claims: numbers.map(claim) }));
const claims = (name: string) => sourceOf(name, claimFile([underSubscriber(...claim837('A'))]));

const ELIGIBILITY = ['BHT*0022*11*V0*20260115*1200', 'HL*1**20*1', 'NM1*PR*2*PLAN', 'HL*2*1*21*1', 'NM1*1P*2*CLINIC', 'HL*3*2*22*0', 'NM1*IL*1*DOE'];
const eligibility = (name: string) =>
  sourceOf(
    name,
    writeSegments(
      envelope([transactionSet(ELIGIBILITY, { set: '271', guide: '005010X279A1' })], { guide: '005010X279A1', functionalId: 'HB' }),
      undefined,
      '\n',
    ),
  );

/** The first cells of all lines after the header. */
const firstCells = ({ rows }: { readonly rows: readonly (readonly string[])[] }): string[] =>
  rows.map(([first = '']) => (/^[0-9a-f]{24}$/.test(first) ? 'row' : first));

const MIXED = (name: string) => `ERROR: The output is a table of 835; records of 837P are left out. Convert them into an output of their own. (${name})`;
const NO_COLUMNS = (name: string) =>
  `ERROR: Records of transaction set 271 have no columns. Convert them to JSON or NDJSON or select objects if the guide has them (\`objects=all\` or \`--objects all\`). (${name})`;

describe('a table', () => {
  it('has no line break at its end, and LF between its rows', async () => {
    const { text: csv, rows } = await convertCsv([payments('a.edi', 1, 2, 3)]);
    expect(csv).not.toMatch(/\n$|\r/);
    expect(csv.split('\n')).toHaveLength(4);
    expect(rows).toHaveLength(3);
  });

  it('has one header for several files', async () => {
    const { rows } = await convertCsv([payments('a.edi', 1), payments('b.edi', 2), payments('c.edi', 3)]);
    expect(firstCells({ rows })).toEqual(['row', 'row', 'row']);
  });

  it('names the file of each row', async () => {
    const converted = await convertCsv([payments('a.edi', 1), payments('b, "c".edi', 2)]);
    expect(cellsOf(converted, 'FileName')).toEqual([['a.edi'], ['b, "c".edi']]);
  });

  it('is a header alone for payments without a claim', async () => {
    const { text: csv, header } = await convertCsv([sourceOf('a.edi', remittance({ claims: [] }))]);
    expect(header).toHaveLength(208);
    expect(csv).not.toContain('\n');
  });

  it('is a header alone in each file whose list has no rows', async () => {
    const files = await convertCsvFiles([sourceOf('a.edi', remittance({ claims: [] }))]);
    expect(Object.fromEntries(Object.entries(files).map(([name, { header, rows }]) => [name, [header.length, rows.length]]))).toEqual({
      '': [139, 0],
      '-Lines': [72, 0],
      '-Transactions': [50, 1],
      '-ProviderAdjustments': [55, 0],
    });
  });

  it('of the transactions can be the answer of a service', async () => {
    const converted = await convertCsv([payments('a.edi', 1)], { schemaName: 'transactions-only' });
    expect(cellsOf(converted, 'TransactionType', 'FileName', 'TotalPaymentAmount')).toEqual([['835', 'a.edi', '100']]);
  });

  it('of claims says nothing of their transactions', async () => {
    const files = await convertCsvFiles([claims('p.edi')]);
    expect(Object.keys(files).sort()).toEqual(['', '-Lines']);
    expect(files['']?.rows).toHaveLength(1);
    expect((await convertCsv([claims('p.edi')])).summary).toMatchObject({ records: 1, errors: 0, issues: 0 });
  });
});

describe('records of several kinds', () => {
  it('are reported once for each file and kind; the first kind decides', async () => {
    const several = claimFile([underSubscriber(...claim837('A')), underSubscriber(...claim837('B'))]);
    const converted = await convertCsv([payments('a.edi', 1), sourceOf('b.edi', several), payments('c.edi', 2), claims('d.edi')]);
    expect(firstCells(converted)).toEqual(['row', MIXED('b.edi'), 'row', MIXED('d.edi')]);
    expect(converted.summary.errors).toBe(2);
  });

  it('are told to the listener with their code', async () => {
    const told: string[] = [];
    const engine = engineWith([new CsvOutput(), new Remittance(), new Claims()], ({ code }, fileName) => told.push(`${code} ${fileName}`));
    await convertCsv([claims('p.edi'), payments('a.edi', 1)], { engine });
    expect(told).toEqual(['EDI_MIXED_TABLES a.edi']);
  });

  it('can be claims first', async () => {
    const { header, rows } = await convertCsv([claims('p.edi'), payments('a.edi', 1)]);
    expect(header).toHaveLength(353);
    expect(firstCells({ rows })).toEqual(['row', MIXED('a.edi').replace('of 835; records of 837P', 'of 837P; records of 835')]);
  });

  it('without columns are refused before the first byte where there is nothing else', async () => {
    const { code, message, status } = await ediErrorOf(() => convertCsv([eligibility('e.edi')]));
    expect({ code, message, status }).toEqual({
      code: 'EDI_NO_COLUMNS',
      message:
        'Records of transaction set 271 have no columns. Convert them to JSON or NDJSON or select objects if the guide has them (`objects=all` or `--objects all`).',
      status: 400,
    });
  });

  it('without columns stand as errors behind the header of what comes after them', async () => {
    const { header, rows } = await convertCsv([eligibility('e.edi'), payments('a.edi', 1)]);
    expect(header[0]).toBe('Id');
    expect(firstCells({ rows })).toEqual([NO_COLUMNS('e.edi'), 'row']);
  });

  it('without columns are reported among rows', async () => {
    expect(firstCells(await convertCsv([payments('a.edi', 1), eligibility('e.edi'), payments('b.edi', 2)]))).toEqual(['row', NO_COLUMNS('e.edi'), 'row']);
  });
});

describe('what is said beside the rows', () => {
  const flawed = () => sourceOf('a.edi', remittance({ claims: [[...claim(1), 'XYZ*1'], claim(2)] }));

  it('are warnings where they are wanted', async () => {
    const converted = await convertCsv([flawed()], { warningsInResponse: true });
    expect(firstCells(converted)).toEqual(expect.arrayContaining(["WARNING: Unknown segment 'XYZ' for the transaction set 835 (a.edi)"]));
    expect(firstCells(converted).filter((cell) => cell === 'row')).toHaveLength(2);
  });

  it('are no warnings where they are not', async () => {
    const converted = await convertCsv([flawed()]);
    expect(firstCells(converted)).toEqual(['row', 'row']);
    expect(converted.issues).toHaveLength(1);
  });

  it('is the error of a broken file among good ones', async () => {
    const converted = await convertCsv([payments('a.edi', 1), sourceOf('bad.edi', 'no EDI'), payments('b.edi', 2)]);
    expect(firstCells(converted)).toEqual(['row', expect.stringMatching(/^ERROR: .*\(bad\.edi\)$/), 'row']);
    expect(converted.summary.errors).toBe(1);
  });

  it('stands behind the header where the broken file is the first', async () => {
    const { header, rows } = await convertCsv([sourceOf('bad.edi', 'no EDI'), payments('a.edi', 1)]);
    expect(header).toHaveLength(208);
    expect(firstCells({ rows })).toEqual([expect.stringMatching(/^ERROR: .*\(bad\.edi\)$/), 'row']);
  });

  it('is thrown where nothing else is there', async () => {
    expect((await ediErrorOf(() => convertCsv([sourceOf('bad.edi', 'no EDI')]))).code).toBe('EDI_NOT_EDI');
  });

  it('is one cell, whatever the name of the file', async () => {
    const { rows } = await convertCsv([payments('a.edi', 1), sourceOf('b, "d"\n.edi', 'no EDI')]);
    expect(rows[1]).toHaveLength(1);
    expect(rows[1]?.[0]).toContain('(b, "d"\n.edi)');
  });

  it('stands in the first file of several', async () => {
    const files = await convertCsvFiles([payments('a.edi', 1), sourceOf('bad.edi', 'no EDI')]);
    expect(Object.entries(files).flatMap(([name, { text: csv }]) => (csv.includes('ERROR') ? [name] : []))).toEqual(['']);
  });

  it('is written even where no record comes', async () => {
    const noClaims = sourceOf('p.edi', claimFile([[...underSubscriber(), 'XYZ*1']]));
    const { text: csv } = await convertCsv([noClaims], { warningsInResponse: true });
    expect(csv).toMatch(/^WARNING: /);
  });
});

describe('values that find no column', () => {
  /** A claim with so many remarks on its line. */
  const remarks = (number: number, count: number) => [...claim(number), ...Array.from({ length: count }, (_, i) => `LQ*HE*N${i}`)];
  const lost = (name: string, count: number) =>
    `${name} has more values than columns: ${count} left out. A schema that gives their list more columns (\`numberOfColumnRepeats\`) shows them`;
  const twoFiles = () => [
    sourceOf('a.edi', remittance({ claims: [remarks(1, 7), remarks(2, 6), remarks(3, 5)] })),
    sourceOf('b.edi', remittance({ claims: [remarks(4, 6)] })),
  ];

  it('are counted for each list and file', async () => {
    const { issues, rows, summary } = await convertCsv(twoFiles());
    expect(issues.map(({ issueType, message }) => [issueType, message])).toEqual([
      ['NUMBER_OF_ITEMS', lost('LineRemarkCodes', 3)],
      ['NUMBER_OF_ITEMS', lost('LineRemarkCodes', 1)],
    ]);
    expect(firstCells({ rows })).toEqual(['row', 'row', 'row', 'row']);
    expect(summary).toMatchObject({ issues: 2, errors: 0 });
  });

  it('are a warning behind the rows of their file where warnings are wanted', async () => {
    const converted = await convertCsv(twoFiles(), { warningsInResponse: true });
    expect(firstCells(converted)).toEqual([
      'row',
      'row',
      'row',
      `WARNING: ${lost('LineRemarkCodes', 3)} (a.edi)`,
      'row',
      `WARNING: ${lost('LineRemarkCodes', 1)} (b.edi)`,
    ]);
  });

  it('are none where the schema has columns for all, or wants none of the list', async () => {
    const schema = (more: string) => `
- name: lines-with-header-repeat-first-row
  transactionTypes: [835]
  baseName: claim-line-separate-files
${more}`;
    const more: CsvOptions = { schemas: schema('  listSchemas:\n    - { names: [LineRemarkCodes], numberOfColumnRepeats: 7 }') };
    expect((await convertCsv(twoFiles(), more)).issues).toEqual([]);
    expect((await convertCsv(twoFiles(), { schemas: schema("  excludedFields: ['LineRemarkCode*']") })).issues).toEqual([]);
  });

  it('are counted by what they are: procedures, adjustments and references too', async () => {
    const many = [
      ...claim(1).map((segment) => segment.replace('SVC*HC:99213', 'SVC*HC:99213:A1:A2:A3:A4')),
      'CAS*CO*1*1**2*1**3*1**4*1**5*1',
      ...[1, 2, 3, 4, 5].map((number) => `REF*6R*${number}`),
    ];
    const { issues } = await convertCsv([sourceOf('a.edi', remittance({ claims: [many] }))]);
    const told = issues.map(({ message }) => message).filter((message) => message.includes('more values than columns'));
    expect(told.sort()).toEqual([lost('LineAdjs', 1), lost('LineProcedureModifiers', 1)]);
  });

  it.each([1, 2, 3, 4, 10])('of a payer that %d payments share are counted once', async (count) => {
    const head = REMITTANCE_HEAD.flatMap((segment) =>
      segment.startsWith('N4') ? [segment, ...['A', 'B', 'C'].map((name) => `PER*CX*${name}*TE*5550100`)] : [segment],
    );
    const { issues } = await convertCsv([sourceOf('a.edi', remittance({ head, claims: Array.from({ length: count }, (_, i) => claim(i + 1)) }))]);
    expect(issues.map(({ message }) => message).filter((message) => message.includes('more values than columns'))).toEqual([lost('PayerContacts', 1)]);
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
  const layout = table('835', 'Main', whole, [column('claim'), list('lines', 'Lines', [column('charge'), column('fragile')])]);
  const engine = () => engineWith([new CsvOutput(), transactionSetPlugin({ id: 'fragile', emits: [{ unit: '2100', record: whole, table: layout }] })]);
  const twoLines = (id: string, second: string) => [`CLP*${id}*1*10*5`, 'SVC*HC:1*12*1', `SVC*HC:2*${second}*2`];
  const source = () => sourceOf('a.edi', remittance({ claims: [twoLines('A', '11'), twoLines('B', '13'), twoLines('C', '14')] }));
  const failed = 'ERROR: Plugin fragile failed on Payment at segment 14 (line 14); the record is left out. (a.edi)';

  it('leaves no half row: the rows of its record are taken back', async () => {
    const schemas = `
- name: own
  transactionTypes: [835]
  listSchemas:
    - { names: [Main], output: False, repeatFields: ['*'] }
    - { names: [Lines], strategy: ROWS, fileSuffix: '' }`;
    const { text: csv, summary } = await convertCsv([source()], { schemas, schemaName: 'own', engine: engine() });
    expect(csv.split('\n')).toEqual(['Claim,LineCharge,LineFragile', 'A,12,1', ',11,2', failed, 'C,12,1', ',14,2']);
    expect(summary.errors).toBe(1);
  });

  it('leaves its record out of every file, and is reported once', async () => {
    const schemas = `
- name: own
  transactionTypes: [835]
  listSchemas:
    - { names: [Main], repeatFields: [Claim], repeatEachRow: [Claim] }
    - { names: [Lines], strategy: ROWS }`;
    const files = await convertCsvFiles([source()], { schemas, schemaName: 'own', engine: engine() });
    expect(files['']?.text).toBe(['Claim', 'A', failed, 'C'].join('\n'));
    expect(files['-Lines']?.text).toBe(['Claim,LineCharge,LineFragile', 'A,12,1', 'A,11,2', 'C,12,1', 'C,14,2'].join('\n'));
  });
});

describe('an output for spreadsheets', () => {
  const risky = () => sourceOf('a.edi', remittance({ claims: [['CLP*=1+1*1*-3*+5*20*12*@X*11*1', 'NM1*QC*1*-DOE*=A,B', 'SVC*HC:99213*100*80**1']] }));
  const COLUMNS = ['PatientControlNumber', 'ChargeAmount', 'PayerControlNumber', 'PatientLastName', 'PatientFirstName'];

  it('has an apostrophe before what would be a formula, but not before numbers', async () => {
    expect(cellsOf(await convertCsv([risky()], { spreadsheetSafe: true }), ...COLUMNS)).toEqual([["'=1+1", '-3', "'@X", "'-DOE", "'=A,B"]]);
  });

  it('is asked for', async () => {
    expect(cellsOf(await convertCsv([risky()]), ...COLUMNS)).toEqual([['=1+1', '-3', '@X', '-DOE', '=A,B']]);
  });
});

describe('what is no table', () => {
  it('is refused: segment trees', async () => {
    const { code } = await ediErrorOf(() => convertText([payments('a.edi', 1)], { output: 'csv', convertToSegments: true }));
    expect(code).toBe('EDI_NO_COLUMNS');
  });

  it('is refused in columns: an empty input', async () => {
    expect((await ediErrorOf(() => convertCsv([sourceOf('a.edi', '')]))).code).toBe('EDI_EMPTY_INPUT');
  });

  it('is nothing at all without any source', async () => {
    expect(readCsv((await convertText([], { output: 'csv' })).text).header).toEqual([]);
  });
});

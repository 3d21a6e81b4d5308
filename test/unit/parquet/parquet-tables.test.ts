import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../docs/project-files';
import { ParquetOutput } from '../../../plugins/parquet';
import type { TableParameters, TableTarget } from '../../../plugins/tables';
import { Remittance } from '../../../plugins/x12-835';
import { amount, columns, date, dateTime, integer, quantity, record, table } from '../../../src/plugin';
import { type ByteWriter, Output, type OutputContext } from '../../../src/plugin/io';
import { ediErrorOf, sourceOf } from '../../support/conversion';
import { convertCsv, schemaFolder } from '../../support/csv';
import { queryDuckDb } from '../../support/duckdb';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { claim, remittance } from '../../support/remittance';
import { compareWithCsv, convertToFiles, parquetMetadata, writeParquet } from '../../support/tables';

const SAMPLES = join(ROOT, 'samples');
const samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.edi'));
const sample = (name: string) => sourceOf(name, readFileSync(join(SAMPLES, name)));

const payments = (...numbers: readonly number[]) => sourceOf('a.edi', remittance({ claims: numbers.map(claim) }));

describe('Parquet', () => {
  it.each(samples)('has the rows, sums and checksums of CSV: %s', async (name) => {
    expect(await compareWithCsv([sample(name)])).toBeGreaterThan(50);
  });

  it.each(['lines-with-header-repeat-first-row', 'lines-with-header-repeat-each-row', 'header-only', 'lines-only', 'key-fields'])(
    'has the columns and rows of the schema %s',
    async (schemaName) => {
      expect(await compareWithCsv([sample('835.edi')], { schemaName })).toBeGreaterThan(20);
    },
  );

  it('has the columns of a schema of the user', async () => {
    const schemas = `- name: mine
  transactionTypes: [835]
  baseName: lines-with-header-repeat-each-row-only
  includedFields: [PatientControlNumber, PaymentDate, LinePaidAmount, LineAdj*Amount, LineUnitCount]
`;
    const outputParameters = { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(schemas), schemaName: 'mine' };
    expect(await compareWithCsv([sample('835.edi')], outputParameters)).toBeGreaterThan(10);
    const path = (await writeParquet([sample('835.edi')], { outputParameters })).get('');
    expect((await queryDuckDb(`describe select * from '${path}'`)).slice(0, 4).map(({ column_type: type }) => type)).toEqual([
      'VARCHAR',
      'DATE',
      'DECIMAL(18,2)',
      'DECIMAL(18,6)',
    ]);
  });

  it('adds descriptions of codes where they are asked for', async () => {
    expect(await compareWithCsv([sample('835.edi')], { descriptions: true })).toBeGreaterThan(50);
  });

  it('is one table where the caller takes one', async () => {
    const csv = await convertCsv([payments(1, 2, 3)]);
    expect(csv.rows).toHaveLength(3);
    expect(await compareWithCsv([payments(1, 2, 3)], { schemaName: 'lines-only' })).toBeGreaterThan(3);
  });

  it('stays whole over many row groups', async () => {
    const many = Array.from({ length: 2 }, (_, file) => sourceOf(`${file}.edi`, remittance({ claims: Array.from({ length: 2_500 }, (__, i) => claim(i)) })));
    const outputParameters = { rowGroupBytes: 100_000 };
    expect(await compareWithCsv(many, outputParameters)).toBeGreaterThan(100_000);
    const path = (await writeParquet(many, { outputParameters })).get('');
    const [groups] = await queryDuckDb(
      `select count(distinct row_group_id)::int as n, sum(row_group_num_rows)::int as r from parquet_metadata('${path}') where column_id = 0`,
    );
    expect(groups).toEqual({ n: 5, r: 5_000 });
  });

  it('stays whole where a batch has several row groups, and the output holds the last one', async () => {
    @Output({ id: 'parquet', contentType: 'application/vnd.apache.parquet', extension: 'parquet', splits: true })
    class HoldingOutput extends ParquetOutput {
      protected override openTarget(parameters: TableParameters, context: OutputContext, out: ByteWriter): TableTarget {
        out.mayHold = true;
        return super.openTarget(parameters, context, out);
      }
    }
    // More lines than are counted at a time: each claim is a row group.
    const lines = Array.from({ length: 1_100 }, (_, i) => `SVC*HC:${i}*1*1`);
    const sources = [sourceOf('a.edi', remittance({ claims: Array.from({ length: 20 }, (_, i) => [`CLP*A${i}*1*1*1`, ...lines]) }))];
    const options = { output: 'parquet', outputParameters: { schemaName: 'lines-only', rowGroupBytes: 1 } } as const;
    const held = await convertToFiles(sources, options, engineWith([new HoldingOutput(), new Remittance()]));
    const copied = await convertToFiles(sources, options, engineWith([new ParquetOutput(), new Remittance()]));
    expect(held.get('')?.equals(copied.get('') ?? Buffer.alloc(0))).toBe(true);
  });

  it('has a file with columns and no rows for a list without any', async () => {
    const path = (await writeParquet([sourceOf('a.edi', remittance({ claims: [] }))])).get('-Lines');
    expect(await queryDuckDb(`select count(*)::int as n from '${path}'`)).toEqual([{ n: 0 }]);
    expect(await queryDuckDb(`describe select * from '${path}'`)).toHaveLength(72);
  });

  it('says in its metadata where it comes from and what its columns are', async () => {
    const path = (await writeParquet([payments(1), sourceOf('b.edi', remittance({ claims: [claim(2)] }))])).get('-Lines');
    const metadata = await parquetMetadata(path);
    expect(metadata).toMatchObject({ 'clearloop.transactionType': '835', 'clearloop.schema': 'default', 'clearloop.list': 'Lines' });
    expect(metadata['clearloop.version']).toMatch(/^clearloop \d+\.\d+\.\d+/);
    expect(JSON.parse(metadata['clearloop.sources'] ?? '')).toEqual(['a.edi', 'b.edi']);
    expect(JSON.parse(metadata['clearloop.counts'] ?? '')).toMatchObject({ files: 2, records: 4, errors: 0 });
    expect(JSON.parse(metadata['clearloop.columns'] ?? '')).toMatchObject({ LinePaidAmount: expect.stringMatching(/\w{3,}/) });
    expect(metadata).not.toHaveProperty('clearloop.notices');
  });

  it('lists failures in its metadata', async () => {
    const broken = sourceOf('b.edi', remittance({ claims: [claim(2)] }).slice(0, -40));
    const path = (await writeParquet([payments(1), broken])).get('');
    expect(JSON.parse((await parquetMetadata(path))['clearloop.notices'] ?? '')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^ERROR: .*\(b\.edi\)$/)]),
    );
  });

  it('refuses input whose records have no columns', async () => {
    const error = await ediErrorOf(() =>
      writeParquet([sourceOf('a.edi', writeSegments(envelope([transactionSet(['BHT*1'], { set: '999' })]), undefined, '\n'))]),
    );
    expect(error.code).toBe('EDI_NO_COLUMNS');
  });
});

describe('nested lists', () => {
  const LINE = '[PatientControlNumber, LineControlNumber, LineProcedureCode, LinePaidAmount, LineAdj*ReasonCode, LineAdj*Amount]';
  const SCHEMAS = `- name: nested
  transactionTypes: [835]
  baseName: claim-line-separate-files
  includedFields: ${LINE}
  listSchemas:
    - names: [Lines, LineAdjs]
      strategy: NESTED
- name: nested-in-lines
  transactionTypes: [835]
  baseName: lines-only
  includedFields: ${LINE}
  listSchemas:
    - names: [LineAdjs]
      strategy: NESTED
- name: rows
  transactionTypes: [835]
  baseName: claim-lines-only
  includedFields: ${LINE}
  listSchemas:
    - { names: [Main, Lines], output: False, repeatFields: ['*'], repeatEachRow: ['*'] }
    - { names: [LineAdjs], strategy: ROWS }
`;
  const COLUMNS = 'PatientControlNumber, LineControlNumber, LineProcedureCode, LinePaidAmount, LineAdjReasonCode, LineAdjAmount';
  // unnest leaves out rows whose list is missing.
  const unnested = (list: string): string => `unnest(case when len(${list}) > 0 then ${list} else [null] end)`;
  const fromNested = (path: string | undefined): string =>
    `select PatientControlNumber, line.*, adj.* from (select *, ${unnested('line.LineAdjs')} as adj from (select *, ${unnested('Lines')} as line from '${path}'))`;
  const fromLines = (path: string | undefined): string => `select *, adj.* from (select *, ${unnested('LineAdjs')} as adj from '${path}')`;

  const written = async (sources: Parameters<typeof writeParquet>[0], schemaName: string, rowGroupBytes: number) => {
    const outputParameters = { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(SCHEMAS), schemaName, rowGroupBytes };
    return (await writeParquet(sources, { outputParameters })).get('');
  };

  /** Claims without lines, with one and with several; the last of a thousand lines ends a row group in its middle. */
  const CLAIMS = [
    ...Array.from({ length: 300 }, (_, i) => [`CLP*C${i}*1*9*9`, ...Array.from({ length: i % 4 }, (__, j) => lineOf(`${i}`, j)).flat()]),
    ['CLP*LAST*1*9*9', ...Array.from({ length: 1_000 }, (_, j) => lineOf('LAST', j)).flat()],
  ];

  it.each([
    ['nested', fromNested],
    ['nested-in-lines', fromLines],
  ] as const)('have the items of rows: %s', async (schemaName, select) => {
    const sources = [sourceOf('a.edi', remittance({ claims: CLAIMS })), sample('835.edi')];
    const rows = `select ${COLUMNS} from '${await written(sources, 'rows', 1 << 24)}'`;
    const [count] = await queryDuckDb(`select count(*)::int as n, count(LineAdjAmount)::int as adjustments from (${rows})`);
    expect(count).toEqual({ n: 2_005, adjustments: 1_280 });
    for (const rowGroupBytes of [1 << 24, 4_000]) {
      const nested = `select ${COLUMNS} from (${select(await written(sources, schemaName, rowGroupBytes))})`;
      expect(await queryDuckDb(`(${nested}) except all (${rows})`)).toEqual([]);
      expect(await queryDuckDb(`(${rows}) except all (${nested})`)).toEqual([]);
    }
  });

  it('are numbered columns in CSV', async () => {
    const csv = await convertCsv([sample('835.edi')], { schemas: SCHEMAS, schemaName: 'nested-in-lines' });
    expect(csv.header).toContain('LineAdj2Amount');
  });
});

/** A line; every second one has adjustments, two where its number can be divided by four. */
function lineOf(claimNumber: string, line: number): readonly string[] {
  const adjustments = line % 4 === 0 ? ['CAS*CO*45*1.5**253*2'] : line % 2 === 0 ? ['CAS*PR*1*3'] : [];
  return [`SVC*HC:992${line % 10}*9*9`, ...adjustments, `REF*6R*${claimNumber}-${line}`];
}

describe('values of Parquet', () => {
  const value = record('Value', {
    amount: amount('CLP03'),
    quantity: quantity('CLP04'),
    day: date('CLP07'),
    moment: dateTime('CLP06'),
    count: integer('CLP05'),
  });
  const layout = table('VALUES', 'Main', value, columns('amount', 'quantity', 'day', 'moment', 'count'));
  const SCHEMAS = '- { name: default, transactionTypes: [VALUES] }\n';
  const engine = engineWith([new ParquetOutput(), transactionSetPlugin({ emits: [{ unit: '2100', record: value, table: layout }] })]);

  const valuesOf = async (...rows: readonly string[]) => {
    const claims = rows.map((row) => [`CLP*A*1*${row}`, 'SVC*HC:1*1*1']);
    const outputParameters = { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(SCHEMAS) };
    const issues: string[] = [];
    const source = sourceOf('a.edi', remittance({ claims }));
    const files = await writeParquet([source], { outputParameters, onIssue: ({ message }) => issues.push(message) }, engine);
    return { rows: await queryDuckDb(`select * from '${files.get('')}'`), issues };
  };

  it('are decimals, whole numbers, dates and times', async () => {
    const { rows } = await valuesOf(
      '-12.5*.25*7*202601021530*20240229',
      '0*-1000000*0**19690101',
      '9999999999999999.99*123456789012.123456*123456789012345*20260102*',
    );
    expect(rows).toEqual([
      { Amount: '-12.50', Quantity: '0.250000', Day: '2024-02-29', Moment: '2026-01-02 15:30:00', Count: '7' },
      { Amount: '0.00', Quantity: '-1000000.000000', Day: '1969-01-01', Moment: null, Count: '0' },
      {
        Amount: '9999999999999999.99',
        Quantity: '123456789012.123456',
        Day: null,

        Moment: '2026-01-02 00:00:00',
        Count: '123456789012345',
      },
    ]);
  });

  it('that the type cannot hold are left out and reported', async () => {
    const { rows, issues } = await valuesOf('1.005*1*1', '99999999999999999*1.1234567*1');
    expect(rows.map(({ Amount, Quantity }) => [Amount, Quantity])).toEqual([
      [null, '1.000000'],
      [null, null],
    ]);
    expect(issues.filter((message) => message.includes('cannot hold'))).toEqual([
      expect.stringMatching(/^Amount has values that its type cannot hold: 2 left out\./),
      expect.stringMatching(/^Quantity has values that its type cannot hold: 1 left out\./),
    ]);
  });
});

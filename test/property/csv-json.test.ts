import { join } from 'node:path';
import { columnsOf, nameColumns } from '../../src/mapping/columns/column-tree';
import { resolveTable } from '../../src/mapping/columns/table-node';
import { EdiError } from '../../src/common/edi-error';
import { convertCsv, type ConvertedCsv, schemaFolder } from '../support/csv';
import { type Json, readRecords, sourceOf } from '../support/conversion';
import { cellsOfJson } from '../support/json-cells';
import { type ProductTable, productTables } from '../support/product-tables';
import { filesBelow, sharedFolderWhenLong } from '../support/shared-data';

const LAYOUT = { repeats: 2, isRows: false } as const;

// Those of the samples below: every table has more columns than one schema may name.
const tables = productTables().filter(({ layout }) => layout.list === 'Main' && /^83[57]/.test(layout.transactionType));

const nodesOf = ({ layout }: ProductTable) => nameColumns(resolveTable(layout), () => LAYOUT);

/** Columns of a schema: with those by which rows are found, fewer than one may name. */
const COLUMNS = 900;

/** The columns that there are, of the layout and outside, in groups. */
const groupsOf = (one: ProductTable): string[][] => {
  const names = [...new Set([...columnsOf(nodesOf(one))].map(({ name }) => name))];
  return Array.from({ length: Math.ceil(names.length / COLUMNS) }, (_, i) => ['Id', 'TransactionType', ...names.slice(COLUMNS * i, COLUMNS * (i + 1))]);
};

const GROUPS = Math.max(...tables.map((one) => groupsOf(one).length));

/** Schemas `all0`, `all1` and so on, which show every column, everything side by side. */
const SCHEMAS = tables
  .flatMap((one) =>
    groupsOf(one).map(
      (names, i) =>
        `- { name: all${i}, transactionTypes: ['${one.layout.transactionType}'], listSchemas: [{ names: ['*'], numberOfColumnRepeats: 2 }], includedFields: ${JSON.stringify([...new Set(names)])} }`,
    ),
  )
  .join('\n');

// One folder: a schema of thousands of names takes a while to compile.
let outputParameters: Json = {};
beforeAll(() => {
  outputParameters = { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(SCHEMAS) };
});

async function csvOf(bytes: Buffer, schemaName: string): Promise<ConvertedCsv | undefined> {
  try {
    return await convertCsv([sourceOf('a.edi', bytes)], { outputParameters: { ...outputParameters, schemaName }, maxWarnings: -1 });
  } catch (error) {
    if (error instanceof EdiError) return undefined;
    throw error;
  }
}

const samples = filesBelow(join(__dirname, '../samples')).filter(({ name }) => /x12-83[57].*input\.edi$/.test(name));
const shared = ['conformance/cases/edi_files/835', 'conformance/cases/edi_files/837'].flatMap((name) => {
  const folder = sharedFolderWhenLong(name);
  return folder === undefined ? [] : filesBelow(folder);
});

/** Names of columns with a cell that is not the value of the JSON, and both. */
function differences(csv: ConvertedCsv, records: readonly Json[], table: ProductTable): string[] {
  const nodes = nodesOf(table);
  const byId = new Map(csv.rows.map((row) => [row[csv.header.indexOf('Id')], row]));
  return records.flatMap((record) => {
    const row = byId.get(String(record['id']));
    if (row === undefined) return [];
    const { record: declared } = table.layout;
    if (!('fields' in declared)) throw new Error('A table of a transaction set has fields.');
    const cells = cellsOfJson(nodes, declared, record);
    return csv.header.flatMap((name, i) => {
      const expected = cells.get(name);
      return expected === undefined || expected === (row[i] ?? '')
        ? []
        : [`${String(record['patientControlNumber'])} ${name}: ${row[i] ?? ''} instead of ${expected}`];
    });
  });
}

describe('every column of every table', () => {
  it('has the value of the JSON under the keys of its field, in every sample', async () => {
    let compared = 0;
    for (const { name, read } of [...samples, ...shared]) {
      const bytes = read();
      if (bytes.length > 100_000) continue;
      const all = await Promise.all(Array.from({ length: GROUPS }, async (_, i) => csvOf(bytes, `all${i}`)));
      const [csv] = all;
      const type = csv?.rows.find((row) => row.length > 1)?.[csv.header.indexOf('TransactionType')];
      const table = tables.find(({ layout }) => layout.transactionType === type);
      if (csv === undefined || table === undefined) continue;
      const records = await readRecords([sourceOf('a.edi', bytes)], { maxWarnings: -1 });
      const found = all.flatMap((one) => (one === undefined ? [] : differences(one, records, table)));
      expect({ name, differences: found }).toEqual({ name, differences: [] });
      compared++;
    }
    expect(compared).toBeGreaterThan(10);
  });
});

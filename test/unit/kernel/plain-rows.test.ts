import { join } from 'node:path';
import fc from 'fast-check';
import { CellWriter } from '../../../plugins/csv/cell-writer';
import { ListWriter } from '../../../plugins/csv/list-writer';
import { SchemaFiles, PRODUCT_SCHEMA_FILE } from '../../../plugins/tables/schema/schema-files';
import { compileSchema } from '../../../plugins/tables/schema/compile-schema';
import { ByteWriter } from '../../../src/common/byte-writer';
import type { WrittenRows } from '../../../src/kernel/row-cells';
import { CodeDescriptions, MissingCodes } from '../../../src/mapping/code-descriptions';
import type { Cells } from '../../../src/mapping/columns/cells';
import { rowLevel, type RowPlan, type RowSink } from '../../../src/mapping/columns/row-reader';
import type { TableLayout } from '../../../src/mapping/columns/table';
import { createConverter } from '../../../src/pipeline/create-converter';
import { FileReading } from '../../../src/pipeline/file-reading';
import type { FileReadingOptions } from '../../../src/pipeline/reading-options';
import { encodeItem, theKernel } from '../../../src/pipeline/record-item';
import type { LoopRecordItem } from '../../../src/pipeline/record.types';
import type { StreamItem } from '../../../src/pipeline/stream-item';
import { everyCode } from '../../support/code-directory';
import { damage } from '../../support/damaged-segments';
import { budget, everyNth } from '../../support/fuzz';
import { manyTransactions } from '../../support/many-transactions';
import { remittance } from '../../support/remittance';
import { filesBelow } from '../../support/shared-data';
import { singly } from '../../support/single-items';

/* Rows that the kernel writes while it walks plain segments have to be those that `RowReader` reads from the objects of the same records. */

const { context } = createConverter();
const schemas = new SchemaFiles().open(PRODUCT_SCHEMA_FILE, undefined, []);
const files = filesBelow(join(__dirname, '../../../samples'))
  .filter(({ name }) => /^83[57].*\.edi$/.test(name))
  .map(({ name, read }) => ({ name, text: manyTransactions(read().toString('latin1')) }));

const NAMES = ['default', 'lines-with-header-repeat-first-row', 'lines-with-header-repeat-each-row', 'header-only', 'lines-only'];

/** Plans of a table in a schema, the same each time. */
function plansBy(schemaName: string, describesCodes: boolean): (table: TableLayout) => readonly RowPlan[] {
  const known = new Map<TableLayout, readonly RowPlan[]>();
  return (table) => {
    const choice = { name: schemaName, describesCodes, nests: false };
    const plans =
      known.get(table) ??
      compileSchema(schemas, choice, table.transactionType, [table])
        .lists.map(({ plan }) => plan)
        .filter(({ layout }) => layout === table);
    known.set(table, plans);
    return plans;
  };
}

/** Everything that a sink is given, as text. */
class Transcript implements RowSink {
  readonly lines: string[] = [];

  item(level: number, { out, starts, ends, size, count }: Cells): void {
    const cells = Array.from({ length: size }, (_, i) => ((starts[i] ?? 0) < (ends[i] ?? 0) ? out.bytes.toString('utf8', starts[i], ends[i]) : ''));
    this.lines.push(`${level} ${count} ${cells.join('|')}`);
  }

  row(levels: number): void {
    this.lines.push(`row ${levels}`);
  }

  lose(list: string): void {
    this.lines.push(`lost ${list}`);
  }
}

const cellWriter = new CellWriter({ separator: ',', isSpreadsheetSafe: false, isForExcel: false });

/** The CSV of some rows, of which every other cell of a head stands in each: written by the kernel as far as it can be, or all of it by the writer. */
function csvOf(rows: WrittenRows, plan: RowPlan, isByKernel: boolean): unknown {
  const eachRow = plan.levels.slice(0, -1).map(({ header }) => Uint8Array.from(header, (_, i) => i % 2));
  const list = { name: 'Main', statedSuffix: undefined, plan, eachRow, header: [], nested: [], fileSuffix: '' };
  const writer = new ListWriter(list, cellWriter, new ByteWriter(), false);
  const { text } = writer;
  const wrote = (count: number): void => {
    readings.byKernel += count;
    text?.wrote(count);
  };
  const sink: RowSink = {
    item: (level, cells) => writer.item(level, cells),
    row: (levels) => writer.row(levels),
    lose: (name) => writer.lose(name),
    text: isByKernel && text ? { ...text, wrote } : undefined,
  };
  theKernel().readRows(rows, plan, sink);
  return { csv: writer.out.bytes.toString('utf8', 0, writer.out.length), rows: writer.rows, lost: [...writer.lost] };
}

/** Plans of records that were compared, their items without columns, and rows that the kernel has written as CSV. */
const readings = { early: 0, lost: 0, byKernel: 0 };

function compareRows({ record, loop, segment, context: around }: LoopRecordItem, rows: WrittenRows): void {
  for (const plan of rows.program.plans) {
    const [written, read] = [new Transcript(), new Transcript()];
    if (!theKernel().readRows(rows, plan, written)) {
      expect(written.lines).toEqual([]);
      continue;
    }
    record.readRowsBy(plan).read(loop, segment, around, read);
    expect(written.lines).toEqual(read.lines);
    expect(csvOf(rows, plan, true)).toEqual(csvOf(rows, plan, false));
    readings.early++;
    readings.lost += read.lines.filter((line) => line.startsWith('lost')).length;
  }
}

function optionsOf(descriptions: CodeDescriptions | undefined, rowPlansOf: FileReadingOptions['rowPlansOf']): FileReadingOptions {
  const limits = { maxSegmentBytes: undefined, maxTransactionSegments: Infinity, maxRecordSegments: Infinity, maxRecordBytes: Infinity };
  const none = { isTransactionTopLevel: false, hasControlSegments: false, asSegments: false, objects: new Set<string>(), descriptions };
  const { controlRecords } = context;
  return {
    fileName: 'a "b",é.edi',
    limits,
    controlRecords,
    splitAfter: Infinity,
    findsUnread: true,
    writesEarly: rowPlansOf !== undefined,
    rowPlansOf,
    ...none,
  };
}

async function learnCodes(edi: Buffer, descriptions: CodeDescriptions): Promise<void> {
  const missing = new MissingCodes();
  const out = new ByteWriter();
  for (const item of singly(new FileReading(context.sets, optionsOf(descriptions, undefined)).write(edi)))
    if (item.kind === 'record') encodeItem(item, out, missing);
  await descriptions.learn(missing);
}

/** Compares the rows of all records that the kernel wrote. Returns how many there were. */
function compare(edi: Buffer, rowPlansOf: FileReadingOptions['rowPlansOf'], size: number, descriptions?: CodeDescriptions): number {
  const reading = new FileReading(context.sets, optionsOf(descriptions, rowPlansOf));
  const before = readings.early;
  const check = (items: readonly StreamItem[]): void => {
    for (const item of singly(items)) if (item.kind === 'record' && !('written' in item) && item.rows !== undefined) compareRows(item, item.rows);
  };
  for (let i = 0; i < edi.length; i += size) check(reading.write(edi.subarray(i, i + size)));
  check(reading.end());
  return readings.early - before;
}

/** Files with many records that stand where the guide has them. */
const WALKED: ReadonlySet<string> = new Set(['835.edi', '837i.edi']);

describe('rows that the kernel writes', () => {
  it.each(everyNth(4, files))('are those of $name in every schema', ({ name, text }) => {
    const counts = NAMES.map((schema) => compare(Buffer.from(text, 'latin1'), plansBy(schema, false), 8_000));
    if (WALKED.has(name)) expect(Math.min(...counts)).toBeGreaterThan(10);
  });

  it('add up amounts however they are written', () => {
    const head = remittance({ claims: [] }).split('SE*')[0] ?? '';
    const amount = fc.stringMatching(/^(?:[0-9]{1,4}\.?[0-9]{0,5}|[0-9]{1,9}|\.[0-9]{1,4}|-?[0-9]{1,3}\.[0-9]{2}|[0-9.:A]{1,3})$/);
    const claim = fc
      .tuple(amount, amount, amount)
      .map(([a, b, c]) => `CLP*A1*1*100*80**12*B1*11*1~CAS*CO*45*${a}**253*${b}~CAS*PR*1*${c}~NM1*QC*1*DOE*JO~SVC*HC:99213*100*80**1~DTM*472*20250102~`);
    const plans = plansBy('default', false);
    fc.assert(
      fc.property(fc.array(claim, { minLength: 40, maxLength: 40 }), (claims) => {
        expect(compare(Buffer.from(`${head}${claims.join('')}SE*1*0001~`, 'latin1'), plans, 2_000)).toBeGreaterThan(10);
      }),
      budget(60),
    );
  });

  it('are the same where segments are damaged, in pieces of any size', () => {
    const edit = fc.tuple(fc.nat(), fc.constantFrom('delete', 'repeat', 'swap', 'empty', 'quote', 'unknown'));
    const plans = NAMES.map((name) => plansBy(name, false));
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(edit, { maxLength: 8 }),
        fc.constantFrom(...plans),
        fc.integer({ min: 2_000, max: 70_000 }),
        ({ text }, edits, rowPlansOf, size) => {
          const segments = text.split('~');
          for (const [place, kind] of edits) damage(segments, 3 + (place % (segments.length - 4)), kind);
          compare(Buffer.from(segments.join('~'), 'latin1'), rowPlansOf, size);
        },
      ),
      budget(12),
    );
  });

  it('lose the same items that have no columns', () => {
    const text = files.find(({ name }) => name === '835.edi')?.text.replace(/CAS\*[^~]*~\s*/g, (segment) => segment.repeat(8)) ?? '';
    readings.lost = 0;
    expect(compare(Buffer.from(text, 'latin1'), plansBy('default', false), 8_000)).toBeGreaterThan(10);
    expect(readings.lost).toBeGreaterThan(0);
  });

  it('are CSV at once, unless a cell needs quotes', () => {
    const text = files.find(({ name }) => name === '835.edi')?.text ?? '';
    const rowsOf = (edi: string): number => {
      readings.byKernel = 0;
      expect(compare(Buffer.from(edi, 'latin1'), plansBy('default', false), 8_000)).toBeGreaterThan(10);
      return readings.byKernel;
    };
    const all = rowsOf(text);
    expect(all).toBeGreaterThan(10);
    const withCommas = rowsOf(text.replace(/(CLP\*[^*]*)/, '$1,1'));
    expect(withCommas).toBeLessThan(all);
    expect(withCommas).toBeGreaterThan(0);
  });

  it('of one column are CSV too, of which an empty one is no empty line', () => {
    const text = files.find(({ name }) => name === '835.edi')?.text ?? '';
    const known = new Map<TableLayout, readonly RowPlan[]>();
    const columnsOf = (table: TableLayout): readonly RowPlan[] => {
      const [plan] = plansBy('header-only', false)(table);
      const level = plan?.levels[0];
      return (level?.columns ?? []).map((column) => ({ layout: table, levels: [rowLevel(undefined, level?.nodes ?? [], [column])] }));
    };
    const plansOf = (table: TableLayout): readonly RowPlan[] => {
      const plans = known.get(table) ?? columnsOf(table);
      known.set(table, plans);
      return plans;
    };
    readings.byKernel = 0;
    expect(compare(Buffer.from(text, 'latin1'), plansOf, 8_000)).toBeGreaterThan(100);
    expect(readings.byKernel).toBeGreaterThan(100);
  });

  it('have descriptions that are known', async () => {
    const descriptions = new CodeDescriptions(everyCode());
    for (const { name, text } of everyNth(4, files)) {
      const edi = Buffer.from(text, 'latin1');
      // The kernel knows descriptions of codes that it has written before.
      await learnCodes(edi, descriptions);
      await learnCodes(edi, descriptions);
      const count = compare(edi, plansBy('default', true), 8_000, descriptions);
      if (WALKED.has(name)) expect(count).toBeGreaterThan(10);
    }
  });
});

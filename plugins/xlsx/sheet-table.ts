import { SpooledBytes, type tableReading } from '../../src/plugin/io';
import { type OutputList, RowTable } from '../tables';
import { CellXml } from './cell-xml';
import { columnLetters, Sheet } from './sheet';
import type { DeflatedFacts, ZipWriter } from './zip-writer';

/** XML of a sheet beyond which the rows go on in a further one: an entry of 4 GiB is no plain zip any more, and programs repair or refuse it. */
const MAX_SHEET_BYTES = 3.5 * 2 ** 30;

const ROW_START = Buffer.from('<row r="');
const ROW_NUMBER_END = Buffer.from('">');
const ROW_END = Buffer.from('</row>');

/** What a table needs of its workbook. */
export interface SheetPlaces {
  readonly zip: ZipWriter;
  /** Rows of a sheet, the header included. */
  readonly maxRows: number;
  /** Gives the path of the next sheet in the archive. */
  nextPath(): string;
}

/** A sheet of the table, and where its bytes go. */
interface TableSheet {
  readonly sheet: Sheet;
  readonly path: string;
  /** Undefined for a sheet that is written into the archive at once. */
  readonly spool: SpooledBytes | undefined;
  facts: DeflatedFacts | undefined;
}

/** A table as sheets of a workbook: a further one begins where rows or bytes are more than a sheet has. */
export class SheetTable extends RowTable {
  readonly sheets: TableSheet[] = [];
  private readonly cells: readonly (readonly CellXml[])[];
  private current: TableSheet;
  private rowDigits = Buffer.from('2');
  /** What there was when the record began. */
  private recordStart = { sheets: 1, length: 0, rows: 1 };

  /** A table that `isStreamed` is written into the archive at once; only one table of a workbook can be. */
  constructor(
    list: OutputList,
    private readonly places: SheetPlaces,
    private readonly isStreamed: boolean,
  ) {
    super(list);
    const { levels } = list.plan;
    const firstOf = (level: number): number => levels.slice(0, level).reduce((sum, { columns }) => sum + columns.length, 0);
    this.cells = levels.map(({ columns }, level) => columns.map(({ type }, i) => new CellXml(columnLetters(firstOf(level) + i), type)));
    this.current = this.nextSheet();
  }

  /** Rows without headers. */
  get rows(): number {
    return this.sheets.reduce((sum, { sheet }) => sum + sheet.rows - 1, 0);
  }

  /** Columns with text that was cut, and how often. */
  get cuts(): readonly (readonly [column: string, count: number])[] {
    return this.list.plan.levels.flatMap(({ columns }, level) =>
      columns.flatMap(({ name }, i) => {
        const count = this.cells[level]?.[i]?.cuts ?? 0;
        return count === 0 ? [] : [[name, count] as const];
      }),
    );
  }

  private nextSheet(): TableSheet {
    const { zip } = this.places;
    const path = this.places.nextPath();
    const spool = this.isStreamed ? undefined : new SpooledBytes();
    let isOpen = false;
    const take = (bytes: Uint8Array): void => {
      if (spool !== undefined) return spool.append(bytes);
      if (!isOpen) zip.begin(path);
      isOpen = true;
      zip.content(bytes);
    };
    const next: TableSheet = {
      sheet: new Sheet(
        this.list.plan.levels.flatMap(({ columns }) => columns),
        take,
      ),
      path,
      spool,
      facts: undefined,
    };
    this.sheets.push(next);
    return next;
  }

  mark(): void {
    const { sheet } = this.current;
    this.recordStart = { sheets: this.sheets.length, length: sheet.out.length, rows: sheet.rows };
  }

  takeBack(): void {
    const { sheets, length, rows } = this.recordStart;
    for (const { spool } of this.sheets.splice(sheets)) spool?.close();
    this.current = this.sheets[sheets - 1] ?? this.current;
    this.current.sheet.out.length = length;
    this.current.sheet.rows = rows;
  }

  protected beginRow(): void {
    if (this.current.sheet.rows >= this.places.maxRows || this.current.sheet.bytes > MAX_SHEET_BYTES) this.current = this.nextSheet();
    const { sheet } = this.current;
    this.rowDigits = Buffer.from(String(sheet.rows + 1));
    sheet.out.append(ROW_START);
    sheet.out.append(this.rowDigits);
    sheet.out.append(ROW_NUMBER_END);
  }

  protected endRow(): void {
    const { sheet } = this.current;
    sheet.out.append(ROW_END);
    sheet.rows++;
  }

  protected addCells(level: number, { starts, ends, size, out: from }: tableReading.Cells, only: Uint8Array | undefined): void {
    const { out } = this.current.sheet;
    const writers = this.cells[level] ?? [];
    for (let i = 0; i < size; i++) {
      const start = starts[i] ?? 0;
      const end = ends[i] ?? 0;
      if (start < end && (only === undefined || only[i] === 1)) writers[i]?.write(this.rowDigits, from.bytes, start, end, out);
    }
  }

  /** Compresses it when it is large enough. Sheets before the last are complete. */
  *compress(): Generator<void, void, undefined> {
    for (const one of this.sheets) {
      if (one === this.current) yield* one.sheet.compress();
      else yield* this.complete(one);
    }
  }

  /** Completes the last sheet. */
  *end(): Generator<void, void, undefined> {
    for (const one of this.sheets) yield* this.complete(one);
  }

  private *complete(one: TableSheet): Generator<void, void, undefined> {
    if (one.facts !== undefined) return;
    one.facts = yield* one.sheet.end();
    if (one.spool === undefined) this.places.zip.end(one.facts);
  }

  /** Writes the sheets that waited into the archive. */
  *writeSpooled(): Generator<void, void, undefined> {
    const { zip } = this.places;
    for (const { path, spool, facts } of this.sheets) {
      if (spool === undefined || facts === undefined) continue;
      zip.begin(path);
      for (const bytes of spool.bytes()) {
        zip.content(bytes);
        yield;
      }
      zip.end(facts);
      spool.close();
    }
  }

  close(): void {
    for (const { spool } of this.sheets) spool?.close();
  }
}

import { EdiError, type TableLayout } from '../../src/plugin';
import { type ByteWriter, type Notice, type OutputContext, type OutputSession, type RecordBatch, type RecordOrigin } from '../../src/plugin/io';
import { CellWriter } from './cell-writer';
import type { CsvParameters } from './csv-parameters';
import { ListWriter } from './list-writer';
import type { CompiledSchema } from './schema/compile-schema';

/** The schemas that an output may use. */
export interface SchemaChoice {
  /** The schema for a transaction type. Throws EDI_BAD_PARAMETER when there is none. */
  schemaFor(transactionType: string): CompiledSchema;
  /** Sentences about what means nothing in the file of a schema. */
  warningsOf(schema: CompiledSchema): readonly string[];
  readonly wantsDescriptions: boolean;
  readonly format: Pick<CsvParameters, 'isSpreadsheetSafe' | 'isForExcel' | 'endsLastRow' | 'maxRows'>;
}

/** Notices that are held back until the first record decides what the table is. */
const MOST_HELD_NOTICES = 1_000;

/** One output of tables. The first record that has a table decides which kind of table is written. */
export class CsvSession implements OutputSession {
  /** A transaction without claims has a header too. */
  readonly wantsTransactions = true;
  readonly readsRowsOnly = true;
  readonly wantsDescriptions: boolean;
  private writers: readonly ListWriter[] = [];
  private transactionType: string | undefined;
  private held: string[] = [];
  /** What stopped records from being written while there was no table. */
  private firstFailure: EdiError | undefined;
  /** Kinds of records that were left out, by file. */
  private readonly leftOut = new Set<string>();
  private fileName: string | undefined;

  constructor(
    private readonly choice: SchemaChoice,
    private readonly context: OutputContext,
  ) {
    this.wantsDescriptions = choice.wantsDescriptions;
  }

  *write(batch: RecordBatch, out: ByteWriter): Generator<void, void, undefined> {
    for (let i = 0; i < batch.size; i++) yield* this.writeRecord(batch, i, out);
  }

  private *writeRecord(batch: RecordBatch, index: number, out: ByteWriter): Generator<void, void, undefined> {
    const origin = batch.origin(index);
    if (origin.fileName !== this.fileName) this.nextFile(origin.fileName);
    const table = batch.table(index);
    if (table === undefined) {
      this.refuse(origin, noColumns(origin), origin.transactionSet);
      return;
    }
    if (this.transactionType === undefined) this.open(table, out);
    if (table.transactionType !== this.transactionType) {
      this.refuse(origin, mixed(table, this.transactionType ?? ''), table.transactionType);
      return;
    }
    for (const writer of this.writers) writer.mark();
    for (const writer of this.writers) {
      if (writer.list.plan.layout !== table) continue;
      const failure = yield* batch.readRowsInParts(index, writer.list.plan, writer);
      if (failure === undefined) continue;
      // No list has a record that another lacks.
      for (const each of this.writers) each.takeBack();
      this.say(textOf(failure));
      return;
    }
  }

  /** The first record decides. What was held back follows the header. */
  private open({ transactionType }: TableLayout, out: ByteWriter): void {
    const schema = this.choice.schemaFor(transactionType);
    const { lists, rowList, separator } = schema;
    const cells = new CellWriter({ separator, ...this.choice.format });
    const wanted = this.context.hasFiles ? lists : lists.filter((list) => list === rowList);
    const fileOf = (suffix: string): ByteWriter => (suffix === '' || !this.context.hasFiles ? out : this.context.file(suffix));
    this.writers = wanted.map((list) => new ListWriter(list, cells, fileOf(wanted.length === 1 ? '' : list.fileSuffix)));
    this.transactionType = transactionType;
    for (const message of this.choice.warningsOf(schema)) {
      const warning = this.context.warn(message, '');
      if (warning !== undefined) this.say(textOf(warning));
    }
    for (const text of this.held) this.say(text);
    this.held = [];
  }

  /** Says once for a file and a kind of records that they are left out. */
  private refuse({ fileName }: RecordOrigin, error: EdiError, kind: string): void {
    const key = JSON.stringify([fileName, kind]);
    if (this.leftOut.has(key)) return;
    this.leftOut.add(key);
    this.firstFailure ??= error;
    this.say(textOf(this.context.fail(error, fileName)));
  }

  notice(notice: Notice): void {
    this.say(textOf(notice));
  }

  private say(text: string): void {
    const [first] = this.writers;
    if (first !== undefined) first.notice(text);
    else if (this.held.length < MOST_HELD_NOTICES) this.held.push(text);
  }

  /** At the end of a file: which values of it found no column. */
  private nextFile(fileName: string | undefined): void {
    const previous = this.fileName;
    this.fileName = fileName;
    if (previous === undefined) return;
    const lost = new Map(this.writers.flatMap(({ lost: ofWriter }) => [...ofWriter]));
    for (const [list, count] of lost) {
      const warning = this.context.warn(lostMessage(list, count), previous);
      if (warning !== undefined) this.say(textOf(warning));
    }
    for (const writer of this.writers) writer.lost.clear();
  }

  /** An output without any table is no CSV: what stood in its way is the answer. Warnings alone are written without a header. */
  end(out: ByteWriter): void {
    this.nextFile(undefined);
    if (this.transactionType !== undefined) return this.close();
    if (this.firstFailure !== undefined) throw this.firstFailure;
    const cells = new CellWriter({ separator: ',', ...this.choice.format });
    this.held.forEach((text, i) => {
      if (i > 0) out.text('\n');
      cells.text(text, out);
    });
    if (this.held.length > 0 && this.choice.format.endsLastRow) out.text('\n');
  }

  private close(): void {
    const { endsLastRow, maxRows } = this.choice.format;
    for (const { list, rows, out } of this.writers) {
      const warning = rows > maxRows ? this.context.warn(rowsMessage(list.name, rows, maxRows), '') : undefined;
      if (warning !== undefined) this.say(textOf(warning));
      if (endsLastRow) out.text('\n');
    }
  }
}

const rowsMessage = (list: string, rows: number, maxRows: number): string =>
  `The table of ${list} has ${rows.toLocaleString('en-US')} rows with its header; spreadsheets open the first ${maxRows.toLocaleString('en-US')}. Convert into a folder for a table of each input`;

const textOf = ({ objectType, message, fileName }: Notice): string => `${objectType}: ${message}${fileName === '' ? '' : ` (${fileName})`}`;

const lostMessage = (list: string, count: number): string =>
  `${list} has more values than columns: ${count} left out. A schema that gives their list more columns (\`numberOfColumnRepeats\`) shows them`;

/** ST01 as the standard has it: what else stands there may be anything, a name among it, and is not repeated in a message. */
const TRANSACTION_SET = /^[0-9A-Z]{3}$/i;

function noColumns({ transactionSet }: RecordOrigin): EdiError {
  const what = TRANSACTION_SET.test(transactionSet) ? `Records of transaction set ${transactionSet}` : 'These records';
  return new EdiError('EDI_NO_COLUMNS', `${what} have no columns. Convert them to JSON or NDJSON.`);
}

function mixed({ transactionType }: TableLayout, begun: string): EdiError {
  const message = `The output is a table of ${begun}; records of ${transactionType} are left out. Convert them into an output of their own.`;
  return new EdiError('EDI_MIXED_TABLES', message);
}

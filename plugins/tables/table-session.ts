import { EdiError, type TableLayout } from '../../src/plugin';
import type { ByteWriter, Notice, OutputContext, OutputPart, OutputSession, RecordBatch, RecordOrigin, tableReading } from '../../src/plugin/io';
import type { CompiledSchema } from './schema/compile-schema';
import type { SchemaChoice } from './table-schemas';

/** Writes the rows of one list. */
export interface TableWriter extends tableReading.RowSink {
  readonly list: { readonly plan: tableReading.RowPlan };
  /** Items that found no column since the last file began, by the list that they are of. The session clears it. */
  readonly lost: Map<string, number>;
  /** A record begins. */
  mark(): void;
  /** Takes back the rows of the record that began last. */
  takeBack(): void;
}

/** What a format of tables does with rows. One target is one output; hooks may throw EDI_OUTPUT_FAILED. */
export interface TableTarget {
  /** Opens the tables of a schema: called once, with the first record that has a table. */
  open(schema: CompiledSchema): readonly TableWriter[];
  /** Writes what is said beside rows. Called after `open` only; what came before it follows at once. */
  notice(text: string): void;
  /** A source begins; called once for each, in their order, before and after `open`. */
  source?(fileName: string): void;
  /** Rows of parts were joined, by their list. */
  addRows?(rows: ReadonlyMap<string, number>): void;
  /** Rows that were written, by their list. */
  countRows?(): ReadonlyMap<string, number>;
  /** Called after each record that has rows: a generator pauses where it yields, while the engine does other work. */
  afterRecord?(): Iterable<void>;
  /** Ends the tables. What is written to `out` is taken at each pause. */
  end(out: ByteWriter, warn: (message: string) => void): Iterable<void> | void;
  /** Ends an output for which no table was opened and nothing failed; `notices` is what was said. */
  endWithoutTable(notices: readonly string[], out: ByteWriter): void;
  /** Releases what the target holds. Called once, last, whatever happened. */
  close?(): void;
}

/** Notices that are buffered until the first record decides what the table is. */
const MAX_HELD_NOTICES = 1_000;

/** One output of tables. The first record that has a table decides which kind of table is written. */
export class TableSession implements OutputSession {
  /** A transaction without claims has a header too. */
  readonly wantsTransactions = true;
  readonly readsRowsOnly = true;
  readonly wantsDescriptions: boolean;
  private writers: readonly TableWriter[] = [];
  private transactionType: string | undefined;
  private held: string[] = [];
  /** What stopped records from being written while there was no table. */
  private firstFailure: EdiError | undefined;
  /** Kinds of records that were left out, by file. */
  private readonly leftOut = new Set<string>();
  private fileName: string | undefined;
  private beginsWithNotice = false;

  constructor(
    private readonly choice: SchemaChoice,
    private readonly context: OutputContext,
    private readonly openTarget: (out: ByteWriter) => TableTarget,
  ) {
    this.wantsDescriptions = choice.wantsDescriptions;
  }

  /** Known once a record was written: what stops a schema from being used is reported for that one. */
  rowPlansOf(table: TableLayout): readonly tableReading.RowPlan[] | undefined {
    return table.transactionType === this.transactionType ? this.writers.flatMap(({ list: { plan } }) => (plan.layout === table ? [plan] : [])) : undefined;
  }

  private target: TableTarget | undefined;

  private targetOf(out: ByteWriter): TableTarget {
    return (this.target ??= this.openTarget(out));
  }

  /** A generator for each record would take longer than its rows. */
  *write(batch: RecordBatch, out: ByteWriter): Generator<void, void, undefined> {
    const target = this.targetOf(out);
    for (let i = 0; i < batch.size; i++) {
      const table = this.tableOf(batch, i, target);
      if (table === undefined) continue;
      let failure: Notice | undefined;
      for (const writer of this.writers) writer.mark();
      for (const writer of this.writers) {
        const { plan } = writer.list;
        if (plan.layout !== table || failure !== undefined) continue;
        failure = batch.isLarge(i) ? yield* batch.readRowsInParts(i, plan, writer) : batch.readRows(i, plan, writer);
      }
      if (failure !== undefined) this.takeBack(failure);
      else if (target.afterRecord !== undefined) yield* target.afterRecord();
    }
  }

  /** No list has a record that another lacks. */
  private takeBack(failure: Notice): void {
    for (const writer of this.writers) writer.takeBack();
    this.say(textOf(failure));
  }

  /** The table of a record, whose target is open; undefined for one that is left out. */
  private tableOf(batch: RecordBatch, index: number, target: TableTarget): TableLayout | undefined {
    const origin = batch.origin(index);
    if (origin.fileName !== this.fileName) {
      this.nextFile(origin.fileName);
      target.source?.(origin.fileName);
    }
    const table = batch.table(index);
    if (table === undefined) {
      this.refuse(origin, noColumns(origin, this.context), origin.transactionSet);
      return undefined;
    }
    if (this.transactionType === undefined) this.open(table, target);
    if (table.transactionType === this.transactionType) return table;
    this.refuse(origin, mixed(table, this.transactionType ?? ''), table.transactionType);
    return undefined;
  }

  /** The first record decides. What was held back follows the header. */
  private open({ transactionType }: Pick<TableLayout, 'transactionType'>, target: TableTarget): void {
    const schema = this.choice.schemaFor(transactionType);
    this.writers = target.open(schema);
    this.transactionType = transactionType;
    this.beginsWithNotice = this.held.length > 0;
    if (!this.context.isPart) for (const message of this.choice.warningsOf(schema)) this.warn(message, '');
    for (const text of this.held) this.say(text);
    this.held = [];
  }

  /** Reports once for a file and a kind of records that they are left out. */
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
    if (this.transactionType !== undefined) this.target?.notice(text);
    else if (this.held.length < MAX_HELD_NOTICES) this.held.push(text);
  }

  private warn(message: string, fileName: string): void {
    const warning = this.context.warn(message, fileName);
    if (warning !== undefined) this.say(textOf(warning));
  }

  /** At the end of a file: which values of it found no column. */
  private nextFile(fileName: string | undefined): void {
    const previous = this.fileName;
    this.fileName = fileName;
    if (previous === undefined) return;
    for (const [list, count] of this.lost()) this.warn(lostMessage(list, count), previous);
    for (const writer of this.writers) writer.lost.clear();
  }

  private lost(): ReadonlyMap<string, number> {
    return new Map(this.writers.flatMap(({ lost }) => [...lost]));
  }

  /** Notices without a table, and records that were left out, depend on what other parts have. */
  part(): OutputPart | undefined {
    const { transactionType = '', beginsWithNotice, fileName = '' } = this;
    if (this.leftOut.size > 0 || (transactionType === '' && this.held.length > 0)) return undefined;
    return { transactionType, beginsWithNotice, fileName, lost: [...this.lost()], rows: [...(this.target?.countRows?.() ?? [])] };
  }

  join({ transactionType, beginsWithNotice, fileName }: OutputPart, out: ByteWriter): number | undefined {
    if (typeof transactionType !== 'string' || (this.transactionType ?? transactionType) !== transactionType) return undefined;
    const isNext = fileName !== this.fileName && fileName !== '';
    if (isNext && beginsWithNotice === true && this.lost().size > 0) return undefined;
    if (isNext) this.nextFile(String(fileName));
    if (this.transactionType === undefined) this.open({ transactionType }, this.targetOf(out));
    return 0;
  }

  joined(parts: readonly OutputPart[]): void {
    const [writer] = this.writers;
    const lost = sumOf(parts, 'lost');
    for (const [list, count] of lost) writer?.lost.set(list, count);
    this.target?.addRows?.(sumOf(parts, 'rows'));
  }

  /** An output without any table is none: what stood in its way is thrown. */
  *end(out: ByteWriter): Generator<void, void, undefined> {
    this.nextFile(undefined);
    const target = this.targetOf(out);
    if (this.transactionType !== undefined) {
      const parts = target.end(out, (message) => this.warn(message, ''));
      if (parts) yield* parts;
      return;
    }
    if (this.firstFailure !== undefined) throw this.firstFailure;
    target.endWithoutTable(this.held, out);
  }

  close(): void {
    this.target?.close?.();
  }
}

const textOf = ({ objectType, message, fileName }: Notice): string =>
  `${objectType}: ${message}${fileName === undefined || fileName === '' ? '' : ` (${fileName})`}`;

const lostMessage = (list: string, count: number): string =>
  `${list} has more values than columns: ${count} left out. A schema that gives their list more columns (\`numberOfColumnRepeats\`) shows them`;

function sumOf(parts: readonly OutputPart[], key: 'lost' | 'rows'): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { [key]: counts } of parts) if (typeof counts === 'object') for (const [list, count] of counts) sums.set(list, (sums.get(list) ?? 0) + count);
  return sums;
}

/** ST01 as in the standard: other text may contain anything, even a name, and is not repeated in a message. */
const TRANSACTION_SET = /^[0-9A-Z]{3}$/i;

function noColumns({ transactionSet }: RecordOrigin, { tables }: OutputContext): EdiError {
  const what = TRANSACTION_SET.test(transactionSet) ? `Records of transaction set ${transactionSet}` : 'These records';
  const other = tables.some(({ transactionType }) => transactionType === transactionSet)
    ? ' or select objects if the guide has them (`objects=all` or `--objects all`)'
    : '';
  return new EdiError('EDI_NO_COLUMNS', `${what} have no columns. Convert them to JSON or NDJSON${other}.`);
}

function mixed({ transactionType }: TableLayout, begun: string): EdiError {
  const message = `The output is a table of ${begun}; records of ${transactionType} are left out. Convert them into an output of their own.`;
  return new EdiError('EDI_MIXED_TABLES', message);
}

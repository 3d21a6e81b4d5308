import { type ByteWriter, Fragment, type Notice, type OutputContext, type OutputSession, type RecordBatch } from '../../src/plugin/io';
import { type CompiledRecord, type CompiledResource, compiledTables } from './compiled-tables';
import { Machine, type Node, NONE, type SharedResources } from './machine';
import { keyOf } from './mapping/program';
import { operationOutcome } from './operation-outcome';
import { PaymentDetails } from './payment-details';
import { type ResourceType, ResourceWriter } from './resource-writer';
import { SharedIds } from './shared-ids';

const DEFAULT_CURRENCY = 'USD';

/** Records after which other work may run. */
const RECORDS_OF_A_TURN = 10;

const [OBJECT_TYPE, ID, TRANSACTION, TRANSACTION_TYPE] = [keyOf('objectType'), keyOf('id'), keyOf('transaction'), keyOf('transactionType')];
const [CURRENCY, MESSAGE, CODE, FILE_NAME] = [keyOf('currencyCode'), keyOf('message'), keyOf('code'), keyOf('fileName')];

const DETAILS = new Fragment(',"detail":[');
const [CLOSE_BRACKET, CLOSE_BRACE] = [0x5d, 0x7d];

/** One output of FHIR resources, one a line. With `isBundled` each record is a transaction Bundle of all resources that it refers to. */
export class FhirSession implements OutputSession, SharedResources {
  readonly wantsTopLevelTransactions = true;
  private readonly ids = new SharedIds();
  private generation = 0;
  private readonly tables = compiledTables();
  private readonly machine = new Machine(this.tables, this);
  private readonly written: ResourceWriter;
  /** Details of the current transaction, if it has a resource. It is written when the transaction has ended. */
  private details: PaymentDetails | undefined;
  private fileName: string | undefined;
  private readonly leftOut = new Set<string>();
  private invalid = 0;

  constructor(
    private readonly context: OutputContext,
    private readonly isBundled: boolean,
  ) {
    this.written = new ResourceWriter(isBundled);
  }

  *write(batch: RecordBatch, out: ByteWriter): Generator<void, void, undefined> {
    this.written.out = out;
    try {
      for (let i = 0; i < batch.size; i++) {
        const { fileName } = batch.origin(i);
        if (fileName !== this.fileName) yield* this.beginFile(fileName, out);
        const record = this.machine.read(batch, i);
        const kind = this.machine.string(record, OBJECT_TYPE);
        const table = this.tables.records.get(kind);
        if (table !== undefined) this.writeRecord(table, record);
        else if (kind !== 'TRANSACTION') this.leaveOut(kind, record, out);
        else {
          yield* this.endTransaction(out);
          this.machine.useAsHead();
          if (this.tableOfTransaction() !== undefined) this.details = new PaymentDetails();
        }
        if (i % RECORDS_OF_A_TURN === RECORDS_OF_A_TURN - 1) yield;
      }
    } catch (error) {
      // The batch is taken back, and with it resources that later records refer to.
      this.ids.clear();
      this.nextTurn();
      this.written.clear();
      throw error;
    }
  }

  notice(notice: Notice, out: ByteWriter): void {
    out.text(`${operationOutcome(notice)}\n`);
  }

  *end(out: ByteWriter): Generator<void, void, undefined> {
    yield* this.endTransaction(out);
    this.reportInvalid(out);
  }

  close(): void {
    this.details?.close();
  }

  add(type: number, bytes: Buffer, start: number, end: number, id: number): void {
    if (this.ids.write(bytes.subarray(start, end), bytes, id) || this.isBundled) this.writeShared(type, bytes, start, end, id);
  }

  again(type: number, bytes: Buffer, start: number, end: number, id: number): void {
    if (this.ids.use(bytes, id) || this.isBundled) this.writeShared(type, bytes, start, end, id);
  }

  private writeShared(number: number, bytes: Buffer, start: number, end: number, id: number): void {
    const type = this.tables.types[number];
    if (type !== undefined) this.written.writeShared(type, bytes, start, end, id);
    if (this.generation !== this.ids.generation) this.nextTurn();
  }

  /** A turn is a generation of ids, or a Bundle, which has every resource that it refers to. */
  private nextTurn(): void {
    this.generation = this.ids.generation;
    this.machine.nextTurn();
  }

  private *beginFile(fileName: string, out: ByteWriter): Generator<void, void, undefined> {
    yield* this.endTransaction(out);
    this.reportInvalid(out);
    this.fileName = fileName;
    this.leftOut.clear();
  }

  private tableOfTransaction(): CompiledResource | undefined {
    return this.tables.transactions.get(this.machine.string(this.machine.head, TRANSACTION_TYPE));
  }

  private writeRecord({ resources, details }: CompiledRecord, record: Node): void {
    const { machine } = this;
    this.beginRecord(record);
    const id = machine.string(record, ID);
    for (const { type, operation, list } of resources) {
      if (list === undefined) this.writeOwn(type, id, operation, record);
      else {
        let number = 1;
        for (const value of machine.valuesOf(record, list)) this.writeOwn(type, `${id}-${number++}`, operation, value);
      }
    }
    if (details !== undefined) this.details?.add(machine.write(details, record));
    this.written.endRecord();
    this.invalid += machine.invalidCount;
  }

  private beginRecord(record: Node): void {
    const { machine } = this;
    if (this.isBundled) machine.nextTurn();
    const { currencies } = this.tables;
    const currency = currencies.get(machine.string(record, CURRENCY)) ?? currencies.get(DEFAULT_CURRENCY);
    const transaction = machine.member(record, TRANSACTION);
    machine.begin(record, transaction === NONE ? machine.head : transaction, currency);
  }

  private writeOwn(type: ResourceType, id: string, operation: number, value: Node): void {
    const members = this.machine.write(operation, value);
    if (members.length > 0) this.written.write(type, id, members);
  }

  /** Writes the resource of the transaction that has ended. Its details may be more than memory holds. */
  private *endTransaction(out: ByteWriter): Generator<void, void, undefined> {
    const { details, machine, written } = this;
    this.details = undefined;
    const table = this.tableOfTransaction();
    if (details === undefined || table === undefined) return;
    written.out = out;
    try {
      this.beginRecord(machine.head);
      const id = machine.string(machine.head, ID);
      const members = machine.write(table.operation, machine.head);
      this.invalid += machine.invalidCount;
      written.begin(table.type, id, members.subarray(0, members.length - 1));
      if (!details.isEmpty) {
        out.raw(DETAILS);
        let comma = 1;
        for (const piece of details.bytes()) {
          out.append(piece, comma);
          comma = 0;
          yield;
        }
        out.byte(CLOSE_BRACKET);
      }
      out.byte(CLOSE_BRACE);
      written.end(table.type, id);
      written.endRecord();
    } finally {
      details.close();
    }
  }

  /** Reports a kind of record that has no resource, once for each file. */
  private leaveOut(kind: string, record: Node, out: ByteWriter): void {
    if (kind === 'ERROR') return this.notice(this.errorOf(record), out);
    const name = kind === '' ? 'other formats' : kind;
    if (this.leftOut.has(name)) return;
    this.leftOut.add(name);
    this.warn(`Records of ${name} have no FHIR resource. The output leaves them out`, out);
  }

  private errorOf(record: Node): Notice {
    const [message = '', code, fileName] = [MESSAGE, CODE, FILE_NAME].map((key) => this.machine.string(record, key));
    return { objectType: 'ERROR', message, code, ...(fileName === undefined ? {} : { fileName }) };
  }

  private reportInvalid(out: ByteWriter): void {
    if (this.invalid > 0) this.warn(`FHIR does not allow ${this.invalid} values, such as dates that are none. The output leaves them out`, out);
    this.invalid = 0;
  }

  private warn(message: string, out: ByteWriter): void {
    const notice = this.context.warn(message, this.fileName ?? '');
    if (notice !== undefined) this.notice(notice, out);
  }
}

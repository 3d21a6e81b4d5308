import { type ByteWriter, Fragment, type Notice, type OutputContext, type OutputSession, type RecordBatch } from '../../src/plugin/io';
import { type CompiledRecord, type CompiledResource, compiledTables } from './compiled-tables';
import { Machine, type MachineOutput, type Node } from './machine';
import { keyOf } from './mapping/program';
import { operationOutcome } from './operation-outcome';
import { PaymentDetails } from './payment-details';
import { ResourceWriter } from './resource-writer';
import { ID_WORDS, SharedIds, writeId } from './shared-ids';

/** Records after which other work may run. */
const RECORDS_OF_A_TURN = 10;

const [OBJECT_TYPE, ID, TRANSACTION_TYPE] = [keyOf('objectType'), keyOf('id'), keyOf('transactionType')];
const [MESSAGE, CODE, FILE_NAME] = [keyOf('message'), keyOf('code'), keyOf('fileName')];

const DETAILS = new Fragment(',"detail":[');
const CLOSE_BRACKET = 0x5d;

/** One output of FHIR resources, one a line. With `isBundled` each record is a transaction Bundle of all resources that it refers to. */
export class FhirSession implements OutputSession, MachineOutput {
  readonly wantsTopLevelTransactions = true;
  private readonly ids = new SharedIds();
  private generation = 0;
  private readonly tables = compiledTables();
  readonly readsKeys = this.tables.keys;
  private readonly machine: Machine;
  private readonly written: ResourceWriter;
  /** Details of the current transaction, if it has a resource. It is written when the transaction has ended. */
  private details: PaymentDetails | undefined;
  private fileName: string | undefined;
  private readonly leftOut = new Set<string>();
  private invalid = 0;

  constructor(
    private readonly context: OutputContext,
    isBundled: boolean,
  ) {
    this.machine = new Machine(this.tables, this, isBundled);
    this.written = new ResourceWriter(isBundled);
  }

  *write(batch: RecordBatch, out: ByteWriter): Generator<void, void, undefined> {
    this.written.out = out;
    try {
      for (let i = 0; i < batch.size; i++) {
        const { fileName } = batch.origin(i);
        if (fileName !== this.fileName) yield* this.beginFile(fileName, out);
        const record = this.machine.read(batch, i);
        const kind = this.machine.kindOf(record);
        const table = this.tables.records[kind - 1];
        if (table !== undefined) this.writeRecord(table, record);
        else if (kind !== this.tables.transactionKind) this.leaveOut(record, out);
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
      this.machine.clear();
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

  addShared(content: Buffer, words: Int32Array, index: number): boolean {
    writeId(content, words, index);
    return this.useShared(words, index);
  }

  useShared(words: Int32Array, index: number): boolean {
    if (this.written.isBundled) return this.written.addToBundle(words.subarray(index, index + ID_WORDS).join());
    const isNew = this.ids.add(words, index);
    if (this.generation !== this.ids.generation) this.nextTurn();
    return isNew;
  }

  writeLines(bytes: Buffer, start: number, end: number): void {
    this.written.write(bytes, start, end);
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
    machine.begin(record);
    const id = machine.member(record, ID);
    for (const resource of resources) {
      if (resource.list === undefined) machine.writeResource(resource, id, 0, record);
      else {
        let number = 1;
        for (const value of machine.valuesOf(record, resource.list)) machine.writeResource(resource, id, number++, value);
      }
    }
    if (details !== undefined) this.details?.add((out) => machine.write(details, record, out));
    this.written.endRecord();
    this.invalid += machine.invalidCount;
  }

  /** Writes the resource of the transaction that has ended. Its details may be more than memory holds. */
  private *endTransaction(out: ByteWriter): Generator<void, void, undefined> {
    const { details, machine, written } = this;
    this.details = undefined;
    const table = this.tableOfTransaction();
    if (details === undefined || table === undefined) return;
    written.out = out;
    try {
      machine.begin(machine.head);
      const isBegun = machine.beginResource(table, machine.member(machine.head, ID), machine.head);
      this.invalid += machine.invalidCount;
      if (!isBegun) return;
      if (!details.isEmpty) yield* this.writeDetails(details, out);
      machine.endResource();
      written.endRecord();
    } finally {
      details.close();
    }
  }

  private *writeDetails(details: PaymentDetails, out: ByteWriter): Generator<void, void, undefined> {
    out.raw(DETAILS);
    let comma = 1;
    for (const piece of details.bytes()) {
      out.append(piece, comma);
      comma = 0;
      yield;
    }
    out.byte(CLOSE_BRACKET);
  }

  /** Reports a kind of record that has no resource, once for each file. */
  private leaveOut(record: Node, out: ByteWriter): void {
    const kind = this.machine.string(record, OBJECT_TYPE);
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

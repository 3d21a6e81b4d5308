import { ByteWriter, Fragment, type Notice, type OutputContext, type OutputSession, type RecordBatch } from '../../src/plugin/io';
import { Currency, type ResourceType, Scope, type SharedResource, type SharedResources, type Write } from './mapping/element';
import { inList, TextTable } from './mapping/elements';
import { keyOf, type Node, NONE, RecordText } from './mapping/record-text';
import { MadeResources } from './made-resources';
import { operationOutcome } from './operation-outcome';
import { PaymentDetails } from './payment-details';
import { RECORDS, TRANSACTIONS } from './records';
import { ResourceWriter } from './resource-writer';
import { contentId, SharedIds } from './shared-ids';

const TABLES = new TextTable(
  RECORDS.map(({ kind, resources, details }) => [
    kind,
    {
      resources: resources.map(({ type, table, each }) => ({ type, table, list: each === undefined ? undefined : keyOf(each) })),
      writeDetails: details === undefined ? undefined : inList(details),
    },
  ]),
);
type CompiledTable = NonNullable<ReturnType<(typeof TABLES)['get']>>;

const TRANSACTION_TABLES = new TextTable(TRANSACTIONS);

const DEFAULT_CURRENCY = new Currency('USD');
const CURRENCIES = new TextTable(Intl.supportedValuesOf('currency').map((code) => [code, new Currency(code)]));

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
  private readonly resources = new MadeResources();
  private readonly source = new RecordText();
  private readonly written: ResourceWriter;
  /** The resource of the record, and by their depth those that it refers to, while they are made. */
  private readonly own = new ByteWriter();
  private readonly inner: ByteWriter[] = [];
  /** Where finished resources are written. */
  private out = this.own;
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
    this.out = out;
    try {
      for (let i = 0; i < batch.size; i++) {
        const { fileName } = batch.origin(i);
        if (fileName !== this.fileName) yield* this.beginFile(fileName, out);
        const record = this.source.read(batch, i);
        const table = TABLES.get(this.source, this.source.member(record, OBJECT_TYPE));
        if (table !== undefined) this.writeRecord(table, record);
        else if (this.kindOf(record) !== 'TRANSACTION') this.leaveOut(this.kindOf(record), record, out);
        else {
          yield* this.endTransaction(out);
          this.beginTransaction(this.source.readHead(batch, i));
        }
        if (i % RECORDS_OF_A_TURN === RECORDS_OF_A_TURN - 1) yield;
      }
    } catch (error) {
      // The batch is taken back, and with it resources that later records refer to.
      this.ids.clear();
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

  writer(depth: number): ByteWriter {
    const writer = (this.inner[depth] ??= new ByteWriter());
    writer.clear();
    return writer;
  }

  add(type: ResourceType, content: Buffer): string {
    const id = contentId(content);
    if (this.isBundled || this.ids.add(id)) this.written.write(this.out, type, id, content, type.line.length);
    return id;
  }

  repeat(type: ResourceType, { id, content }: SharedResource): void {
    if (this.isBundled || this.ids.add(id)) this.written.write(this.out, type, id, content, type.line.length);
  }

  made(table: number, json: Buffer): SharedResource | undefined {
    return this.resources.get(table, json);
  }

  remember(table: number, json: Buffer, resource: SharedResource): void {
    this.resources.set(table, json, resource);
  }

  private *beginFile(fileName: string, out: ByteWriter): Generator<void, void, undefined> {
    yield* this.endTransaction(out);
    this.reportInvalid(out);
    this.fileName = fileName;
    this.leftOut.clear();
  }

  private beginTransaction(head: Node): void {
    if (TRANSACTION_TABLES.get(this.source, this.source.member(head, TRANSACTION_TYPE)) !== undefined) this.details = new PaymentDetails();
  }

  private kindOf(record: Node): string {
    return this.source.string(this.source.member(record, OBJECT_TYPE));
  }

  private writeRecord({ resources, writeDetails }: CompiledTable, record: Node): void {
    const { source, details } = this;
    const scope = this.scopeOf(record);
    const id = source.string(source.member(record, ID));
    for (const { type, table, list } of resources) {
      if (list === undefined) this.writeOwn(type, id, table.write, scope);
      else {
        const values = source.member(record, list);
        let number = 1;
        for (let value = source.firstOf(values); value !== NONE; value = source.after(value, values)) {
          scope.node = value;
          this.writeOwn(type, `${id}-${number++}`, table.write, scope);
        }
        scope.node = record;
      }
    }
    this.written.endRecord(this.out);
    if (details !== undefined && writeDetails !== undefined) {
      scope.out = details.out;
      writeDetails(scope);
      details.spool();
    }
    this.invalid += scope.invalid;
  }

  private writeOwn(type: ResourceType, id: string, write: Write, scope: Scope): void {
    const { own } = this;
    own.clear();
    if (write(scope)) this.written.write(this.out, type, id, own.bytes.subarray(0, own.length), 0);
  }

  private scopeOf(record: Node): Scope {
    const { source } = this;
    const transaction = source.member(record, TRANSACTION);
    const currency = CURRENCIES.get(source, source.member(record, CURRENCY)) ?? DEFAULT_CURRENCY;
    return new Scope(source, record, transaction === NONE ? source.head : transaction, currency, this, this.own);
  }

  /** Writes the resource of the transaction that has ended. Its details may be more than memory holds. */
  private *endTransaction(out: ByteWriter): Generator<void, void, undefined> {
    const { details, source, own } = this;
    this.details = undefined;
    const { head } = source;
    const table = TRANSACTION_TABLES.get(source, source.member(head, TRANSACTION_TYPE));
    if (details === undefined || table === undefined) return;
    this.out = out;
    try {
      const scope = this.scopeOf(head);
      const id = source.string(source.member(head, ID));
      own.clear();
      table.table.write(scope);
      this.invalid += scope.invalid;
      own.length--;
      this.written.begin(out, table.type, id, own.bytes.subarray(0, own.length), 0);
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
      this.written.end(out, table.type, id);
      this.written.endRecord(out);
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
    const { source } = this;
    const [message = '', code, fileName] = [MESSAGE, CODE, FILE_NAME].map((key) => source.string(source.member(record, key)));
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

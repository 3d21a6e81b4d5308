import type { ByteWriter, Notice, OutputContext, OutputSession, RecordBatch } from '../../src/plugin/io';
import { Scope, type SharedResources } from './mapping/element';
import { keyOf, type Node, NONE, RecordText } from './mapping/record-text';
import { MadeReferences } from './made-references';
import { operationOutcome } from './operation-outcome';
import { PaymentDetails } from './payment-details';
import { RECORDS, type ResourceTable, TRANSACTIONS } from './records';
import { contentId, SharedIds } from './shared-ids';

const TABLES = new Map(
  RECORDS.map(({ kind, resources, details }) => [
    kind,
    { resources: resources.map(({ type, table, each }) => ({ type, table, list: each === undefined ? undefined : keyOf(each) })), details },
  ]),
);
type CompiledTable = NonNullable<ReturnType<(typeof TABLES)['get']>>;

const DEFAULT_CURRENCY = 'USD';
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Records after which other work may run. */
const RECORDS_OF_A_TURN = 10;

const [OBJECT_TYPE, ID, TRANSACTION, TRANSACTION_TYPE] = [keyOf('objectType'), keyOf('id'), keyOf('transaction'), keyOf('transactionType')];
const [CURRENCY, MESSAGE, CODE, FILE_NAME] = [keyOf('currencyCode'), keyOf('message'), keyOf('code'), keyOf('fileName')];

/** Takes a resource as the JSON of its members. Resources come in the order in which they refer to each other. */
type WriteResource = (type: string, id: string, members: string) => void;

/** One output of FHIR resources, one a line. With `isBundled` each record is a transaction Bundle of all resources that it refers to. */
export class FhirSession implements OutputSession {
  readonly wantsTopLevelTransactions = true;
  private readonly ids = new SharedIds();
  private readonly made: MadeReferences[] = [];
  private readonly source = new RecordText();
  /** Details of the current transaction, if it has a resource. It is written when the transaction has ended. */
  private details: PaymentDetails | undefined;
  private fileName: string | undefined;
  private readonly leftOut = new Set<string>();
  private invalid = 0;

  constructor(
    private readonly context: OutputContext,
    private readonly isBundled: boolean,
  ) {}

  *write(batch: RecordBatch, out: ByteWriter): Generator<void, void, undefined> {
    try {
      for (let i = 0; i < batch.size; i++) {
        const { fileName } = batch.origin(i);
        if (fileName !== this.fileName) yield* this.beginFile(fileName, out);
        const record = this.source.read(batch, i);
        const kind = this.source.string(this.source.member(record, OBJECT_TYPE));
        if (kind === 'TRANSACTION') {
          yield* this.endTransaction(out);
          this.beginTransaction(this.source.readHead(batch, i));
        } else this.writeRecord(kind, record, out);
        if (i % RECORDS_OF_A_TURN === RECORDS_OF_A_TURN - 1) yield;
      }
    } catch (error) {
      // The batch is taken back, and with it resources that later records refer to.
      this.ids.clear();
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

  private *beginFile(fileName: string, out: ByteWriter): Generator<void, void, undefined> {
    yield* this.endTransaction(out);
    this.reportInvalid(out);
    this.fileName = fileName;
    this.leftOut.clear();
  }

  private beginTransaction(head: Node): void {
    if (this.tableOf(head) !== undefined) this.details = new PaymentDetails();
  }

  private tableOf(head: Node): ResourceTable | undefined {
    return TRANSACTIONS.get(this.source.string(this.source.member(head, TRANSACTION_TYPE)));
  }

  private writeRecord(kind: string, record: Node, out: ByteWriter): void {
    const table = TABLES.get(kind);
    if (table === undefined) this.leaveOut(kind, record, out);
    else this.writeAll(out, (write) => this.writeResources(table, record, write));
  }

  private writeResources(table: CompiledTable, record: Node, write: WriteResource): void {
    const scope = this.scopeOf(record, write);
    const id = this.source.string(this.source.member(record, ID));
    for (const { type, table: resource, list } of table.resources) {
      if (list === undefined) writeIfAny(type, id, resource.members(scope), write);
      else {
        const values = this.source.member(record, list);
        let number = 1;
        for (let value = this.source.firstOf(values); value !== NONE; value = this.source.after(value, values)) {
          scope.node = value;
          writeIfAny(type, `${id}-${number++}`, resource.members(scope), write);
        }
        scope.node = record;
      }
    }
    const detail = table.details?.write(scope) ?? '';
    if (detail !== '') this.details?.add(detail);
    this.invalid += scope.invalid;
  }

  private scopeOf(record: Node, write: WriteResource): Scope {
    const { source, ids, made, isBundled } = this;
    const shared: SharedResources = {
      add: (type, members) => {
        const id = contentId(type, members);
        if (isBundled || ids.add(id)) write(type, id, members);
        return id;
      },
      repeat: (type, id, members) => {
        if (isBundled || ids.add(id)) write(type, id, members);
      },
      made: (table) => (made[table] ??= new MadeReferences()),
    };
    const own = source.member(record, TRANSACTION);
    const currency = source.string(source.member(record, CURRENCY));
    return new Scope(source, record, own === NONE ? source.head : own, CURRENCIES.has(currency) ? currency : DEFAULT_CURRENCY, shared);
  }

  /** Writes resources one a line, or as one Bundle. */
  private writeAll(out: ByteWriter, make: (write: WriteResource) => void): void {
    if (!this.isBundled) {
      make((type, id, members) => writeText(out, `${resourceText(type, id, members)}\n`));
      return;
    }
    const entries = new Map<string, string>();
    make((type, id, members) => entries.set(`${type}/${id}`, resourceText(type, id, members)));
    if (entries.size > 0) writeText(out, `${bundleOpening}${[...entries].map(([url, text]) => entryText(url, text)).join(',')}]}\n`);
  }

  /** Writes the resource of the transaction that has ended. Its details may be more than memory holds. */
  private *endTransaction(out: ByteWriter): Generator<void, void, undefined> {
    const { details, source } = this;
    this.details = undefined;
    const own = this.tableOf(source.head);
    if (details === undefined || own === undefined) return;
    try {
      const shared = new Map<string, string>();
      const scope = this.scopeOf(source.head, (type, id, members) => shared.set(`${type}/${id}`, resourceText(type, id, members)));
      const id = source.string(source.member(source.head, ID));
      const opening = resourceText(own.type, id, own.table.members(scope));
      this.invalid += scope.invalid;
      const before = [...shared].map(([url, text]) => (this.isBundled ? `${entryText(url, text)},` : `${text}\n`)).join('');
      writeText(out, this.isBundled ? `${bundleOpening}${before}{"resource":` : before);
      if (details.isEmpty) writeText(out, opening);
      else {
        writeText(out, `${opening.slice(0, -1)},"detail":[`);
        for (const piece of details.bytes()) {
          out.append(piece, 0, piece.length);
          yield;
        }
        writeText(out, ']}');
      }
      writeText(out, this.isBundled ? `,"request":${requestText(`${own.type}/${id}`)}}]}\n` : '\n');
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

const bundleOpening = '{"resourceType":"Bundle","type":"transaction","entry":[';
const requestText = (url: string): string => `{"method":"PUT","url":"${url}"}`;
const entryText = (url: string, resource: string): string => `{"resource":${resource},"request":${requestText(url)}}`;
const resourceText = (type: string, id: string, members: string): string => `{"resourceType":"${type}","id":"${id}",${members}}`;

function writeIfAny(type: string, id: string, members: string, write: WriteResource): void {
  if (members !== '') write(type, id, members);
}

/** Writes binary text. */
function writeText(out: ByteWriter, text: string): void {
  out.reserve(text.length);
  out.length += out.bytes.write(text, out.length, 'latin1');
}

import { ByteWriter, type Notice, type OutputContext, type OutputSession, type RecordBatch, SpooledBytes } from '../../src/plugin/io';
import { Scope, type SharedResources, type Source } from './mapping/element';
import { operationOutcome } from './operation-outcome';
import { readRecord } from './record-reader';
import { RECORDS, type RecordTable, TRANSACTIONS } from './records';
import { contentId, SharedIds } from './shared-ids';

const TABLES: ReadonlyMap<unknown, RecordTable> = new Map(RECORDS.map((table) => [table.kind, table]));

const DEFAULT_CURRENCY = 'USD';
const CURRENCIES: ReadonlySet<unknown> = new Set(Intl.supportedValuesOf('currency'));

/** Records after which other work may run. */
const RECORDS_OF_A_TURN = 10;

/** A transaction whose resource is written when it has ended. */
interface OpenTransaction {
  readonly record: Source;
  /** Details of the resource, as JSON with commas between them. */
  readonly details: SpooledBytes;
  hasDetails: boolean;
}

/** Ids and texts of resources of a record, in the order in which they refer to each other. */
type WriteResource = (type: string, id: string, body: string) => void;

/** One output of FHIR resources, one a line. With `isBundled` each record is a transaction Bundle of all resources that it refers to. */
export class FhirSession implements OutputSession {
  readonly wantsTopLevelTransactions = true;
  private readonly ids = new SharedIds();
  private readonly scratch = new ByteWriter();
  private transaction: OpenTransaction | undefined;
  /** Head of the current transaction, of whatever kind. */
  private head: Source = {};
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
        yield* this.beginFile(batch.origin(i).fileName, out);
        yield* this.writeRecord(readRecord(batch, i, this.scratch), out);
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
    this.transaction?.details.close();
  }

  private *beginFile(fileName: string, out: ByteWriter): Generator<void, void, undefined> {
    if (fileName === this.fileName) return;
    yield* this.endTransaction(out);
    this.reportInvalid(out);
    this.fileName = fileName;
    this.leftOut.clear();
  }

  private *writeRecord(record: Source, out: ByteWriter): Generator<void, void, undefined> {
    const { objectType } = record;
    if (objectType === 'TRANSACTION') {
      yield* this.endTransaction(out);
      this.beginTransaction(record);
      return;
    }
    const table = TABLES.get(objectType);
    if (table === undefined) this.leaveOut(objectType, record, out);
    else this.writeResources(table, { ...record, transaction: record['transaction'] ?? this.head }, out);
  }

  private beginTransaction(record: Source): void {
    this.head = record;
    if (TRANSACTIONS[String(record['transactionType'])] !== undefined) this.transaction = { record, details: new SpooledBytes(), hasDetails: false };
  }

  private writeResources(table: RecordTable, record: Source, out: ByteWriter): void {
    this.writeAll(out, (write) => {
      const scope = this.scopeOf(record, write);
      for (const { type, table: resource, each } of table.resources) {
        const values: unknown = each === undefined ? [record] : record[each];
        if (!Array.isArray(values)) continue;
        for (const [i, value] of values.entries()) {
          scope.value = value;
          const body = resource.write(scope);
          if (body !== '') write(type, each === undefined ? String(record['id']) : `${String(record['id'])}-${i + 1}`, body);
        }
      }
      scope.value = record;
      this.addDetail(table.details?.write(scope) ?? '');
      this.invalid += scope.invalid;
    });
  }

  private addDetail(detail: string): void {
    if (detail === '' || this.transaction === undefined) return;
    this.transaction.details.append(Buffer.from(this.transaction.hasDetails ? `,${detail}` : detail));
    this.transaction.hasDetails = true;
  }

  private scopeOf(record: Source, write: WriteResource): Scope {
    const shared: SharedResources = {
      add: (type, body) => {
        const id = contentId(type, body);
        if (this.isBundled || this.ids.add(id)) write(type, id, body);
        return id;
      },
    };
    return new Scope(record, CURRENCIES.has(record['currencyCode']) ? String(record['currencyCode']) : DEFAULT_CURRENCY, shared);
  }

  /** Writes resources one a line, or as one Bundle. */
  private writeAll(out: ByteWriter, make: (write: WriteResource) => void): void {
    if (!this.isBundled) {
      make((type, id, body) => out.text(`${resourceText(type, id, body)}\n`));
      return;
    }
    const entries = new Map<string, string>();
    make((type, id, body) => entries.set(`${type}/${id}`, resourceText(type, id, body)));
    if (entries.size > 0) out.text(`${bundleOpening}${[...entries].map(([url, text]) => entryText(url, text)).join(',')}]}\n`);
  }

  /** Writes the resource of the transaction that has ended. Its details may be more than memory holds. */
  private *endTransaction(out: ByteWriter): Generator<void, void, undefined> {
    const { transaction } = this;
    this.transaction = undefined;
    if (transaction === undefined) return;
    const { record, details } = transaction;
    try {
      const own = TRANSACTIONS[String(record['transactionType'])];
      if (own === undefined) return;
      const written: string[] = [];
      const parts: [type: string, id: string, body: string][] = [];
      const scope = this.scopeOf(record, (type, id, body) => parts.push([type, id, body]));
      const body = own.table.write(scope);
      this.invalid += scope.invalid;
      const shared = new Map(parts.map(([type, id, text]) => [`${type}/${id}`, resourceText(type, id, text)]));
      const url = `${own.type}/${String(record['id'])}`;
      const opening = resourceText(own.type, String(record['id']), body);
      if (this.isBundled) written.push(bundleOpening, [...shared].map(([one, text]) => `${entryText(one, text)},`).join(''), '{"resource":');
      else written.push([...shared.values()].map((text) => `${text}\n`).join(''));
      out.text(written.join(''));
      if (transaction.hasDetails) {
        out.text(`${opening.slice(0, -1)},"detail":[`);
        for (const piece of details.bytes()) {
          out.append(piece, 0, piece.length);
          yield;
        }
        out.text(']}');
      } else out.text(opening);
      out.text(this.isBundled ? `,"request":${requestText(url)}}]}\n` : '\n');
    } finally {
      details.close();
    }
  }

  /** Reports a kind of record that has no resource, once for each file. */
  private leaveOut(kind: unknown, record: Source, out: ByteWriter): void {
    if (kind === 'ERROR' && typeof record['message'] === 'string') return this.notice({ ...record, objectType: 'ERROR', message: record['message'] }, out);
    const name = typeof kind === 'string' ? kind : 'other formats';
    if (this.leftOut.has(name)) return;
    this.leftOut.add(name);
    this.warn(`Records of ${name} have no FHIR resource. The output leaves them out`, out);
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
const resourceText = (type: string, id: string, body: string): string => `{"resourceType":"${type}","id":"${id}",${body.slice(1)}`;

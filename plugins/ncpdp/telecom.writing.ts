import type { FormatWriteContext, FormatWriting } from '../../src/plugin/io';
import type { Dictionary, FixedRecord, HeaderDef } from './dictionary.types';
import { FRAMING } from './framing';
import { isObject, type JsonObject, writeFixed, wrongFixedText } from './fixed-writing';
import { SegmentWriter } from './segment-writing';
import { BATCH_HEADER, BATCH_TRAILER } from './telecom.reading';
import { isOneUnit } from './unit-splitter';

/** A transmission that more transactions may join. */
interface OpenTransmission {
  /** Text before the transactions. Only a transaction with the same text joins. */
  readonly head: string;
  readonly isFramed: boolean;
  /** Transactions that the header announces. */
  readonly count: number;
  readonly transactions: string[];
  /** Place of its first record in the request. */
  readonly path: string;
}

const char = (code: number): string => String.fromCharCode(code);
const [STX, ETX, GROUP] = [char(FRAMING.start), char(FRAMING.end), char(FRAMING.group)];

/** A line break separates transmissions without a frame. */
const BETWEEN_BARE = '\r\n';

/** Text that frames would keep together. */
const BREAKS_OFF = 'a line break and what looks like a header stand in a value: without a transaction_reference_number another transmission would begin there';

const REFERENCE_LENGTH = 10;
const HEADER = 'transaction_header';
const REFERENCE = 'transaction_reference_number';

/** Writes records as Telecom text. Transactions in sequence whose headers and shared segments are equal become one transmission, up to the count of the header. */
export class TelecomWriting implements FormatWriting {
  private readonly segments: SegmentWriter;
  private open: OpenTransmission | undefined;
  /** True after a transmission without frame. */
  private isAfterBare = false;

  constructor(
    private readonly dictionary: Dictionary,
    private readonly context: FormatWriteContext,
  ) {
    this.segments = new SegmentWriter(dictionary, (path, message) => context.problem(path, message));
  }

  write(record: JsonObject, path: string): void {
    const { header, trailer } = this.dictionary.batch;
    if (BATCH_HEADER in record) this.writeBatch(record[BATCH_HEADER], header, '00', `${path}.${BATCH_HEADER}`);
    else if (BATCH_TRAILER in record) this.writeBatch(record[BATCH_TRAILER], trailer, '99', `${path}.${BATCH_TRAILER}`);
    else this.writeTransaction(record, path);
  }

  end(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    const text = open.head + open.transactions.map((own) => (own === '' ? '' : GROUP + own)).join('');
    if (!open.isFramed && !isOneUnit(text)) this.context.problem(open.path, BREAKS_OFF);
    this.put(open.isFramed ? STX + text + ETX : text, open.isFramed);
  }

  private put(text: string, isFramed: boolean): void {
    if (this.isAfterBare && !isFramed) this.context.out.text(BETWEEN_BARE);
    this.context.out.text(text);
    this.isAfterBare = !isFramed;
  }

  private writeBatch(value: unknown, layout: FixedRecord, id: string, path: string): void {
    this.end();
    const record = this.objectOf(value, path);
    if (record) this.put(STX + writeFixed(layout, { segment_id: id, ...record }, path, this.context) + ETX, true);
  }

  private writeTransaction(record: JsonObject, path: string): void {
    const header = this.objectOf(record[HEADER], `${path}.${HEADER}`);
    if (header === undefined) return;
    const { [REFERENCE]: reference, segment_id: _id, transaction_count: count = '1', ...fields } = header;
    const layout = layoutOf(fields, this.dictionary.headers);
    const fixed = writeFixed(layout, { transaction_count: count, ...fields }, `${path}.${HEADER}`, this.context);
    const { shared, own } = this.segments.write(record, path, fields['version_release_number'] === '51');
    const isFramed = reference !== undefined && reference !== null;
    const head = (isFramed ? this.prefix(reference, `${path}.${HEADER}`) : '') + fixed + shared;
    const { open } = this;
    if (open !== undefined && own !== '' && open.head === head && open.transactions.length < open.count) {
      open.transactions.push(own);
      return;
    }
    this.end();
    this.open = { head, isFramed, count: Number(count) || 1, transactions: [own], path };
  }

  private prefix(reference: unknown, path: string): string {
    const wrong = typeof reference === 'string' ? wrongFixedText(reference, REFERENCE_LENGTH) : 'expected a string';
    if (typeof reference !== 'string' || wrong !== undefined) {
      this.context.problem(`${path}.${REFERENCE}`, wrong ?? '');
      return '';
    }
    return `G1${reference.padEnd(REFERENCE_LENGTH)}`;
  }

  private objectOf(value: unknown, path: string): JsonObject | undefined {
    if (isObject(value)) return value;
    this.context.problem(path, 'expected an object');
    return undefined;
  }
}

/** The layout that has most of the present fields; of several, the one for the transaction code. */
function layoutOf(fields: JsonObject, headers: readonly HeaderDef[]): HeaderDef {
  const [first, ...others] = headers;
  if (first === undefined) throw new RangeError('The dictionary has no headers.');
  const fit = ({ fields: known, codes }: HeaderDef): number => {
    const isForCode = codes?.includes(String(fields['transaction_code'])) === true;
    return known.filter(({ field }) => field.key in fields).length - known.length / 1_000 + (isForCode ? 1 : 0);
  };
  return others.reduce((best, one) => (fit(one) > fit(best) ? one : best), first);
}

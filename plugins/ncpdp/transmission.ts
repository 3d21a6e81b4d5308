import { BYTE } from '../../src/plugin/io';
import type { Dictionary, HeaderDef, SegmentDef } from './dictionary.types';
import { FRAMING, isSeparator, nextSeparator } from './framing';
import { headerKindAt } from './header-layout';
import type { Unit } from './unit-splitter';

/** Read once, because an export of a module is looked up with every use. */
const { SPACE, UPPER_A } = BYTE;
const { field: FIELD, group: GROUP, segment: SEGMENT } = FRAMING;

/** A segment of a transmission: a view of its bytes. */
export interface TelecomSegment {
  /** Such as AM07; empty where the fields of a segment come without its id. */
  readonly id: string;
  readonly def: SegmentDef | undefined;
  /** The first of its fields among the marks of the transmission, and the one after its last. */
  readonly firstField: number;
  endField: number;
  /** 0 for segments that all transactions share, else the transaction that it is of, from 1. */
  readonly transaction: number;
  /** Its text, separators included. */
  readonly start: number;
  end: number;
  /** Counts from 1, the header being 1. */
  readonly ordinal: number;
}

/** A transaction of a transmission. */
export interface TelecomTransaction {
  /** From 1; 0 for the transaction of a transmission that has none but shared segments. */
  readonly number: number;
  /** The segments that only it has. */
  readonly segments: readonly TelecomSegment[];
}

const NO_TRANSACTION: TelecomTransaction = { number: 0, segments: [] };

/** A transmission: a header, and segments of fields. */
export interface Transmission {
  readonly unit: Unit;
  readonly bytes: Buffer;
  /** Absent if no header is recognised. */
  readonly header: HeaderDef | undefined;
  readonly headerStart: number;
  readonly headerEnd: number;
  readonly code: string;
  readonly version: string;
  /** All segments, in the order of the text. */
  readonly segments: readonly TelecomSegment[];
  /** Those that all transactions share. */
  readonly shared: readonly TelecomSegment[];
  /** Start and end of each field, its id included. */
  readonly marks: Int32Array;
  /** At least one: a transmission that has none but shared segments is one transaction. */
  readonly transactions: readonly TelecomTransaction[];
  /** Ranges of text that is in no field. */
  readonly lost: readonly (readonly [number, number])[];
  /** Text after the last transaction that is read; absent if all are. */
  readonly beyond: Beyond | undefined;
}

/** Transactions beyond the maximum of a transmission: begin and end of their text, and their number. */
export interface Beyond {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Maximum of transactions that are read: the limit of the count, which has one digit. Each repeats the shared segments. */
export const MAX_TRANSACTIONS = 9;

/** Length of a detail record before the header: `G1` and the reference number. */
export const DETAIL_PREFIX = 12;

const SEGMENT_ID_LENGTH = 4;

/** Numbers that a slab has room for. */
const SLAB_SIZE = 1 << 14;

/** Room for the marks of many transmissions: one array for each would fill the heap with what lives as long as a batch. */
class MarkSlab {
  private data = new Int32Array(SLAB_SIZE);
  private start = 0;
  private end = 0;

  /** Numbers since the last `take`. */
  get size(): number {
    return this.end - this.start;
  }

  push(one: number, other: number): void {
    if (this.end + 2 > this.data.length) this.move();
    this.data[this.end++] = one;
    this.data[this.end++] = other;
  }

  /** Returns the numbers since the last call; they stay as they are. */
  take(): Int32Array {
    const taken = this.data.subarray(this.start, this.end);
    this.start = this.end;
    return taken;
  }

  private move(): void {
    const next = new Int32Array(Math.max(SLAB_SIZE, 2 * this.size + 2));
    next.set(this.data.subarray(this.start, this.end));
    this.end = this.size;
    this.start = 0;
    this.data = next;
  }
}

/** Reads the structure of transmissions, but no values. */
export class TransmissionReader {
  private readonly slab = new MarkSlab();
  private readonly ids: SegmentIds;

  constructor(private readonly dictionary: Dictionary) {
    this.ids = new SegmentIds(dictionary.segments);
  }

  read(unit: Unit): Transmission {
    const { bytes, end } = unit;
    const headerStart = Math.min(end, unit.start + (unit.kind === 'detail' ? DETAIL_PREFIX : 0));
    const header = headerLayoutAt(bytes, headerStart, this.dictionary);
    const separator = nextSeparator(bytes, headerStart, end);
    const headerEnd = header === undefined ? headerStart : Math.min(separator, headerStart + header.length);
    const builder = new TransmissionBuilder(bytes, this.ids, this.slab);
    let beyond: Beyond | undefined;
    if (header !== undefined) {
      builder.take(SEGMENT, headerEnd, separator);
      for (let at = separator; at < end;) {
        const byte = bytes[at] ?? 0;
        if (byte === GROUP && builder.transactions.length === MAX_TRANSACTIONS) {
          beyond = beyondFrom(bytes, at, end);
          break;
        }
        const next = nextSeparator(bytes, at + 1, end);
        builder.take(byte, at + 1, next);
        at = next;
      }
      builder.close(beyond?.start ?? end);
    }
    const { segments, shared, lost } = builder;
    const transactions = builder.transactions.length === 0 ? [NO_TRANSACTION] : builder.transactions;
    const marks = this.slab.take();
    const text = (key: string): string => (header === undefined ? '' : fixedText(bytes, headerStart, headerEnd, header, key));
    const [version, code] = [text('version_release_number'), text(CODE)];
    return { unit, bytes, header, headerStart, headerEnd, code, version, segments, shared, marks, transactions, lost, beyond };
  }
}

/** Key of the field of a header that names the transaction. */
const CODE = 'transaction_code';

/** The layout of the header at a position; undefined where none is recognised. */
export function headerLayoutAt(bytes: Buffer, at: number, { headers }: Dictionary): HeaderDef | undefined {
  const kind = headerKindAt(bytes, at);
  if (kind === undefined) return undefined;
  let other: HeaderDef | undefined;
  for (const header of headers) {
    const { direction, version, codes } = header;
    if ((direction === 'response') !== (kind === 'response') || (version !== undefined) !== (kind === 'longRequest')) continue;
    if (codes === undefined) other ??= header;
    else if (codes.includes(fixedText(bytes, at, at + header.length, header, CODE))) return header;
  }
  return other;
}

function fixedText(bytes: Buffer, start: number, end: number, { byKey }: HeaderDef, key: string): string {
  const found = byKey.get(key);
  if (found === undefined) return '';
  const from = Math.min(end, start + found.start);
  return bytes.toString('latin1', from, Math.min(end, from + found.field.length)).trim();
}

/** Counts the transactions from a group separator on; undefined without text after it. */
function beyondFrom(bytes: Buffer, start: number, end: number): Beyond | undefined {
  let count = 0;
  let isCounted = true;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === GROUP) isCounted = false;
    else if (!isCounted && byte > SPACE) {
      isCounted = true;
      count++;
    }
  }
  return count === 0 ? undefined : { start, end: trimmedEnd(bytes, start, end), count };
}

/** The ids of the segments of a dictionary, found by their bytes: their text is not made again for each segment. */
class SegmentIds {
  private readonly byBytes: ReadonlyMap<number, SegmentDef>;

  constructor(private readonly byText: ReadonlyMap<string, SegmentDef>) {
    this.byBytes = new Map([...byText.values()].map((def) => [packed(Buffer.from(def.id), 0), def]));
  }

  /** The id between two positions, which begins with AM or is empty, and its definition if it has one. */
  at(bytes: Buffer, from: number, end: number): Pick<TelecomSegment, 'id' | 'def'> {
    const known = end - from === SEGMENT_ID_LENGTH ? this.byBytes.get(packed(bytes, from)) : undefined;
    if (known !== undefined) return { id: known.id, def: known };
    const text = bytes.toString('latin1', from, end);
    const id = text.length > SEGMENT_ID_LENGTH ? text.trim() : text;
    return { id, def: this.byText.get(id) };
  }
}

/** The two characters after AM. */
const packed = (bytes: Uint8Array, from: number): number => ((bytes[from + 2] ?? 0) << 8) | (bytes[from + 3] ?? 0);

/** Puts the texts between separators into segments. */
class TransmissionBuilder {
  readonly segments: TelecomSegment[] = [];
  readonly shared: TelecomSegment[] = [];
  readonly transactions: { readonly number: number; readonly segments: TelecomSegment[] }[] = [];
  readonly lost: (readonly [number, number])[] = [];
  private open: TelecomSegment | undefined;
  /** Group separators so far. */
  private groups = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly ids: SegmentIds,
    private readonly slab: MarkSlab,
  ) {}

  /** Takes the text after a separator. Line breaks and blanks around it are no part of it. */
  take(separator: number, from: number, to: number): void {
    const end = trimmedEnd(this.bytes, from, to);
    if (separator === FIELD) this.takeField(from, end);
    else {
      this.close(from - 1);
      if (separator === GROUP) this.groups++;
      const start = skipBlanks(this.bytes, from, end);
      if (start === end) return;
      if (this.isSegmentId(start)) this.begin(start, end);
      else this.lost.push([start, end]);
    }
  }

  private takeField(from: number, end: number): void {
    if (this.isSegmentId(from) && end > from) {
      this.close(from - 1);
      this.begin(from, end);
    } else if (end - from === 1) this.lost.push([from, end]);
    else if (end > from) {
      if (this.open === undefined) this.begin(from, from);
      this.slab.push(from, end);
    }
  }

  /** `AM` is the field that names a segment. */
  private isSegmentId(at: number): boolean {
    return this.bytes[at] === UPPER_A && this.bytes[at + 1] === 0x4d;
  }

  private begin(from: number, end: number): void {
    const { segments, groups: transaction } = this;
    const { id, def } = this.ids.at(this.bytes, from, end);
    const firstField = this.slab.size / 2;
    this.open = { id, def, firstField, endField: firstField, transaction, start: from, end, ordinal: segments.length + 2 };
    segments.push(this.open);
    this.segmentsOf(transaction).push(this.open);
  }

  private segmentsOf(transaction: number): TelecomSegment[] {
    if (transaction === 0) return this.shared;
    const last = this.transactions.at(-1);
    if (last?.number === transaction) return last.segments;
    const segments: TelecomSegment[] = [];
    this.transactions.push({ number: transaction, segments });
    return segments;
  }

  close(end: number): void {
    if (this.open === undefined) return;
    this.open.endField = this.slab.size / 2;
    this.open.end = trimmedEnd(this.bytes, this.open.start, end);
    this.open = undefined;
  }
}

/** Where a text ends without blanks and line breaks after it. */
export function trimmedEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from && (bytes[end - 1] ?? 0) <= SPACE && !isSeparator(bytes[end - 1] ?? 0)) end--;
  return end;
}

function skipBlanks(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] ?? 0) <= SPACE) at++;
  return at;
}

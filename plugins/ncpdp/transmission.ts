import { BYTE } from '../../src/plugin/io';
import type { Dictionary, HeaderDef, SegmentDef } from './dictionary.types';
import { FRAMING, isSeparator } from './framing';
import { headerKindAt } from './header-layout';
import type { Unit } from './unit-splitter';

/** Read once, because an export of a module is looked up with every use. */
const { SPACE, UPPER_A } = BYTE;

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
  readonly segments: readonly TelecomSegment[];
  /** Start and end of each field, its id included. */
  readonly marks: Int32Array;
  /** Numbers of the transactions, from 1; [0] for a transmission that has none but shared segments. */
  readonly transactions: readonly number[];
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
export class MarkSlab {
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

/** Reads the structure of a transmission, but no values. */
export function readTransmission(unit: Unit, dictionary: Dictionary, slab: MarkSlab): Transmission {
  const { bytes, end } = unit;
  const headerStart = Math.min(end, unit.start + (unit.kind === 'detail' ? DETAIL_PREFIX : 0));
  const header = headerLayoutAt(bytes, headerStart, dictionary);
  const separator = nextSeparator(bytes, headerStart, end);
  const headerEnd = header === undefined ? headerStart : Math.min(separator, headerStart + header.length);
  const builder = new TransmissionBuilder(bytes, dictionary.segments, slab);
  let beyond: Beyond | undefined;
  if (header !== undefined) {
    builder.take(FRAMING.segment, headerEnd, separator);
    for (let at = separator; at < end;) {
      if (bytes[at] === FRAMING.group && builder.transactionCount === MAX_TRANSACTIONS) {
        beyond = beyondFrom(bytes, at, end);
        break;
      }
      const next = nextSeparator(bytes, at + 1, end);
      builder.take(bytes[at] ?? 0, at + 1, next);
      at = next;
    }
    builder.close(beyond?.start ?? end);
  }
  const { segments, lost, transactions } = builder;
  const marks = slab.take();
  const text = (key: string): string => (header === undefined ? '' : fixedText(bytes, headerStart, headerEnd, header, key));
  const [version, code] = [text('version_release_number'), text('transaction_code')];
  return { unit, bytes, header, headerStart, headerEnd, code, version, segments, marks, transactions, lost, beyond };
}

/** The segments of a transaction; of 0 those that all transactions share. They are stored together, in the order of transactions. */
export function segmentsOf({ segments }: Transmission, transaction: number): readonly TelecomSegment[] {
  return segments.slice(firstOf(segments, transaction), firstOf(segments, transaction + 1));
}

/** Searches by halves: a transmission may have a hundred thousand segments. */
function firstOf(segments: readonly TelecomSegment[], transaction: number): number {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.transaction ?? 0) < transaction) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The layout of the header at a position; undefined where none is recognised. */
export function headerLayoutAt(bytes: Buffer, at: number, { headers }: Dictionary): HeaderDef | undefined {
  const kind = headerKindAt(bytes, at);
  if (kind === undefined) return undefined;
  const candidates = headers.filter(
    ({ direction, version }) => (direction === 'response') === (kind === 'response') && (version !== undefined) === (kind === 'longRequest'),
  );
  const codeOf = (header: HeaderDef): string => fixedText(bytes, at, at + header.length, header, 'transaction_code');
  return candidates.find((header) => header.codes?.includes(codeOf(header))) ?? candidates.find(({ codes }) => codes === undefined);
}

function fixedText(bytes: Buffer, start: number, end: number, { fields }: HeaderDef, key: string): string {
  const found = fields.find(({ field }) => field.key === key);
  if (found === undefined) return '';
  const from = Math.min(end, start + found.start);
  return bytes.toString('latin1', from, Math.min(end, from + found.field.length)).trim();
}

function nextSeparator(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at++) if (isSeparator(bytes[at] ?? 0)) return at;
  return end;
}

/** Counts the transactions from a group separator on; undefined without text after it. */
function beyondFrom(bytes: Buffer, start: number, end: number): Beyond | undefined {
  let count = 0;
  let isCounted = true;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === FRAMING.group) isCounted = false;
    else if (!isCounted && byte > SPACE) {
      isCounted = true;
      count++;
    }
  }
  return count === 0 ? undefined : { start, end: trimmedEnd(bytes, start, end), count };
}

/** Puts the texts between separators into segments. */
class TransmissionBuilder {
  readonly segments: TelecomSegment[] = [];
  readonly lost: (readonly [number, number])[] = [];
  private open: TelecomSegment | undefined;
  /** Group separators so far. */
  private groups = 0;
  /** Transactions that have segments, so far. */
  transactionCount = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly defs: ReadonlyMap<string, SegmentDef>,
    private readonly slab: MarkSlab,
  ) {}

  /** Takes the text after a separator. Line breaks and blanks around it are no part of it. */
  take(separator: number, from: number, to: number): void {
    const end = trimmedEnd(this.bytes, from, to);
    if (separator === FRAMING.field) this.takeField(from, end);
    else {
      this.close(from - 1);
      if (separator === FRAMING.group) this.groups++;
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
    const id = this.bytes.toString('latin1', from, end);
    const known = id.length > SEGMENT_ID_LENGTH ? id.trim() : id;
    if (this.groups !== (this.segments.at(-1)?.transaction ?? 0)) this.transactionCount++;
    this.open = {
      id: known,
      def: this.defs.get(known),
      firstField: this.slab.size / 2,
      endField: this.slab.size / 2,
      transaction: this.groups,
      start: from,
      end,
      ordinal: this.segments.length + 2,
    };
    this.segments.push(this.open);
  }

  close(end: number): void {
    if (this.open === undefined) return;
    this.open.endField = this.slab.size / 2;
    this.open.end = trimmedEnd(this.bytes, this.open.start, end);
    this.open = undefined;
  }

  get transactions(): readonly number[] {
    const numbers = [...new Set(this.segments.map(({ transaction }) => transaction))].filter((one) => one > 0);
    return numbers.length === 0 ? [0] : numbers;
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

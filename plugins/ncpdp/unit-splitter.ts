import { EdiError } from '../../src/plugin';
import { BYTE, isFiller, type SourcePlace } from '../../src/plugin/io';
import { FRAMING, isSeparator } from './framing';
import { type BatchKind, batchKindAt, HEADER_HEAD, headerKindAt } from './header-layout';
import type { SourceOffsets } from './source-offsets';

/** Read once, because an export of a module is looked up with every use. */
const { CR, LF, SPACE } = BYTE;
const { start: STX, end: ETX } = FRAMING;

/** A record of a batch, or a single transmission. */
export interface Unit {
  readonly kind: BatchKind | 'bare';
  readonly bytes: Buffer;
  /** The first byte of its text. */
  readonly start: number;
  readonly end: number;
  /** Line of its first byte. */
  readonly lineNumber: number;
  /** Byte offset in the input of a position in `bytes`. Valid until the listener has taken the unit. */
  readonly offsetOf: (at: number) => number;
  /** True when the input ends before the unit does. */
  readonly isCut: boolean;
}

/** Receives units, and bytes outside units. */
export interface UnitListener {
  onUnit(unit: Unit): void;
  /** A range that is not read: its begin, and its length in the input. */
  onLost(place: Omit<SourcePlace, 'segmentNumber'>, length: number): void;
}

/** Number of bytes after a line break that are enough to recognise a header. */
const LOOKAHEAD = 32 + HEADER_HEAD;

/** Minimum of bytes that are joined to held bytes. */
const MIN_STEP_BYTES = 4_096;

interface Extent {
  readonly kind: Unit['kind'];
  readonly start: number;
  readonly end: number;
  readonly isCut: boolean;
}

/**
 * Splits a stream into units: records between STX and ETX, and single transmissions, each up to the line break before the next header. Holds one unit and one
 * piece of the input.
 */
export class UnitSplitter {
  private pending: Buffer = Buffer.alloc(0);
  /** Offset of `pending` in the text, which is decoded. */
  private textOffset = 0;
  private lineNumber = 1;
  /** The first line break of `pending` that was not counted. */
  private lineBreak = 0;
  private lost: (Omit<SourcePlace, 'segmentNumber'> & { length: number }) | undefined;
  /** True inside text that is not read: a unit begins after a line break or with STX only. */
  private isInJunk = false;

  constructor(
    private readonly listener: UnitListener,
    private readonly maxUnitBytes: number,
    private readonly offsets: SourceOffsets,
  ) {}

  /** Offset in the input of the first byte that is held. */
  get readBytes(): number {
    return this.offsetOf(0);
  }

  write(bytes: Buffer): void {
    const rest = this.pending.length === 0 ? bytes : this.completePending(bytes);
    if (rest !== undefined) {
      this.pending = rest;
      this.split(false);
    }
    if (this.pending.length > this.maxUnitBytes) throw tooLarge(this.maxUnitBytes, this.offsetOf(0));
  }

  /**
   * Completes the held bytes with as many of the next bytes as needed, because joining all of them would copy the whole input. Returns the remaining bytes;
   * undefined when all of them are held.
   */
  private completePending(bytes: Buffer): Buffer | undefined {
    for (let taken = 0; taken < bytes.length;) {
      const next = bytes.subarray(taken, taken + Math.max(MIN_STEP_BYTES, this.pending.length));
      taken += next.length;
      this.pending = Buffer.concat([this.pending, next]);
      this.split(false);
      if (this.pending.length <= next.length) return bytes.subarray(taken - this.pending.length);
    }
    return undefined;
  }

  end(): void {
    this.split(true);
    this.reportLost();
  }

  private split(isEnd: boolean): void {
    let at = 0;
    this.lineBreak = lineBreakFrom(this.pending, 0);
    for (;;) {
      at = this.isInJunk ? at : skipBetween(this.pending, at);
      const next = at < this.pending.length ? this.next(at, isEnd) : undefined;
      if (next === undefined) break;
      at = next;
    }
    this.countTo(at);
    this.pending = this.pending.subarray(at);
    this.textOffset += at;
    this.offsets.forget(this.textOffset);
  }

  /** Emits the unit at a position, and returns its end; undefined when more bytes have to come first. */
  private next(at: number, isEnd: boolean): number | undefined {
    const { pending } = this;
    const isFramed = pending[at] === STX;
    if (!isFramed && this.isInJunk) return this.skipJunk(at);
    if (!isFramed && !isEnd && pending.length - at < LOOKAHEAD) return undefined;
    if (!isFramed && kindAt(pending, at) === undefined) return this.skipJunk(at);
    const extent = isFramed ? framedExtent(pending, at, isEnd) : bareExtent(pending, at, isEnd);
    if (extent === undefined) return undefined;
    this.reportLost();
    this.isInJunk = false;
    this.countTo(at);
    const { kind, start, end, isCut } = extent;
    this.listener.onUnit({ kind, bytes: pending, start, end, lineNumber: this.lineNumber, offsetOf: this.offsetOf, isCut });
    return end;
  }

  /** Skips text up to the next line or record. */
  private skipJunk(at: number): number {
    const { pending } = this;
    let end = at;
    while (end < pending.length && pending[end] !== LF && pending[end] !== CR && (end === at || pending[end] !== STX)) end++;
    this.countTo(at);
    this.lost ??= { lineNumber: this.lineNumber, byteOffset: this.offsetOf(at), length: 0 };
    this.lost.length += this.offsetOf(end) - this.offsetOf(at);
    this.isInJunk = end === pending.length;
    return end === at ? at + 1 : end;
  }

  /** In the input, of a position in `pending`. */
  private readonly offsetOf = (at: number): number => this.offsets.of(this.textOffset + at);

  private reportLost(): void {
    const { lost } = this;
    this.lost = undefined;
    if (lost !== undefined && lost.length > 0) this.listener.onLost({ lineNumber: lost.lineNumber, byteOffset: lost.byteOffset }, lost.length);
  }

  private countTo(at: number): void {
    for (; this.lineBreak < at; this.lineBreak = lineBreakFrom(this.pending, this.lineBreak + 1)) this.lineNumber++;
  }
}

/** The position of the next line break; infinity without one. Remembered, because a search goes to the end of bytes without line breaks. */
function lineBreakFrom(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(LF, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** Line breaks in a range of bytes. */
export function linesIn(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}

function kindAt(bytes: Buffer, at: number): Unit['kind'] | undefined {
  return batchKindAt(bytes, at) ?? (headerKindAt(bytes, at) === undefined ? undefined : 'bare');
}

/** Bytes between units: blanks, line breaks, and an ETX without a record. */
function skipBetween(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (isFiller(bytes[at] ?? 0) || bytes[at] === ETX)) at++;
  return at;
}

function framedExtent(bytes: Buffer, at: number, isEnd: boolean): Extent | undefined {
  const etx = bytes.indexOf(ETX, at + 1);
  const before = etx < 0 ? bytes.length : etx;
  const stx = bytes.indexOf(STX, at + 1);
  const isInterrupted = stx >= 0 && stx < before;
  if (!isInterrupted && etx < 0 && !isEnd) return undefined;
  const end = isInterrupted ? stx : before;
  const start = Math.min(end, skipFiller(bytes, at + 1));
  // The byte at the end is in no header, and a detail record is one without a header too.
  return { kind: batchKindAt(bytes, start) ?? (isDetail(bytes, start) ? 'detail' : 'bare'), start, end, isCut: etx < 0 || isInterrupted };
}

/** True for the beginning of a detail record, G1, also when its header is damaged. */
const isDetail = (bytes: Buffer, at: number): boolean => bytes[at] === 0x47 && bytes[at + 1] === 0x31;

function skipFiller(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && isFiller(bytes[at] ?? 0)) at++;
  return at;
}

/** A transmission without frame ends before the line that begins the next one. */
function bareExtent(bytes: Buffer, at: number, isEnd: boolean): Extent | undefined {
  const kind = kindAt(bytes, at) ?? 'bare';
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= SPACE || isSeparator(byte)) continue;
    if (byte === STX || byte === ETX) return { kind, start: at, end: i, isCut: false };
    if (byte !== LF && byte !== CR) continue;
    const next = skipFiller(bytes, i);
    if (!isEnd && bytes.length - next < LOOKAHEAD) return undefined;
    if (kindAt(bytes, next) !== undefined || bytes[next] === STX) return { kind, start: at, end: i, isCut: false };
    i = next - 1;
  }
  return isEnd ? { kind, start: at, end: bytes.length, isCut: false } : undefined;
}

/** True for a transmission without frame that reading does not end before its last byte. */
export function isOneUnit(text: string): boolean {
  if (!/[\r\n]/.test(text)) return true;
  const bytes = Buffer.from(text);
  return bareExtent(bytes, 0, true)?.end === bytes.length;
}

function tooLarge(limit: number, byteOffset: number): EdiError {
  return new EdiError(
    'EDI_SEGMENT_TOO_LARGE',
    `A transmission has more than ${limit} bytes (from byte ${byteOffset} on). Is the end of its record (ETX) or a line break missing?`,
  );
}

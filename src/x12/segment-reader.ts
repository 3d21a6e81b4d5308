import { BYTE, isBetweenSegments, isFiller } from '../common/bytes';
import { EdiError } from '../common/edi-error';
import type { IssueListener, SourcePlace } from '../common/issue';
import { DEFAULT_DELIMITERS, type Delimiters, holdsTerminator } from './delimiters';
import { InputDecoder } from './input-decoder';
import { isIsa, recogniseStart } from './interchange-seeker';
import { LineUnwrapper } from './line-unwrapper';
import { Chunk, type Segment, type SegmentList } from './segment';
import { type Oddity, MAX_SEGMENT_VALUES, SegmentScanner } from './segment-scanner';
import { NO_SEGMENT_KEY, segmentKey } from './segment-key';
import { holdsSegments } from './segment-likeness';
import { SourceCounter } from './source-counter';

/** 10 MB: far above any segment but BIN and BDS. */
export const DEFAULT_MAX_SEGMENT_BYTES = 10_000_000;

/** How far junk before the first ISA, GS or ST is searched before the input is said not to be EDI. */
const MAX_LEADING_JUNK_BYTES = 65_536;

const UTF8_MARK_BYTES = 3;

/** SE, GE and IEA. */
const MAX_TRAILERS = 3;
const GE = segmentKey('GE');
const BEFORE_GE = new Set(['SE', 'GS'].map(segmentKey));
const BEFORE_IEA = new Set(['TA1', 'ISA'].map(segmentKey));

/** True where an IEA follows the end of a group, or nothing that has to end. */
function isComplete([first = 0, second = 0]: readonly number[]): boolean {
  return second === GE ? BEFORE_GE.has(first) : BEFORE_IEA.has(second);
}

/** What waits is shorter. A longer segment is kept apart. */
const LARGE_TAIL_BYTES = 1 << 16;

/** Room after the bytes of a chunk, so that copies may read whole words. */
const COPY_SLACK = 8;

export interface SegmentReaderOptions {
  /**
   * Receives the segments of a write, in order. One that became an object stays valid; a list of which none did is valid until the next write. Where
   * `mayWait` is true, it returns how many of them it has read: the others are given again, with those of the next bytes.
   */
  readonly onSegments: (segments: SegmentList, mayWait: boolean) => unknown;
  /** True for a receiver that returns how many segments it has read. */
  readonly mayWait?: boolean;
  /** True for a receiver of an IEA that leaves a transaction set open: the segments after it may belong to its interchange. */
  readonly isUndecided?: () => boolean;
  /** Receives findings, before or after the segments around them. */
  readonly onIssue?: IssueListener;
  /** A longer segment is an error; default 10,000,000 bytes. */
  readonly maxSegmentBytes?: number;
}

/** A place in the input: the bytes, segments and lines before it, lines counted from 1. */
export interface ReadPosition {
  readonly byteOffset: number;
  readonly segmentNumber: number;
  readonly lineNumber: number;
}

/** What is known of an interchange before its ISA is read again. */
export interface InterchangeStart {
  readonly delimiters: Delimiters;
  /** True where lines end between segments, so that a line break inside a segment is no wrapped line. */
  readonly hasLineBreaks: boolean;
}

/**
 * Finds segments in bytes that come in pieces of any size.
 *
 * Every byte of the input ends up in a segment, in noise (line breaks, blanks, NUL and ^Z between segments, also next lines
 * and no-break spaces of other encodings, byte order marks, empty segments) or in an issue that names a skipped range. Delimiters come from each ISA;
 * input may also start at GS or ST. UTF-16 and EBCDIC are decoded first, wrapped lines joined.
 *
 * Throws EDI_NOT_EDI, EDI_EMPTY_INPUT and EDI_SEGMENT_TOO_LARGE; everything else is an issue.
 */
export class SegmentReader {
  private readonly decoder = new InputDecoder();
  private readonly counter = new SourceCounter();
  private readonly maxSegmentBytes: number;
  private readonly onIssue: IssueListener;
  /** Bytes after the last segment that was read, in a buffer that grows: segments that are given again, and the beginning of one. */
  private tail = Buffer.alloc(1024);
  private tailLength = 0;
  /** What was joined last, and the chunks that were read there. */
  private room = NO_BYTES;
  private chunks: Chunk[] = [];
  /** Offset of the tail's first byte in the decoded and unwrapped input. */
  private offset = 0;
  /** A binary segment is complete when the tail is this long. */
  private neededBytes = 0;
  /** True where the tail begins with segments that are given again. */
  private waits = false;
  /** Set inside an interchange. */
  private scanner: SegmentScanner | undefined;
  private delimiters: Delimiters | undefined;
  private unwrapper: LineUnwrapper | undefined;
  /** The last byte before the tail. */
  private byteBefore = 0;
  /** Ids of the last segments. */
  private lastKeys: readonly number[] = new Array<number>(MAX_TRAILERS).fill(NO_SEGMENT_KEY);
  /** True after an IEA that came too early. */
  private mayContinue = false;
  private skippedFrom: SourcePlace | undefined;
  /** True when the skipped range holds what looks like segments: it is damaged EDI and not text around it. */
  private hasSkippedSegments = false;
  private sawLowerCase = false;

  constructor(private readonly options: SegmentReaderOptions) {
    this.maxSegmentBytes = options.maxSegmentBytes ?? DEFAULT_MAX_SEGMENT_BYTES;
    this.onIssue = options.onIssue ?? (() => undefined);
  }

  /** Bytes of segments that are given again, and of one that is not complete. */
  get heldBytes(): number {
    return this.tailLength;
  }

  /** Offset in the decoded input of the first byte that is held: everything before it was read. */
  get readBytes(): number {
    return this.offset + (this.unwrapper?.removedBefore(this.offset).bytes ?? 0);
  }

  /** Begins inside an interchange, whose ISA is read next, from whatever place. Nothing may have been read before. */
  resume({ delimiters, hasLineBreaks }: InterchangeStart): void {
    this.delimiters = delimiters;
    this.scanner = new SegmentScanner(delimiters, true, this.counter, {
      mayBeWrapped: !hasLineBreaks,
      maxSegmentBytes: this.maxSegmentBytes,
    });
  }

  /** Continues at another place of the input: what is written next stands there. Nothing may be held. */
  moveTo({ byteOffset, segmentNumber, lineNumber }: ReadPosition): void {
    this.offset = byteOffset;
    this.counter.segmentNumber = segmentNumber;
    this.counter.lineNumber = lineNumber;
  }

  /** What reading the next bytes depends on, as text; undefined where that is more than a text can say. */
  get state(): string | undefined {
    const { counter, offset, scanner } = this;
    if (this.tailLength > 0 || scanner === undefined || this.unwrapper !== undefined || this.skippedFrom !== undefined) return undefined;
    return JSON.stringify([offset, counter.segmentNumber, counter.lineNumber, scanner.mayBeWrapped, this.sawLowerCase, this.delimiters]);
  }

  /** Takes the next bytes. The buffer may be used again after the call. */
  write(data: Buffer): void {
    this.accept(this.decoder.write(data));
  }

  /** Gives the segments that wait for more bytes. */
  settle(): void {
    if (this.waits) this.consume(this.takeTail(NO_BYTES), { isLast: false, mayWait: false });
  }

  /** Says that no bytes follow; a broken-off segment is reported. */
  end(): void {
    this.accept(this.decoder.end());
    this.consume(this.takeTail(NO_BYTES), LAST);
    if (this.counter.segmentNumber === 0) throw this.nothingRead();
    this.closeLastSegment();
    this.reportSkippedRange(this.offset);
  }

  private accept(decoded: Buffer): void {
    if (decoded.length === 0) return;
    if (this.offset === 0 && this.decoder.encoding === 'utf-8 with mark') this.offset = UTF8_MARK_BYTES;
    const data = this.unwrapper ? this.unwrapper.unwrap(decoded, this.offset + this.tailLength) : decoded;
    if (this.canWait(data)) this.appendToTail(data);
    else if (this.tailLength < LARGE_TAIL_BYTES) this.consume(this.takeTail(data), NOT_LAST);
    else this.consumeApart(data);
  }

  /** A long segment gets a buffer of its own, so that those after it do not keep it in memory. */
  private consumeApart(data: Buffer): void {
    const terminator = this.delimiters === undefined ? -1 : data.indexOf(this.delimiters.segment, Math.max(0, this.neededBytes - this.tailLength - 1));
    const cut = terminator < 0 ? data.length : terminator + 1;
    this.consume(this.takeTail(data.subarray(0, cut)), NOT_LAST);
    if (cut < data.length) this.consume(this.takeTail(data.subarray(cut)), NOT_LAST);
  }

  /** True when no segment can end in the new bytes, so that looking at them again later costs nothing. */
  private canWait(data: Buffer): boolean {
    if (this.scanner === undefined || this.delimiters === undefined || this.waits) return false;
    if (this.neededBytes > 0) return this.tailLength + data.length < this.neededBytes;
    return this.tailLength > 3 && !holdsTerminator(data, this.delimiters);
  }

  private appendToTail(data: Buffer): void {
    const length = this.tailLength + data.length;
    if (this.scanner !== undefined && !this.waits) this.checkSegmentSize(length);
    if (length > this.tail.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.tail.length));
      this.tail.copy(larger, 0, 0, this.tailLength);
      this.tail = larger;
    }
    data.copy(this.tail, this.tailLength);
    this.tailLength = length;
  }

  /** Joins the tail and new bytes into a buffer which segments may keep. */
  private takeTail(data: Buffer): Buffer {
    const length = this.tailLength + data.length;
    const joined = this.takeRoom(length);
    this.tail.copy(joined, 0, 0, this.tailLength);
    data.copy(joined, this.tailLength);
    this.tailLength = 0;
    return joined;
  }

  /** Room for so many bytes: the last one again if nobody reads its chunks any more. */
  private takeRoom(length: number): Buffer {
    const isFree = this.room.length >= length + COPY_SLACK && this.chunks.every(({ isDone }) => isDone);
    this.chunks = [];
    // Pieces of input are of one length, and what stands before them is not.
    const spare = length < LARGE_TAIL_BYTES ? 0 : length >> 3;
    if (!isFree) this.room = Buffer.allocUnsafeSlow(length + spare + COPY_SLACK);
    return this.room.subarray(0, length);
  }

  private consume(input: Buffer, { isLast, mayWait }: Turn): void {
    this.waits = false;
    let bytes = input;
    let position = 0;
    let needsMore = false;
    while (!needsMore && position < bytes.length) {
      if (this.scanner === undefined) {
        const sought = this.seek(bytes, position, isLast);
        position = sought.position;
        needsMore = sought.needsMore;
        continue;
      }
      const { scanner } = this;
      position = this.scan(scanner, bytes, position, mayWait);
      if (scanner.stop === 'wrapped') {
        bytes = this.startUnwrapping(bytes, position);
        position = 0;
      } else if (this.unwrapper !== undefined && this.scanner === undefined) {
        bytes = this.stopUnwrapping(this.unwrapper, bytes, position);
        position = 0;
      } else needsMore = this.scanner !== undefined;
    }
    this.leave(bytes, position);
    this.unwrapper?.forget(this.offset + position);
    this.offset += position;
    if (position < bytes.length) this.appendToTail(bytes.subarray(position));
  }

  /** Bytes up to a position are done with: what follows begins a buffer of its own. */
  private leave(bytes: Buffer, position: number): void {
    this.counter.endAt(bytes, position);
    if (position > 0) this.byteBefore = bytes[position - 1] ?? 0;
  }

  private startUnwrapping(bytes: Buffer, position: number): Buffer {
    this.offset += position;
    this.leave(bytes, position);
    this.unwrapper = new LineUnwrapper();
    this.scanner = new SegmentScanner(this.delimiters ?? DEFAULT_DELIMITERS, this.scanner?.expectsIsa ?? false, this.counter, {
      mayBeWrapped: false,
      maxSegmentBytes: this.maxSegmentBytes,
    });
    return this.unwrapper.unwrap(bytes.subarray(position), this.offset);
  }

  /** The next interchange may have lines of its own: gives the rest of the bytes as they stood in the input. */
  private stopUnwrapping(unwrapper: LineUnwrapper, bytes: Buffer, position: number): Buffer {
    const removed = unwrapper.removedBefore(this.offset + position);
    const rest = unwrapper.rewrap(bytes.subarray(position), this.offset + position);
    this.leave(bytes, position);
    this.offset += position + removed.bytes;
    this.counter.lineNumber += removed.lines;
    this.unwrapper = undefined;
    return withSlack(rest);
  }

  /** Reads segments from `start`; gives the position after the last one that is complete. */
  private scan(scanner: SegmentScanner, bytes: Buffer, start: number, mayWait: boolean): number {
    this.neededBytes = 0;
    const chunk = this.openChunk(bytes);
    const position = scanner.scan(chunk, start);
    const waiting = this.deliver(scanner, mayWait && this.options.mayWait === true && scanner.stop === 'end' && this.unwrapper === undefined);
    if (waiting === undefined) this.noteLast(scanner);
    chunk.give();
    if (waiting !== undefined) return this.waitFor(waiting);
    if (scanner.stop === 'too long') throw this.tooLong(this.offset + position);
    if (scanner.stop === 'too many') throw this.tooLong(this.offset + position, `has more than ${MAX_SEGMENT_VALUES} elements and components`);
    if (scanner.stop === 'binary') {
      if (scanner.needed > this.maxSegmentBytes) throw this.tooLong(this.offset + position);
      this.neededBytes = scanner.needed;
    } else if (scanner.stop !== 'wrapped' && (scanner.stop !== 'end' || isIsa(bytes, position, 0))) this.scanner = undefined;
    return position;
  }

  private noteLast({ segments, stop }: SegmentScanner): void {
    if (segments === undefined) return;
    for (let i = Math.max(0, segments.length - MAX_TRAILERS); i < segments.length; i++) this.lastKeys = [...this.lastKeys.slice(1), segments.keyAt(i)];
    this.mayContinue = stop === 'interchange end' && (!isComplete(this.lastKeys) || this.options.isUndecided?.() === true);
  }

  /** Hands segments over, each finding before the segment that it is about. Returns the first one that is to be given again. */
  private deliver({ segments, oddities }: SegmentScanner, mayWait: boolean): Segment | undefined {
    if (segments === undefined || segments.length === 0) return undefined;
    let from = 0;
    for (const { index, kind } of oddities) {
      if (index > from) this.options.onSegments(segments.slice(from, index), false);
      this.reportOddity(segments.at(index), kind);
      from = Math.max(from, index);
    }
    const given = from === 0 ? segments : segments.slice(from);
    const read = this.options.onSegments(given, mayWait);
    return mayWait && typeof read === 'number' && read < given.length ? given.look(read) : undefined;
  }

  /** Goes back to a segment, as if it had not been read; returns its position. */
  private waitFor(segment: Segment): number {
    this.waits = true;
    this.counter.segmentNumber = segment.segmentNumber - 1;
    this.counter.lineNumber = segment.lineNumber;
    return segment.start(0);
  }

  private openChunk(bytes: Buffer): Chunk {
    const chunk = new Chunk(bytes, this.delimiters ?? DEFAULT_DELIMITERS, this.offset, this.unwrapper?.lookup());
    this.chunks.push(chunk);
    return chunk;
  }

  private reportOddity(segment: Segment, kind: Oddity['kind']): void {
    const { id, place } = segment;
    const named = segment.key === NO_SEGMENT_KEY ? {} : { segment: id };
    if (kind === 'line break') {
      const element = brokenElement(segment);
      const at = element === 0 ? {} : { at: { element } };
      this.onIssue({ issueType: 'INVALID', ruleId: 'input-line-break', ...named, ...at, place, message: 'A line break stands inside an element' });
    } else if (!this.sawLowerCase) {
      this.sawLowerCase = true;
      this.onIssue({
        issueType: 'INVALID',
        ruleId: 'input-lower-case',
        segment: id,
        place,
        message: 'Segment ids are in lower case; they are read as upper case',
      });
    }
  }

  /** Finds the next interchange from `start`; the position up to which the bytes are done with. */
  private seek(bytes: Buffer, start: number, isLast: boolean): { position: number; needsMore: boolean } {
    const position = this.skipFiller(bytes, start);
    if (position >= bytes.length) return { position, needsMore: true };
    const found = recogniseStart(bytes, position, {
      previous: this.delimiters,
      mayContinue: this.mayContinue,
      isInJunk: this.skippedFrom !== undefined,
      byteBefore: this.byteBefore,
      isLast,
    });
    if (found.kind === 'unknown') return { position, needsMore: true };
    if (found.kind === 'junk') {
      this.skip(bytes, position, found.next);
      return { position: found.next, needsMore: false };
    }
    this.reportSkippedRange(this.offset + position);
    this.delimiters = found.delimiters;
    this.scanner = new SegmentScanner(found.delimiters, found.startsWithIsa, this.counter, {
      mayBeWrapped: this.unwrapper === undefined,
      maxSegmentBytes: this.maxSegmentBytes,
    });
    return { position, needsMore: false };
  }

  private skipFiller(bytes: Buffer, start: number): number {
    let i = start;
    for (; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      if (!isBetweenSegments(byte) && !isTerminatorByte(byte, this.delimiters)) break;
      if (byte === BYTE.LF || byte === BYTE.CR) this.counter.countLine(bytes, i);
    }
    return i;
  }

  private skip(bytes: Buffer, start: number, end: number): void {
    this.skippedFrom ??= this.placeAt(this.offset + start);
    this.hasSkippedSegments ||= holdsSegments(bytes, start, end, start === 0 ? this.byteBefore : (bytes[start - 1] ?? 0));
    for (let i = start; i < end; i++) if ((bytes[i] ?? 0) === BYTE.LF || (bytes[i] ?? 0) === BYTE.CR) this.counter.countLine(bytes, i);
    if (this.counter.segmentNumber === 0 && this.offset + end > MAX_LEADING_JUNK_BYTES) throw notEdi();
  }

  private reportSkippedRange(end: number): void {
    const place = this.skippedFrom;
    if (place === undefined) return;
    const length = this.placeAt(end).byteOffset - place.byteOffset;
    const message = `Skipped ${length} bytes that are not EDI, from byte ${place.byteOffset} (line ${place.lineNumber})`;
    this.onIssue({ issueType: 'INVALID', ruleId: 'input-skipped', place, message, ...(this.hasSkippedSegments ? { dataLoss: true } : {}) });
    this.skippedFrom = undefined;
    this.hasSkippedSegments = false;
  }

  /** The input's last segment may lack its terminator: SE, GE and IEA are read all the same, others are reported as lost. */
  private closeLastSegment(): void {
    if (this.tailLength === 0) return;
    const place = this.placeAt(this.offset);
    const id = /^[A-Za-z0-9]{2,3}(?![A-Za-z0-9])/.exec(this.tail.toString('latin1', 0, Math.min(this.tailLength, 4)))?.[0]?.toUpperCase();
    if (this.delimiters && this.neededBytes === 0 && (id === 'SE' || id === 'GE' || id === 'IEA')) {
      this.onIssue({ issueType: 'INVALID', ruleId: 'input-terminator', segment: id, place, message: `The last segment ${id} has no terminator` });
      while (isFiller(this.tail[this.tailLength - 1] ?? 0)) this.tailLength--;
      this.consume(this.takeTail(Buffer.of(this.delimiters.segment)), LAST);
      return;
    }
    const where = id === undefined ? 'a segment' : `segment ${id}`;
    const length = this.placeAt(this.offset + this.tailLength).byteOffset - place.byteOffset;
    const message = `The input ends inside ${where} (line ${place.lineNumber}, byte ${place.byteOffset}); its ${length} bytes were not read`;
    this.onIssue({
      issueType: 'INVALID',
      ruleId: 'input-ended',
      place,
      message,
      dataLoss: true,
      errorCode: 'EDI_INPUT_ENDED',
      ...(id === undefined ? {} : { segment: id }),
    });
  }

  private nothingRead(): EdiError {
    if (this.skippedFrom) return notEdi();
    if (this.tailLength === 0)
      return new EdiError('EDI_EMPTY_INPUT', 'The input is empty, or has nothing but blanks and line breaks. Send EDI that begins with ISA, GS or ST.');
    return new EdiError('EDI_INPUT_ENDED', `The input ends inside its first segment, after ${this.tailLength} bytes. Is the file complete?`);
  }

  private checkSegmentSize(length: number): void {
    if (length > this.maxSegmentBytes) throw this.tooLong(this.offset);
  }

  private tooLong(offset: number, excess = `is longer than ${this.maxSegmentBytes} bytes`): EdiError {
    const { lineNumber, byteOffset, segmentNumber } = this.placeAt(offset);
    return new EdiError(
      'EDI_SEGMENT_TOO_LARGE',
      `Segment ${segmentNumber} (line ${lineNumber}, byte ${byteOffset}) ${excess}. Is a segment terminator missing? The limit of bytes can be configured.`,
    );
  }

  private placeAt(offset: number): SourcePlace {
    const removed = this.unwrapper?.lookup()(offset);
    return {
      lineNumber: this.counter.lineNumber + (removed?.lines ?? 0),
      segmentNumber: this.counter.segmentNumber + 1,
      byteOffset: offset + (removed?.bytes ?? 0),
    };
  }
}

/** How bytes are read: whether no others follow, and whether segments may be given again with the next ones. */
interface Turn {
  readonly isLast: boolean;
  readonly mayWait: boolean;
}

const NOT_LAST: Turn = { isLast: false, mayWait: true };
const LAST: Turn = { isLast: true, mayWait: false };
const NO_BYTES = Buffer.alloc(0);

/** A buffer that copies of whole words may read a little past. */
function slackBuffer(length: number): Buffer {
  return Buffer.allocUnsafeSlow(length + COPY_SLACK).subarray(0, length);
}

function withSlack(bytes: Buffer): Buffer {
  const copy = slackBuffer(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Terminators may be doubled, and one outside ASCII has continuation bytes in UTF-8. */
function isTerminatorByte(byte: number, delimiters: Delimiters | undefined): boolean {
  if (delimiters === undefined) return false;
  return byte === delimiters.segment || (delimiters.segment >= 0xc0 && byte >= 0x80 && byte < 0xc0);
}

function notEdi(): EdiError {
  return new EdiError('EDI_NOT_EDI', 'The input is not EDI: no ISA, GS or ST stands where it should begin. Is it the right file, and is it unpacked?');
}

/** Number of the first element with a line break; 0 where it stands in the id. */
function brokenElement(segment: Segment): number {
  for (let i = 1; i <= segment.elementCount; i++) if (/[\r\n]/.test(segment.element(i))) return i;
  return 0;
}

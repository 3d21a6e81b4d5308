import { BYTE, digitsAt, isBetweenSegments } from '../../common/bytes';
import type { CutPoints } from '../../plugin/transaction-set.plugin';
import { readIsaHeader } from '../../x12/delimiters';
import type { EnvelopeCounts } from '../../x12/envelope';
import type { InterchangeStart, ReadPosition } from '../../x12/segment-reader';
import { segmentKey } from '../../x12/segment-key';
import { SegmentSkipper } from '../../x12/segment-skipper';
import type { FilePart, FileSpan } from './file-part';
import { UniqueNumbers } from './unique-numbers';

/** Bytes to cut, which are read one after the other. */
export interface CutInput {
  /** Reads up to so many bytes from a position of the input into the memory at an offset; none at the end. */
  read(memory: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

/** Where and how a file is cut. */
export interface CutOptions {
  /** Bytes of a part, about. */
  readonly partBytes: number;
  /** Where transaction sets of an id may be cut; undefined for nowhere inside them. */
  readonly cutsOf: (transactionSet: string) => CutPoints | undefined;
  /** True to refuse files whose control numbers come twice: what is found about those depends on all that stood before. */
  readonly checksControlNumbers: boolean;
}

/** The file has no cut where one is needed, or is not as its parts would have to be. */
export class NotDivisible extends Error {}

const READ_BYTES = 1 << 19;

/** A cut in a unit is after so many segments of it: the walk waits for the second to place the first. */
const SEGMENTS_OF_UNIT = 2;

/** Share of a part at whose end units are looked for, and its most bytes: a cut needs two of them. */
const END_SHARE = 0.25;
const MAX_END_BYTES = 1 << 16;

/** A part that has no cut for so long is too large for memory. */
const MAX_PARTS_WITHOUT_CUT = 24;

const ISA = segmentKey('ISA');
const GS = segmentKey('GS');
const ST = segmentKey('ST');
const SE = segmentKey('SE');
const GE = segmentKey('GE');
const IEA = segmentKey('IEA');
const HL = segmentKey('HL');
const ENVELOPE = [ISA, GS, ST, SE, GE, IEA];

/**
 * Cuts an X12 file into parts by looking at its bytes: terminators are counted, and only the segments that open something are read. Nothing is
 * checked: the thread that joins the parts compares the states of their readings, and finds what this has missed. Throws NotDivisible.
 */
export async function* cutFile(file: CutInput, options: CutOptions): AsyncGenerator<FilePart, void, undefined> {
  const skipper = new SegmentSkipper();
  const cutter = new FileCutter(options, skipper);
  const bytes = skipper.room;
  let held = 0;
  for (let position = 0; ;) {
    if (bytes.length - held < READ_BYTES) throw new NotDivisible();
    const { bytesRead } = await file.read(bytes, held, READ_BYTES, position);
    if (bytesRead === 0) break;
    const end = held + bytesRead;
    const done = cutter.scan(bytes.subarray(0, end), position - held);
    position += bytesRead;
    bytes.copyWithin(0, done, end);
    held = end - done;
    yield* cutter.takeParts();
  }
  yield cutter.lastPart();
}

/** A loop around units, or a level: the segments before the units in it. */
interface Around {
  readonly key: number;
  /** HL01; NONE for loops that are no levels. */
  readonly number: number;
  readonly from: ReadPosition;
  to: number;
}

/** A transaction set that may be cut. */
interface OpenTransaction {
  readonly unit: number;
  readonly around: readonly number[];
  readonly hasLevels: boolean;
  readonly from: ReadPosition;
  /** Where the first loop or unit begins; 0 before. */
  headEnd: number;
  /** The loops around the next unit, the outer one first. */
  open: readonly Around[];
  /** The unit that came last: where it begins, and the loops around it. */
  last: { readonly from: ReadPosition; readonly open: readonly Around[] } | undefined;
  lastLevel: number;
  isCut: boolean;
}

class FileCutter {
  private readonly parts: FilePart[] = [];
  private readonly counts = { interchanges: 0, groups: 0, transactions: 0, groupsInInterchange: 0, transactionsInGroup: 0 };
  private interchange: InterchangeStart | undefined;
  private isa: FileSpan | undefined;
  private gs: FileSpan | undefined;
  private transaction: OpenTransaction | undefined;
  private segmentNumber = 0;
  private lineNumber = 1;
  private isaLine = 1;
  /** What the part that grows begins with. */
  private begun: Pick<FilePart, 'context' | 'from'> = { context: undefined, from: { byteOffset: 0, segmentNumber: 0, lineNumber: 1 } };
  /** Control numbers in the file, the interchange and the group. */
  private readonly numbers = { interchanges: new UniqueNumbers(), groups: new UniqueNumbers(), transactions: new UniqueNumbers() };
  /** Set while a cut is near: what has to be read again after it. */
  private spans: readonly FileSpan[] | undefined;
  private segmentsToCut = 0;
  /** False while units are skipped. */
  private looksForUnits = false;

  constructor(
    private readonly options: CutOptions,
    private readonly skipper: SegmentSkipper,
  ) {
    skipper.lookFor(ENVELOPE);
  }

  takeParts(): readonly FilePart[] {
    return this.parts.splice(0);
  }

  lastPart(): FilePart {
    return { ...this.begun, to: undefined };
  }

  /**
   * Looks at the bytes in the room of the skipper, which begin with a segment; `offset` is their place in the file. Returns the position of the first segment
   * that is not whole.
   */
  scan(bytes: Buffer, offset: number): number {
    let position = 0;
    for (;;) {
      if (this.interchange !== undefined && this.spans === undefined) {
        const end = this.chooseSegments(offset + position) ? bytes.length : Math.min(bytes.length, this.endOfPart - offset);
        const skipped = this.skipper.skip(position, end, this.lineNumber);
        position = skipped.position;
        this.segmentNumber += skipped.segments;
        this.lineNumber = skipped.line;
      }
      const start = this.skipNoise(bytes, position);
      const isKnown = this.interchange !== undefined && bytes[start] !== LETTER_I ? true : this.readInterchange(bytes, start, offset);
      const end = isKnown && this.interchange !== undefined ? endOf(bytes, start, this.interchange.delimiters.segment) : bytes.length;
      if (end >= bytes.length) {
        // Lines are counted again with the segment.
        this.lineNumber -= linesIn(bytes, position, start);
        return position;
      }
      this.look({ bytes, start, end, offset });
      this.segmentNumber++;
      if (bytes[end] === BYTE.LF) this.lineNumber++;
      position = end + 1;
      if (this.spans !== undefined && --this.segmentsToCut === 0) this.cutAfter(offset + position, this.spans);
      if (offset + position - this.begun.from.byteOffset > MAX_PARTS_WITHOUT_CUT * this.options.partBytes) throw new NotDivisible();
    }
  }

  /** Where the end of the part begins: a cut comes soon. */
  private get endOfPart(): number {
    const { partBytes } = this.options;
    return this.begun.from.byteOffset + partBytes - Math.min(MAX_END_BYTES, partBytes * END_SHARE);
  }

  /** Most units are skipped: where a loop around them ends, and near a cut, they are looked for. Returns whether they are. */
  private chooseSegments(byteOffset: number): boolean {
    const { transaction } = this;
    if (transaction === undefined) return true;
    const { hasLevels, headEnd, open, around, unit } = transaction;
    const looksForUnits = hasLevels || headEnd === 0 || open.at(-1)?.to === 0 || byteOffset >= this.endOfPart;
    if (looksForUnits === this.looksForUnits) return looksForUnits;
    this.looksForUnits = looksForUnits;
    this.skipper.lookFor([...ENVELOPE, ...around, ...(looksForUnits ? [unit] : [])]);
    transaction.last = undefined;
    return looksForUnits;
  }

  private skipNoise(bytes: Buffer, from: number): number {
    let i = from;
    for (; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      if (!isBetweenSegments(byte) && byte !== this.interchange?.delimiters.segment) break;
      if (byte === BYTE.LF) this.lineNumber++;
    }
    return i;
  }

  private look(at: SegmentAt): void {
    const key = keyAt(at);
    const { transaction } = this;
    const isOfTransaction = transaction !== undefined && (key === transaction.unit || transaction.around.includes(key));
    // A unit of one segment may wait for more of what follows.
    if (isOfTransaction || key === SE || key === ST) this.spans = undefined;
    if (key === ISA) this.openInterchange(at);
    else if (key === GS) this.openGroup(at);
    else if (key === ST) this.openTransaction(at);
    else if (key === SE || key === GE || key === IEA) this.transaction = undefined;
    else if (transaction === undefined) return;
    else if (key === transaction.unit) this.beginUnit(at, transaction);
    else if (transaction.around.includes(key)) this.beginAround(at, key, transaction);
  }

  /** Reads the delimiters where an ISA begins; false while more bytes are needed. */
  private readInterchange(bytes: Buffer, start: number, offset: number): boolean {
    if (bytes.toString('latin1', start, start + ID_BYTES) !== 'ISA') {
      if (this.interchange === undefined && bytes.length - start >= ID_BYTES) throw new NotDivisible();
      return true;
    }
    const header = readIsaHeader(bytes, start, bytes.length);
    if (header === 'incomplete') return false;
    if (header === undefined || (offset > 0 && this.interchange === undefined)) throw new NotDivisible();
    this.isaLine = this.lineNumber;
    this.interchange = { delimiters: header.delimiters, hasLineBreaks: false };
    this.skipper.separate(header.delimiters.segment);
    return true;
  }

  private openInterchange(at: SegmentAt): void {
    this.counts.interchanges++;
    this.counts.groupsInInterchange = 0;
    this.isa = this.spanOf(at);
    this.gs = undefined;
    this.transaction = undefined;
    this.numbers.groups.clear();
    this.numbers.transactions.clear();
    this.addNumber(this.numbers.interchanges, JSON.stringify([13, 5, 6, 7, 8].map((element) => this.element(at, element))));
  }

  private openGroup(at: SegmentAt): void {
    this.counts.groups++;
    this.counts.groupsInInterchange++;
    this.counts.transactionsInGroup = 0;
    this.gs = this.spanOf(at);
    this.transaction = undefined;
    this.numbers.transactions.clear();
    this.addNumber(this.numbers.groups, this.element(at, 6));
  }

  private openTransaction(at: SegmentAt): void {
    this.counts.transactions++;
    this.counts.transactionsInGroup++;
    this.addNumber(this.numbers.transactions, this.element(at, 2));
    if (this.mayCut(at)) this.cutSoon([this.spanOf(at)], 1);
    const cuts = this.options.cutsOf(this.element(at, 1));
    this.transaction = cuts && openTransaction(cuts, this.positionOf(at));
    this.looksForUnits = false;
    this.skipper.lookFor(ENVELOPE);
  }

  private beginAround(at: SegmentAt, key: number, transaction: OpenTransaction): void {
    const start = at.offset + at.start;
    this.endHead(transaction, start);
    const isLevel = key === HL;
    const number = isLevel ? this.number(at, 1) : NONE;
    const next = { key, number, from: this.positionOf(at), to: 0 };
    if (isLevel) transaction.open = [...this.parentsOf(at, transaction), next];
    else transaction.open = [...transaction.open.slice(0, transaction.around.indexOf(key)), next];
  }

  /** The levels around a new one. Levels that are not numbered in order, or whose parent is not open, are placed by all that came before. */
  private parentsOf(at: SegmentAt, transaction: OpenTransaction): readonly Around[] {
    const [number, parent] = [this.number(at, 1), this.number(at, 2)];
    const depth = parent === NONE ? NONE : transaction.open.findIndex((level) => level.number === parent);
    const isOrderly = number > transaction.lastLevel && (parent === NONE || depth >= 0);
    transaction.lastLevel = number;
    if (isOrderly) return transaction.open.slice(0, depth + 1);
    if (transaction.isCut) throw new NotDivisible();
    this.transaction = undefined;
    return [];
  }

  /**
   * In the middle of a level, the number of units in it would have to be known: cuts are before its first unit. What is read again for a part, all of it at once, is
   * no longer than a part: a head may have more than all units.
   */
  private beginUnit(at: SegmentAt, transaction: OpenTransaction): void {
    const start = at.offset + at.start;
    this.endHead(transaction, start);
    const { last, open } = transaction;
    const isFirstOfLevel = last?.open !== open;
    const from = this.positionOf(at);
    if (last !== undefined && (isFirstOfLevel || !transaction.hasLevels) && this.mayCut(at)) {
      const before = [{ from: transaction.from, to: transaction.headEnd }, ...last.open];
      const bytes = before.reduce((sum, span) => sum + span.to - span.from.byteOffset, start - last.from.byteOffset);
      if (bytes <= this.options.partBytes) {
        this.cutSoon([...before, { from: last.from, to: 0 }], SEGMENTS_OF_UNIT);
        transaction.isCut = true;
      }
    }
    transaction.last = { from, open };
  }

  private endHead(transaction: OpenTransaction, start: number): void {
    if (transaction.headEnd === 0) transaction.headEnd = start;
    const innermost = transaction.open.at(-1);
    if (innermost?.to === 0) innermost.to = start;
  }

  private mayCut({ offset, end }: SegmentAt): boolean {
    return this.isa !== undefined && this.gs !== undefined && offset + end - this.begun.from.byteOffset >= this.options.partBytes;
  }

  /** Cuts after so many segments, the one that is being looked at included. The last of the spans ends there. */
  private cutSoon(spans: readonly FileSpan[], segments: number): void {
    this.segmentsToCut = segments;
    this.spans = spans.map(({ from, to }) => ({ from, to }));
  }

  private cutAfter(byteOffset: number, spans: readonly FileSpan[]): void {
    const { interchange, isa, gs, segmentNumber, lineNumber } = this;
    this.spans = undefined;
    if (interchange === undefined || isa === undefined || gs === undefined) return;
    this.parts.push({ to: byteOffset, ...this.begun });
    const start = { delimiters: interchange.delimiters, hasLineBreaks: lineNumber > this.isaLine };
    const envelope: EnvelopeCounts = { ...this.counts };
    const context = {
      interchange: start,
      spans: [isa, gs, ...spans.map((span, i) => (i === spans.length - 1 ? { from: span.from, to: byteOffset } : span))],
      envelope,
    };
    this.begun = { context, from: { byteOffset, segmentNumber, lineNumber } };
  }

  private addNumber(numbers: UniqueNumbers, number: string): void {
    if (this.options.checksControlNumbers && !numbers.add(number)) throw new NotDivisible();
  }

  private positionOf({ offset, start }: SegmentAt): ReadPosition {
    return { byteOffset: offset + start, segmentNumber: this.segmentNumber, lineNumber: this.lineNumber };
  }

  private spanOf(at: SegmentAt): FileSpan {
    return { from: this.positionOf(at), to: at.offset + at.end + 1 };
  }

  private element(at: SegmentAt, element: number): string {
    const { from, to } = this.rangeOf(at, element);
    return at.bytes.toString('latin1', from, to);
  }

  /** The number of a level; NONE for an empty element, and NaN for what is no number. */
  private number(at: SegmentAt, element: number): number {
    const { from, to } = this.rangeOf(at, element);
    return from === to ? NONE : (digitsAt(at.bytes, from, to) ?? NaN);
  }

  /** Where an element stands; empty where there is none. */
  private rangeOf({ bytes, start, end }: SegmentAt, element: number): { readonly from: number; readonly to: number } {
    const separator = this.interchange?.delimiters.element ?? 0;
    let from = start;
    for (let i = 0; i < element && from < end; i++) from = endOf(bytes, from, separator) + 1;
    return { from, to: from >= end ? from : Math.min(end, endOf(bytes, from, separator)) };
  }
}

/** A whole segment in a buffer. */
interface SegmentAt {
  readonly bytes: Buffer;
  readonly start: number;
  /** Position of its terminator. */
  readonly end: number;
  /** Place of the buffer in the file. */
  readonly offset: number;
}

const NONE = -1;
const LETTER_I = 0x49;
const ID_BYTES = 3;

function openTransaction({ unit, around }: CutPoints, from: ReadPosition): OpenTransaction {
  const keys = around.map(segmentKey);
  return { unit: segmentKey(unit), around: keys, hasLevels: keys.includes(HL), from, headEnd: 0, open: [], last: undefined, lastLevel: 0, isCut: false };
}

/** The id of a segment as `segmentKey` packs it; ids have two or three letters or digits. */
function keyAt({ bytes, start }: SegmentAt): number {
  const [a = 0, b = 0, c = 0] = [bytes[start], bytes[start + 1], bytes[start + 2]];
  const isLong = (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x5a);
  return (a << 16) | (b << 8) | (isLong ? c : 0);
}

function endOf(bytes: Uint8Array, from: number, byte: number): number {
  let i = from;
  while (i < bytes.length && bytes[i] !== byte) i++;
  return i;
}

function linesIn(bytes: Uint8Array, from: number, to: number): number {
  let lines = 0;
  for (let i = from; i < to; i++) if (bytes[i] === BYTE.LF) lines++;
  return lines;
}

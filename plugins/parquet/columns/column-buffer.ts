import { ByteWriter, type tableReading } from '../../../src/plugin/io';
import type { ColumnChunk } from '../format/footer';
import { bitWidthOf, writeHybrid } from '../format/hybrid-encoding';
import { type ChunkWriter } from '../format/chunk-writer';
import { ENCODING, SCALES } from '../format/physical-type';
import { withRoom } from './grow';
import { type Halves, parseDateTime, parseDay, parseDecimal } from './parse-cell';
import { NumberDictionary, TextDictionary, type ValueDictionary } from './value-dictionary';

/** Where values of a column stand: in rows, or in the items of a list inside rows. */
export interface Slots {
  readonly count: number;
  /** Lists from the row to the value: 0 for cells of rows, which have no levels of their own. */
  readonly depth: number;
  /** For each slot, how many of these lists go on from the slot before: 0 begins a row. */
  readonly repetitions: Int32Array;
  /** For each slot, twice the number of these lists that have an item. */
  readonly definitions: Int32Array;
}

/** The slots of so many rows. */
export const rowSlots = (count: number): Slots => ({ count, depth: 0, repetitions: NO_LEVELS, definitions: NO_LEVELS });

const NO_LEVELS = new Int32Array(0);

/** A dictionary pays while each of its values is used so often, on average. */
const MIN_USES = 1.5;

/** Cells in memory: the slot and the dictionary index of each. */
const BYTES_OF_A_CELL = 8;

const FIRST_CELLS = 64;

/**
 * The cells of one column of a row group. Cells without a value take no room: a column has the slots that have one, and for each the number of its
 * value in a dictionary. Whether the dictionary is written, or the values one after the other, is decided when the row group is.
 */
export abstract class ColumnBuffer {
  protected abstract readonly dictionary: ValueDictionary;
  private slots = new Int32Array(FIRST_CELLS);
  protected ids = new Int32Array(FIRST_CELLS);
  protected count = 0;

  /** Bytes in memory, about. */
  get size(): number {
    return this.count * BYTES_OF_A_CELL + this.dictionary.bytes;
  }

  /** Adds the cell of a slot. False for text that is no value of the type of the column: the cell stays empty. */
  abstract add(slot: number, bytes: Uint8Array, start: number, end: number): boolean;

  /** Adds the value of the last cell again; false where the row group has none yet. */
  addAgain(slot: number): boolean {
    if (this.count === 0) return false;
    this.push(slot, this.ids[this.count - 1] ?? 0);
    return true;
  }

  protected push(slot: number, id: number): void {
    const { count } = this;
    if (count === this.slots.length) {
      this.slots = withRoom(this.slots, count);
      this.ids = withRoom(this.ids, count);
    }
    this.slots[count] = slot;
    this.ids[count] = id;
    this.count++;
  }

  /** Takes back the cells of a slot and of those after it. */
  truncate(slot: number): void {
    while (this.count > 0 && (this.slots[this.count - 1] ?? 0) >= slot) this.count--;
  }

  clear(): void {
    this.count = 0;
    this.dictionary.clear();
  }

  /** Writes the column of a row group. */
  write(slots: Slots, writer: ChunkWriter): ColumnChunk {
    const { count, dictionary } = this;
    const hasDictionary = count > 0 && count >= MIN_USES * dictionary.size;
    writer.begin(slots.count);
    if (hasDictionary) writer.dictionaryPage(dictionary.size, (out) => this.writeDictionary(out));
    writer.dataPage(hasDictionary ? ENCODING.rleDictionary : ENCODING.plain, (out) => {
      if (slots.depth > 0) writeLevels(slots.repetitions, slots.count, slots.depth, out);
      this.writeDefinitions(slots, out);
      if (hasDictionary) this.writeIds(out);
      else this.writePlain(out);
    });
    return writer.end(slots.count - count, count === 0 ? undefined : this.range());
  }

  /** The least and the greatest value; undefined where the type has no order that readers use. */
  protected range(): ColumnChunk['range'] {
    return undefined;
  }

  /** Definition levels: 1 more where there is a value. */
  private writeDefinitions({ count: size, depth, definitions }: Slots, out: ByteWriter): void {
    const levels = depth === 0 ? new Int32Array(size) : definitions.slice(0, size);
    for (let i = 0; i < this.count; i++) {
      const slot = this.slots[i] ?? 0;
      levels[slot] = (levels[slot] ?? 0) + 1;
    }
    writeLevels(levels, size, 2 * depth + 1, out);
  }

  private writeIds(out: ByteWriter): void {
    const bitWidth = bitWidthOf(this.dictionary.size - 1);
    out.byte(bitWidth);
    writeHybrid(this.ids, this.count, bitWidth, out);
  }

  private writeDictionary(out: ByteWriter): void {
    for (let id = 0; id < this.dictionary.size; id++) this.dictionary.write(id, out);
  }

  private writePlain(out: ByteWriter): void {
    for (let i = 0; i < this.count; i++) this.dictionary.write(this.ids[i] ?? 0, out);
  }
}

/** Writes levels from 0 to `max`, behind their length in bytes. */
function writeLevels(levels: Int32Array, count: number, max: number, out: ByteWriter): void {
  const start = out.length;
  out.reserve(4);
  out.length += 4;
  writeHybrid(levels, count, bitWidthOf(max), out);
  out.bytes.writeUInt32LE(out.length - start - 4, start);
}

/** Text. */
class TextColumn extends ColumnBuffer {
  protected readonly dictionary = new TextDictionary();

  add(slot: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { count, dictionary } = this;
    const last = this.ids[count - 1] ?? 0;
    this.push(slot, count > 0 && dictionary.isText(last, bytes, start, end) ? last : dictionary.idOf(bytes, start, end));
    return true;
  }
}

/** Parses a cell into a number of one or two halves; false for text that is none. */
type ParseNumber = (bytes: Uint8Array, start: number, end: number, into: Halves) => boolean;

/** Numbers, days and times. */
class NumberColumn extends ColumnBuffer {
  protected readonly dictionary: NumberDictionary;
  private readonly halves: Halves = { low: 0, high: 0 };

  constructor(
    width: number,
    private readonly parse: ParseNumber,
  ) {
    super();
    this.dictionary = new NumberDictionary(width);
  }

  add(slot: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { halves } = this;
    if (!this.parse(bytes, start, end, halves)) return false;
    this.push(slot, this.dictionary.idOf(halves.low, halves.high));
    return true;
  }

  protected override range(): ColumnChunk['range'] {
    const { min, max } = this.dictionary.range(this.ids, this.count);
    return { min: this.plain(min), max: this.plain(max) };
  }

  private plain(id: number): Uint8Array {
    const out = new ByteWriter(16);
    this.dictionary.write(id, out);
    return Buffer.from(out.bytes.subarray(0, out.length));
  }
}

const parseDate: ParseNumber = (bytes, start, end, into) => {
  const day = parseDay(bytes, start, end);
  into.low = day ?? 0;
  into.high = 0;
  return day !== undefined;
};

/** Makes the buffer of a column by its type. */
export function columnBuffer(type: tableReading.ColumnType): ColumnBuffer {
  switch (type) {
    case 'amount':
    case 'decimal':
      return new NumberColumn(8, (bytes, start, end, into) => parseDecimal(bytes, start, end, SCALES[type], into));
    case 'integer':
      return new NumberColumn(8, (bytes, start, end, into) => parseDecimal(bytes, start, end, 0, into));
    case 'date':
      return new NumberColumn(4, parseDate);
    case 'dateTime':
      return new NumberColumn(8, parseDateTime);
    case 'text':
      return new TextColumn();
  }
}

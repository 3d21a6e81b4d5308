import { ByteWriter, type tableReading } from '../../../src/plugin/io';
import type { ColumnChunk } from '../format/footer';
import { bitWidthOf, writeBits, writeHybrid } from '../format/hybrid-encoding';
import { type ChunkWriter } from '../format/chunk-writer';
import { ENCODING, SCALES } from '../format/physical-type';
import { bitCount, scratchNumbers, type Ids, withIdRoom, withRoom } from './numbers';
import { type Halves, parseDateTime, parseDay, parseDecimal } from './parse-cell';
import { NumberDictionary, TextDictionary, type ValueDictionary } from './value-dictionary';

/** Where values of a column stand: in rows, or in the items of a list inside rows. */
export interface Slots {
  readonly count: number;
  /** Lists from the row to the value: 0 for cells of rows, which have no levels of their own. */
  readonly depth: number;
  /** For each slot, how many of these lists go on from the slot before: 0 begins a row. */
  readonly repetitions: Uint8Array;
  /** For each slot, twice the number of these lists that have an item. */
  readonly definitions: Uint8Array;
}

/** The slots of so many rows. */
export const rowSlots = (count: number): Slots => ({ count, depth: 0, repetitions: NO_LEVELS, definitions: NO_LEVELS });

const NO_LEVELS = new Uint8Array(0);

/** A dictionary pays while each of its values is used so often, on average. */
const MIN_USES = 1.5;

/** What a cell counts for the size of a row group: a plain value of most types. In memory it takes less. */
const BYTES_OF_A_CELL = 8;

const FIRST_CELLS = 64;

/** Slots in a word of bits. */
const WORD_SHIFT = 5;
const WORD = 1 << WORD_SHIFT;

/**
 * The cells of one column of a row group: a bit for each slot, and for the slots with a value its number in a dictionary, in as few bytes as the numbers
 * need. Whether the dictionary is written, or the values one after the other, is decided when the row group is.
 */
export abstract class ColumnBuffer {
  protected abstract readonly dictionary: ValueDictionary;
  /** A bit for each slot, 1 where it has a value. */
  private present = new Int32Array(FIRST_CELLS / WORD);
  protected ids: Ids = new Uint8Array(FIRST_CELLS);
  protected count = 0;

  /** Bytes of its values, about. */
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
    const word = slot >>> WORD_SHIFT;
    if (word >= this.present.length) this.present = withRoom(this.present, word);
    this.present[word] = (this.present[word] ?? 0) | (1 << (slot % WORD));
    this.ids = withIdRoom(this.ids, count, id);
    this.ids[count] = id;
    this.count++;
  }

  /** Takes back the cells of a slot and of those after it. */
  truncate(slot: number): void {
    const { present } = this;
    const first = slot >>> WORD_SHIFT;
    for (let word = first; word < present.length; word++) {
      const kept = word > first ? 0 : (1 << (slot % WORD)) - 1;
      const bits = present[word] ?? 0;
      this.count -= bitCount(bits & ~kept);
      present[word] = bits & kept;
    }
  }

  clear(): void {
    this.count = 0;
    this.present.fill(0);
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
    // The last slots may be empty.
    this.present = withRoom(this.present, size >>> WORD_SHIFT);
    const bits = new Uint8Array(this.present.buffer);
    if (depth === 0) return behindLength(out, () => writeBits(bits, size, out));
    const levels = scratchNumbers(size);
    for (let slot = 0; slot < size; slot++) levels[slot] = (definitions[slot] ?? 0) + (((bits[slot >>> 3] ?? 0) >>> (slot % 8)) & 1);
    writeLevels(levels, size, 2 * depth + 1, out);
  }

  private writeIds(out: ByteWriter): void {
    const bitWidth = bitWidthOf(this.dictionary.size - 1);
    const ids = scratchNumbers(this.count);
    ids.set(this.ids.subarray(0, this.count));
    out.byte(bitWidth);
    writeHybrid(ids, this.count, bitWidth, out);
  }

  private writeDictionary(out: ByteWriter): void {
    for (let id = 0; id < this.dictionary.size; id++) this.dictionary.write(id, out);
  }

  private writePlain(out: ByteWriter): void {
    for (let i = 0; i < this.count; i++) this.dictionary.write(this.ids[i] ?? 0, out);
  }
}

/** Writes levels from 0 to `max`. */
function writeLevels(levels: Uint8Array | Int32Array, count: number, max: number, out: ByteWriter): void {
  behindLength(out, () => writeHybrid(levels, count, bitWidthOf(max), out));
}

/** Writes behind the length in bytes. */
function behindLength(out: ByteWriter, write: () => void): void {
  const start = out.length;
  out.reserve(4);
  out.length += 4;
  write();
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
    const { halves, count, dictionary } = this;
    if (!this.parse(bytes, start, end, halves)) return false;
    const { low, high } = halves;
    const last = this.ids[count - 1] ?? 0;
    this.push(slot, count > 0 && dictionary.isNumber(last, low, high) ? last : dictionary.idOf(low, high));
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

import { BYTE } from '../../common/bytes';
import type { ByteWriter } from '../../common/byte-writer';
import { type Cells, withoutTrailingZeros } from './cells';
import type { RowSink } from './row-reader';
import { type LevelShape, ROWS_SLOT, type Shape, SHAPE, type ShapeTest, slotOf } from './row-shape';

/** Bytes of a slot with its quotes and colon. */
const SLOT_BYTES = 5;

/** Reads the rows of one plan from what the kernel wrote. Text of cells stays where it is, and cells that need another text have it behind. */
export class RowJsonReader {
  private at = 0;
  private bytes: Buffer;
  private cells: Cells;
  private sink: RowSink | undefined;
  /** Lists of items without columns, of the level that is read. */
  private readonly lost: string[] = [];
  private sharedDepth = 0;
  private losesShared = false;

  constructor(
    private readonly levels: readonly LevelShape[],
    private readonly out: ByteWriter,
    none: Cells,
  ) {
    this.bytes = out.bytes;
    this.cells = none;
  }

  /** Reads the rows that are the object with an index. False, with nothing read, where a shared value has more items than columns: it loses them once only. */
  read(index: number, sink: RowSink): boolean {
    this.bytes = this.out.bytes;
    this.sink = sink;
    this.losesShared = false;
    this.at = 1;
    for (let i = 0; i < index; i++) {
      this.skip();
      this.at++;
    }
    return this.item(0);
  }

  private item(index: number): boolean {
    const level = this.levels[index];
    if (level === undefined) return true;
    const { cells, slots } = level;
    let hasItems = false;
    let isGiven = false;
    cells.forget();
    this.cells = cells;
    this.lost.length = 0;
    this.at++;
    for (let slot = this.slot(); slot >= 0; slot = this.slot()) {
      if (slot !== ROWS_SLOT) this.value(slots[slot]);
      else {
        if (!this.give(index, cells)) return false;
        isGiven = true;
        hasItems = this.rows(index + 1, 0);
      }
    }
    if (!isGiven && !this.give(index, cells)) return false;
    if (!hasItems) this.sink?.row(index + 1);
    return true;
  }

  private give(index: number, cells: Cells): boolean {
    if (this.losesShared) return false;
    for (const list of this.lost) this.sink?.lose(list);
    this.sink?.item(index, cells);
    return true;
  }

  /** Reads the items of a level behind a step; true if there are any. */
  private rows(index: number, step: number): boolean {
    const steps = this.levels[index]?.steps ?? [];
    const tests = steps[step] ?? [];
    let hasItems = false;
    const isList = this.bytes[this.at] === BYTE.BRACKET_OPEN;
    for (let isItem = !isList || this.firstItem(); isItem; isItem = isList && this.nextItem()) {
      if (!this.isAccepted(tests)) this.skip();
      else if (step === steps.length - 1) {
        hasItems = true;
        this.item(index);
      } else {
        this.at++;
        for (let slot = this.slot(); slot >= 0; slot = this.slot()) hasItems = this.rows(index, step + 1) || hasItems;
      }
    }
    return hasItems;
  }

  /** Goes to the first item of a list; false, behind it, where there is none. */
  private firstItem(): boolean {
    this.at++;
    return this.nextItem();
  }

  /** Goes to the next item of a list; false, behind it, where there is none. */
  private nextItem(): boolean {
    const byte = this.bytes[this.at];
    if (byte === BYTE.COMMA || byte === BYTE.BRACKET_CLOSE) this.at++;
    return byte !== BYTE.BRACKET_CLOSE;
  }

  /** Goes to the value of the next slot of an object, and behind the object after the last one: -1. */
  private slot(): number {
    const { bytes } = this;
    let { at } = this;
    while (bytes[at] === BYTE.COMMA) at++;
    if (bytes[at] !== BYTE.QUOTE) {
      this.at = at + 1;
      return -1;
    }
    this.at = at + SLOT_BYTES;
    return slotOf(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
  }

  private value(shape: Shape | undefined): void {
    if (shape === undefined) this.skip();
    else if (shape.kind === SHAPE.CELL) this.cell(shape.column, false);
    else if (shape.kind === SHAPE.LIST) this.list(shape);
    else if (shape.kind === SHAPE.WHOLE_CELL) this.cell(shape.column, true);
    else if (shape.kind === SHAPE.MEMBERS) this.members(shape);
    else this.object(shape);
  }

  private object({ slots, isShared }: Shape): void {
    if (isShared) this.sharedDepth++;
    this.at++;
    for (let slot = this.slot(); slot >= 0; slot = this.slot()) this.value(slots[slot]);
    if (isShared) this.sharedDepth--;
  }

  private cell(column: number, isWhole: boolean): void {
    const { cells, bytes, at } = this;
    if (bytes[at] !== BYTE.QUOTE) return this.plainCell(column, isWhole);
    let end = at + 1;
    let byte = bytes[end];
    while (byte !== BYTE.QUOTE && byte !== BYTE.BACKSLASH) byte = bytes[++end];
    if (byte === BYTE.BACKSLASH) {
      this.skip();
      return this.text(column, at);
    }
    this.at = end + 1;
    if (end > at + 1) cells.setRange(column, at + 1, end);
  }

  /** A number, or a name of JSON. Numbers of values that are read whole are those of JavaScript. */
  private plainCell(column: number, isWhole: boolean): void {
    const { cells, bytes, at } = this;
    this.skip();
    if (!isWhole) cells.setRange(column, at, withoutTrailingZeros(bytes, at, this.at));
    else if (bytes[at] !== LOWER_N && bytes[at] !== BYTE.BRACE_OPEN && bytes[at] !== BYTE.BRACKET_OPEN) this.text(column, at);
  }

  /** Makes the value of JSON up to here the text of a cell. */
  private text(column: number, start: number): void {
    const mark = this.out.length;
    this.out.text(String(JSON.parse(this.bytes.toString('utf8', start, this.at))));
    this.bytes = this.out.bytes;
    if (this.out.length > mark) this.cells.set(column, mark);
  }

  private list({ items, tests, name, isDescription, isPlace, skipsEmpty }: Shape): void {
    const { cells } = this;
    const isList = this.bytes[this.at] === BYTE.BRACKET_OPEN;
    if (!isList && !isPlace) return this.skip();
    let index = 0;
    for (let isItem = !isList || this.firstItem(); isItem; isItem = isList && this.nextItem()) {
      const item = items[index];
      if (!this.isAccepted(tests)) this.skip();
      else if (item === undefined) {
        if (!isDescription) this.lose(name);
        this.skip();
      } else {
        const { count } = cells;
        this.value(item);
        if (!skipsEmpty || cells.count > count) index++;
      }
    }
  }

  private lose(list: string): void {
    if (this.sharedDepth > 0) this.losesShared = true;
    this.lost.push(list);
  }

  /** Reads members of a value that is read whole. */
  private members({ items, keys, ofWhole }: Shape): void {
    const start = this.at;
    for (const shape of ofWhole) {
      this.at = start;
      this.value(shape);
    }
    this.at = start;
    if (keys.length === 0 || this.bytes[start] !== BYTE.BRACE_OPEN) return this.skip();
    this.at++;
    for (let key = this.member(); key >= 0; key = this.member()) {
      const value = this.at;
      let isRead = false;
      for (let i = 0; i < keys.length; i++) {
        if (!this.isAt(keys[i], key)) continue;
        this.at = value;
        this.value(items[i]);
        isRead = true;
      }
      if (!isRead) this.skip();
    }
  }

  /** Goes to the value of the next member of an object; returns where its key begins, or -1 behind the object. */
  private member(): number {
    const { bytes } = this;
    let { at } = this;
    while (bytes[at] === BYTE.COMMA) at++;
    const key = at;
    if (bytes[at] !== BYTE.QUOTE) {
      this.at = at + 1;
      return -1;
    }
    at++;
    while (bytes[at] !== BYTE.QUOTE) at += bytes[at] === BYTE.BACKSLASH ? 2 : 1;
    this.at = at + 2;
    return key;
  }

  /** True where the object at this place passes all tests. */
  private isAccepted(tests: readonly ShapeTest[]): boolean {
    if (tests.length === 0) return true;
    const start = this.at;
    let passed = 0;
    let isRefused = this.bytes[start] !== BYTE.BRACE_OPEN;
    this.at++;
    while (!isRefused && passed < tests.length) {
      const member = this.member();
      const value = this.at;
      const test = member < 0 ? undefined : tests.find(({ key }) => this.isAt(key, member));
      if (test?.accepted.some((json) => this.isAt(json, value)) === true) passed++;
      else isRefused = member < 0 || test !== undefined;
      if (!isRefused) this.skip();
    }
    this.at = start;
    return !isRefused;
  }

  /** True where some bytes stand at a place; those of JSON that end with a quote are all of a string. */
  private isAt(expected: Buffer | undefined, start: number): boolean {
    if (expected === undefined) return false;
    for (let i = 0; i < expected.length; i++) if (this.bytes[start + i] !== expected[i]) return false;
    return true;
  }

  /** Goes behind a value. */
  private skip(): void {
    const { bytes } = this;
    let { at } = this;
    let depth = 0;
    do {
      const byte = bytes[at++];
      if (byte === BYTE.QUOTE) {
        while (bytes[at] !== BYTE.QUOTE) at += bytes[at] === BYTE.BACKSLASH ? 2 : 1;
        at++;
      } else if (byte === BYTE.BRACE_OPEN || byte === BYTE.BRACKET_OPEN) depth++;
      else if (byte === BYTE.BRACE_CLOSE || byte === BYTE.BRACKET_CLOSE) depth--;
      else if (depth === 0) while (!isEnd(bytes[at])) at++;
    } while (depth > 0);
    this.at = at;
  }
}

const LOWER_N = 0x6e;

const isEnd = (byte: number | undefined): boolean => byte === BYTE.COMMA || byte === BYTE.BRACE_CLOSE || byte === BYTE.BRACKET_CLOSE;

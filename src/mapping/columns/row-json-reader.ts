import { BYTE } from '../../common/bytes';
import type { ByteWriter } from '../../common/byte-writer';
import { type Cells, withoutTrailingZeros } from './cells';
import type { RowSink } from './row-reader';
import { type LevelShape, type ListShape, ROWS_SLOT, type Shape, type ShapeTest, slotOf } from './row-shape';

/** Bytes of a slot with its quotes and colon. */
const SLOT_BYTES = 5;

/** Reads the rows of one plan from what the kernel wrote. Text of cells stays where it is, and cells that need another text have it behind. */
export class RowJsonReader {
  private at = 0;
  private bytes: Buffer;
  private cells: Cells | undefined;
  private sink: RowSink | undefined;
  /** Lists of items without columns, of the level that is read. */
  private lost: string[] = [];
  private sharedDepth = 0;
  private losesShared = false;

  constructor(
    private readonly levels: readonly LevelShape[],
    private readonly out: ByteWriter,
  ) {
    this.bytes = out.bytes;
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
    let hasItems = false;
    this.items((isAccepted) => {
      if (!isAccepted(steps[step] ?? [])) this.skip();
      else if (step === steps.length - 1) {
        hasItems = true;
        this.item(index);
      } else {
        this.at++;
        for (let slot = this.slot(); slot >= 0; slot = this.slot()) hasItems = this.rows(index, step + 1) || hasItems;
      }
    });
    return hasItems;
  }

  /** Goes to the items of a list, or to the object that is there instead. `use` reads one. */
  private items(use: (isAccepted: (tests: readonly ShapeTest[]) => boolean) => void): void {
    const isAccepted = (tests: readonly ShapeTest[]): boolean => this.isAccepted(tests);
    if (this.bytes[this.at] !== BYTE.BRACKET_OPEN) return use(isAccepted);
    this.at++;
    while (this.bytes[this.at] !== BYTE.BRACKET_CLOSE) {
      if (this.bytes[this.at] === BYTE.COMMA) this.at++;
      else use(isAccepted);
    }
    this.at++;
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
    switch (shape?.kind) {
      case undefined:
        return this.skip();
      case 'cell':
        return this.cell(shape.column, shape.isWhole);
      case 'object':
        if (shape.isShared) this.sharedDepth++;
        this.at++;
        for (let slot = this.slot(); slot >= 0; slot = this.slot()) this.value(shape.slots[slot]);
        if (shape.isShared) this.sharedDepth--;
        return;
      case 'list':
        return this.list(shape);
      case 'members':
        return this.members(shape.members);
    }
  }

  private cell(column: number, isWhole: boolean): void {
    const { cells, bytes, at } = this;
    if (cells === undefined) return;
    if (bytes[at] !== BYTE.QUOTE) {
      this.skip();
      if (!isWhole) cells.setRange(column, at, withoutTrailingZeros(bytes, at, this.at));
      else if (bytes[at] !== LOWER_N && bytes[at] !== BYTE.BRACE_OPEN && bytes[at] !== BYTE.BRACKET_OPEN) this.text(column, at, cells);
      return;
    }
    let end = at + 1;
    while (bytes[end] !== BYTE.QUOTE && bytes[end] !== BYTE.BACKSLASH) end++;
    if (bytes[end] === BYTE.BACKSLASH) {
      this.skip();
      this.text(column, at, cells);
      return;
    }
    this.at = end + 1;
    if (end > at + 1) cells.setRange(column, at + 1, end);
  }

  /** Makes the value of JSON up to here the text of a cell. */
  private text(column: number, start: number, cells: Cells): void {
    const mark = this.out.length;
    this.out.text(String(JSON.parse(this.bytes.toString('utf8', start, this.at))));
    this.bytes = this.out.bytes;
    cells.set(column, mark);
  }

  private list(shape: ListShape): void {
    const { cells } = this;
    if (cells === undefined || (!shape.isPlace && this.bytes[this.at] !== BYTE.BRACKET_OPEN)) return this.skip();
    let index = 0;
    this.items((isAccepted) => {
      if (!isAccepted(shape.tests)) return this.skip();
      const item = shape.items[index];
      if (item === undefined) {
        if (!shape.isDescription) this.lose(shape.name);
        return this.skip();
      }
      const { count } = cells;
      this.value(item);
      if (!shape.skipsEmpty || cells.count > count) index++;
    });
  }

  private lose(list: string): void {
    if (this.sharedDepth > 0) this.losesShared = true;
    this.lost.push(list);
  }

  /** Reads members of a value that is read whole. */
  private members(members: Extract<Shape, { kind: 'members' }>['members']): void {
    const start = this.at;
    const [first] = members;
    for (const { key, shapes } of members) if (key.length === 0) this.apply(shapes, start);
    this.at = start;
    if (this.bytes[start] !== BYTE.BRACE_OPEN || first === undefined) return this.skip();
    this.eachMember((keyStart, keyEnd) => {
      const found = members.find(({ key }) => this.isAt(key, keyStart, keyEnd));
      if (found === undefined) this.skip();
      else this.apply(found.shapes, this.at);
    });
  }

  private apply(shapes: readonly Shape[], start: number): void {
    for (const shape of shapes) {
      this.at = start;
      this.value(shape);
    }
  }

  /** Goes to the members of an object. `use` reads the value of one, given its key with the quotes. */
  private eachMember(use: (keyStart: number, keyEnd: number) => void): void {
    this.at++;
    while (this.bytes[this.at] !== BYTE.BRACE_CLOSE) {
      if (this.bytes[this.at] === BYTE.COMMA) {
        this.at++;
        continue;
      }
      const start = this.at;
      this.skip();
      use(start, this.at++);
    }
    this.at++;
  }

  /** True where the object at this place passes all tests. */
  private isAccepted(tests: readonly ShapeTest[]): boolean {
    if (tests.length === 0) return true;
    const start = this.at;
    let passed = 0;
    if (this.bytes[start] === BYTE.BRACE_OPEN)
      this.eachMember((keyStart, keyEnd) => {
        const test = tests.find(({ key }) => this.isAt(key, keyStart, keyEnd));
        const value = this.at;
        this.skip();
        if (test?.accepted.some((json) => this.isAt(json, value, this.at)) === true) passed++;
      });
    this.at = start;
    return passed === tests.length;
  }

  private isAt(expected: Buffer, start: number, end: number): boolean {
    if (end - start !== expected.length) return false;
    for (let i = 0; i < expected.length; i++) if (this.bytes[start + i] !== expected[i]) return false;
    return true;
  }

  /** Goes behind a value. */
  private skip(): void {
    const { bytes } = this;
    let { at } = this;
    let depth = 0;
    do {
      const byte = bytes[at++] ?? 0;
      if (byte === BYTE.BRACE_OPEN || byte === BYTE.BRACKET_OPEN) depth++;
      else if (byte === BYTE.BRACE_CLOSE || byte === BYTE.BRACKET_CLOSE) depth--;
      else if (byte === BYTE.QUOTE) {
        while (bytes[at] !== BYTE.QUOTE) at += bytes[at] === BYTE.BACKSLASH ? 2 : 1;
        at++;
      } else if (depth === 0) while (!isEnd(bytes[at] ?? 0)) at++;
    } while (depth > 0);
    this.at = at;
  }
}

const LOWER_N = 0x6e;

const isEnd = (byte: number): boolean => byte === BYTE.COMMA || byte === BYTE.BRACE_CLOSE || byte === BYTE.BRACKET_CLOSE || byte === BYTE.COLON;

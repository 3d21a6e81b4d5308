import { ByteWriter } from '../common/byte-writer';
import { Cells } from '../mapping/columns/cells';
import type { LevelShape, RowProgram, Shape, ShapeTest, SlotShapes } from '../mapping/columns/row-program';
import type { RowPlan, RowSink, RowText } from '../mapping/columns/row-reader';
import { SLACK } from './areas';
import type { JsonRange } from './json-run';
import type { Kernel } from './kernel';
import { FORM, LEVEL } from './row-layout';

const INT = 4;
/** Bytes for what is written of the values of a record, and for JSON that was moved. */
const TEXT_BYTES = 1 << 23;
/** The texts of the values of a record take less than so many times its JSON: `1e20` has 21 digits, and a key. */
const TEXT_GROWTH = 4;
/** Bytes of cells that are joined at once. */
const JOINED_BYTES = 1 << 18;

const NO_MARKS: readonly Uint8Array[] = [];

/** Rows that the kernel has written. */
export interface WrittenRows {
  readonly json: JsonRange;
  readonly program: RowProgram;
}

/** Memory of the kernel for rows. */
interface RowMemory {
  readonly kernel: Kernel;
  /** All of the memory: cells are somewhere in it. */
  readonly text: ByteWriter;
  readonly joined: number;
}

/** Bytes for a bit of each cell, in words of 64. */
const bytesOfBits = (size: number): number => Math.ceil(size / 64) * 8;

/** Writes a bit for each mark, which is 0 or 1, at an address. */
function writeBits({ bytes }: Kernel, address: number, marks: Uint8Array): void {
  bytes.fill(0, address, address + bytesOfBits(marks.length));
  for (const [i, mark] of marks.entries()) if (mark === 1) bytes[address + (i >> 3)] = (bytes[address + (i >> 3)] ?? 0) | (1 << (i & 7));
}

/** The cells of a level, in the memory of the kernel. */
class KernelCells extends Cells {
  constructor(
    private readonly memory: RowMemory,
    private readonly level: number,
    size: number,
  ) {
    super(size, memory.text);
  }

  /** Called before rows are read: the memory is elsewhere once it has grown. */
  refresh(): void {
    const { ints } = this.memory.kernel;
    if (this.starts.buffer === ints.buffer) return;
    this.starts = this.viewAt(0);
    this.ends = this.viewAt(LEVEL.ENDS);
  }

  private viewAt(offset: number): Int32Array {
    const start = this.numberAt(offset) >> 2;
    return this.memory.kernel.ints.subarray(start, start + this.size);
  }

  /** Called when the cells of an item were read. */
  fill(): void {
    this.count = this.numberAt(LEVEL.FILLED);
  }

  private numberAt(offset: number): number {
    return this.memory.kernel.ints[(this.level + offset) >> 2] ?? 0;
  }

  override join(out: ByteWriter, first: number, separator: number, only?: Uint8Array): number {
    const { kernel, joined } = this.memory;
    const bits = this.numberAt(LEVEL.ONLY);
    if (only !== undefined) writeBits(kernel, bits, only);
    const end = kernel.run.joinCells(this.level, first, separator, only === undefined ? 0 : bits, joined, joined + JOINED_BYTES);
    out.append(kernel.bytes, joined, end);
    return this.numberAt(LEVEL.JOINED);
  }
}

/** The levels of a plan. */
interface PlanTables {
  readonly levels: number;
  /** Which columns later rows have, as the kernel knows it. */
  eachRow: readonly Uint8Array[];
  readonly cells: readonly KernelCells[];
  /** Names of lists, by the numbers that the kernel has. */
  readonly lists: readonly string[];
  /** Where the kernel counts the items of each list that have no columns, and where it names such lists. */
  readonly lost: number;
  readonly lostLists: number;
}

/** Which of the plans, and where its rows are read. */
interface RowsPlace {
  readonly index: number;
  readonly start: number;
  readonly room: number;
}

/** Reads rows that the kernel has written: it calls the host for items, rows, and values whose JSON is not their text. */
export class RowCells {
  private readonly plans = new WeakMap<readonly LevelShape[], PlanTables>();
  private readonly memory: RowMemory;
  private readonly text: number;
  private tables: PlanTables | undefined;
  private sink: RowSink | undefined;
  /** Lists of items without a column, and their numbers, while rows are written. */
  private lost: (readonly [list: number, count: number])[] | undefined;

  constructor(private readonly kernel: Kernel) {
    this.text = kernel.allocate(TEXT_BYTES + SLACK);
    this.memory = { kernel, text: new ByteWriter(0), joined: kernel.allocate(JOINED_BYTES + SLACK) };
  }

  /** Gives the rows of one of the plans, as `RowReader` does; false, with nothing given, where only that can. */
  read({ json, program }: WrittenRows, plan: RowPlan, sink: RowSink): boolean {
    const index = program.plans.indexOf(plan);
    const shapes = program.shapes[index];
    if (shapes === undefined) return false;
    const tables = this.plans.get(shapes) ?? this.compile(shapes);
    const { kernel, memory } = this;
    if (TEXT_GROWTH * json.length > TEXT_BYTES) return false;
    if (memory.text.bytes.buffer !== kernel.bytes.buffer) memory.text.bytes = Buffer.from(kernel.bytes.buffer);
    this.tables = tables;
    this.sink = sink;
    const place = { index, ...this.placeOf(json) };
    if (sink.text !== undefined && this.write(tables, place, sink.text)) return true;
    for (const cells of tables.cells) cells.refresh();
    return kernel.run.readRows(tables.levels, index, place.start, place.room, tables.lost, tables.lostLists) !== 0;
  }

  /** Where the kernel finds JSON, and where there is room for texts: a walk whose memory is used again has moved it away. */
  private placeOf(json: JsonRange): { readonly start: number; readonly room: number } {
    const { kernel, text } = this;
    const { bytes, start, end } = json;
    if (bytes === kernel.bytes) return { start, room: text };
    kernel.bytes.set(bytes.subarray(start, end), text);
    return { start: text, room: text + end - start };
  }

  /** Writes the rows of one of the plans; false, with nothing written, where a cell is to be in quotes. */
  private write(tables: PlanTables, { index, start, room }: RowsPlace, text: RowText): boolean {
    const { kernel } = this;
    const { joined } = this.memory;
    const limit = joined + JOINED_BYTES;
    if (tables.eachRow !== text.eachRow) this.mark(tables, text.eachRow);
    const { levels, cells, lost, lostLists } = tables;
    const found = (this.lost = new Array<readonly [list: number, count: number]>());
    try {
      const end = kernel.run.writeRows(levels, cells.length, index, start, room, lost, lostLists, text.separator, joined, limit);
      if (end === 0) return false;
      text.out.append(kernel.bytes, joined, end);
      text.wrote(kernel.ints[limit >> 2] ?? 0);
    } finally {
      this.lost = undefined;
    }
    for (const [list, count] of found) this.onLost(list, count);
    return true;
  }

  private mark(tables: PlanTables, eachRow: readonly Uint8Array[]): void {
    const { kernel } = this;
    for (const [i, marks] of eachRow.entries()) writeBits(kernel, kernel.ints[(tables.levels + i * LEVEL.SIZE + LEVEL.EACH_ROW) >> 2] ?? 0, marks);
    tables.eachRow = eachRow;
  }

  onItem(level: number): void {
    const cells = this.tables?.cells[level];
    if (cells === undefined) return;
    cells.fill();
    this.sink?.item(level, cells);
  }

  onRow(levels: number): void {
    this.sink?.row(levels);
  }

  onLost(list: number, count: number): void {
    if (this.lost !== undefined) this.lost.push([list, count]);
    else for (let i = 0; i < count; i++) this.sink?.lose(this.tables?.lists[list] ?? '');
  }

  writeText(start: number, end: number, out: number): number {
    const { bytes } = this.memory.text;
    const text = String(JSON.parse(bytes.toString('utf8', start, end)));
    if (out - this.text + 3 * text.length > TEXT_BYTES) throw new RangeError('The texts of a record take more room than the kernel has.');
    return out + bytes.write(text, out);
  }

  private compile(shapes: readonly LevelShape[]): PlanTables {
    const { kernel } = this;
    const compiler = new ShapeCompiler(kernel);
    const levels = kernel.list(shapes.flatMap((level) => compiler.level(level)));
    const { lists } = compiler;
    const [lost, lostLists] = [kernel.allocate(INT * lists.length), kernel.allocate(INT * lists.length)];
    const cells = shapes.map(({ size }, i) => new KernelCells(this.memory, levels + i * LEVEL.SIZE, size));
    const tables = { levels, eachRow: NO_MARKS, cells, lists, lost, lostLists };
    this.plans.set(shapes, tables);
    return tables;
  }
}

/** Writes the shapes of a plan into the memory of the kernel. */
class ShapeCompiler {
  readonly lists: string[] = [];

  constructor(private readonly kernel: Kernel) {}

  /** Gives the numbers of a level. */
  level({ size, slots, steps }: LevelShape): readonly number[] {
    const { kernel } = this;
    const [starts, ends] = [kernel.allocate(INT * size), kernel.allocate(INT * size)];
    const bitsOf = (): number => kernel.allocate(bytesOfBits(size));
    const numbers = [starts, ends, size, 0, 0, bitsOf(), this.slots(slots), steps.length, this.list(steps.map((tests) => this.tests(tests)))];
    return [...numbers, bitsOf(), 0, 0, 0, bitsOf()];
  }

  private slots(slots: SlotShapes): number {
    const first = slots.findIndex((shape) => shape !== undefined);
    const shapes = first < 0 ? [] : Array.from(slots.slice(first), (shape) => (shape === undefined ? 0 : this.shape(shape)));
    return this.list([first, shapes.length, ...shapes]);
  }

  private shape(shape: Shape): number {
    const { kind, column, slots, isShared, items, name, tests, skipsEmpty, isDescription, isPlace, keys, ofWhole } = shape;
    const form = new Array<number>(FORM.SIZE / INT).fill(0);
    const set = (offset: number, number: number): void => void (form[offset / INT] = number);
    set(0, kind);
    set(FORM.COLUMN, column);
    set(FORM.SLOTS, this.slots(slots));
    set(FORM.IS_SHARED, Number(isShared));
    set(FORM.ITEMS, items.length);
    set(FORM.ITEM_LIST, this.list(items.map((one) => this.shape(one))));
    set(FORM.NAME, this.numberOf(name));
    set(FORM.TESTS, this.tests(tests));
    set(FORM.SKIPS_EMPTY, Number(skipsEmpty));
    set(FORM.IS_DESCRIPTION, Number(isDescription));
    set(FORM.IS_PLACE, Number(isPlace));
    set(FORM.KEYS, keys.length);
    set(FORM.KEY_LIST, this.list(keys.map((key) => this.bytes(key))));
    set(FORM.OF_WHOLE, ofWhole.length);
    set(FORM.OF_WHOLE_LIST, this.list(ofWhole.map((one) => this.shape(one))));
    return this.list(form);
  }

  private numberOf(name: string): number {
    const known = this.lists.indexOf(name);
    return known < 0 ? this.lists.push(name) - 1 : known;
  }

  private tests(tests: readonly ShapeTest[]): number {
    if (tests.length === 0) return 0;
    const rows = tests.flatMap(({ key, accepted }) => [this.bytes(key), accepted.length, this.list(accepted.map((json) => this.bytes(json)))]);
    return this.list([tests.length, ...rows]);
  }

  private bytes(bytes: Buffer): number {
    const address = this.kernel.allocate(INT + bytes.length);
    this.kernel.ints[address >> 2] = bytes.length;
    this.kernel.bytes.set(bytes, address + INT);
    return address;
  }

  private list(numbers: readonly number[]): number {
    return numbers.length === 0 ? 0 : this.kernel.list(numbers);
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteWriter, packageRoot, type RecordBatch } from '../../src/plugin/io';
import type { CompiledResource, CompiledTables } from './compiled-tables';
import { CONCEPT, KEPT, KIND, MADE, NODE } from './machine-layout';
import { isDecimal, shownText, stringOf } from './mapping/json';
import { FIRST_ADDRESS } from './mapping/program';

/** A value of a record: its address in the memory of the machine. `NONE` stands for a value that is absent or null. */
export type Node = number;

export const NONE: Node = 0;

/** Takes what the machine writes. `bytes` is its memory. */
export interface MachineOutput {
  /**
   * Takes a resource that records share by its content: a line with the type, and the members in braces. Writes the words of its id at an index of `words`.
   * True for one that has to be written.
   */
  addShared(content: Buffer, words: Int32Array, index: number): boolean;
  /** Takes such a resource again, once in a turn. */
  useShared(words: Int32Array, index: number): boolean;
  /** Takes bytes of lines: those of shared resources before the one that refers to them. */
  writeLines(bytes: Buffer, start: number, end: number): void;
}

/** The functions of the machine: see `assembly`. */
interface MachineExports {
  readonly memory: WebAssembly.Memory;
  takeId(): number;
  placeMade(start: number): void;
  nextTurn(): void;
  state(constants: number): void;
  useKeys(names: number, ofRecord: number): void;
  placeNodes(start: number, end: number): void;
  placeKept(start: number): void;
  placeConcepts(start: number): void;
  scan(start: number, end: number, node: number, isLasting: number): number;
  memberOf(object: number, key: number): number;
  limitTo(limit: number): void;
  kindOf(record: number): number;
  begin(record: number, head: number): void;
  invalidCount(): number;
  write(operation: number, node: number, start: number): number;
  writeResource(type: number, id: number, number: number, operation: number, node: number, start: number): number;
  endOfResource(): number;
  placeLines(start: number, end: number): void;
  takeLines(): number;
  useBundles(): void;
}

const [PLAIN, STRING, ARRAY]: readonly [number, number, number] = [KIND.PLAIN, KIND.STRING, KIND.ARRAY];

const PAGE = 1 << 16;
const WORD_SHIFT = 2;

/** Bytes behind each area that whole vectors may touch. */
const SLACK = 64;

/** Room for text, and for what is written. It grows for a record that needs more. */
const FIRST_TEXT_BYTES = 1 << 18;
const FIRST_OUT_BYTES = 1 << 20;
const GROWTH = 4;
const NODE_BYTES_FOR_A_BYTE = 4;

/** Room for lines of shared resources. They are handed over when it is used up. */
const LINES_BYTES = 1 << 16;

const EMPTY = Buffer.alloc(0);

let machineModule: object | undefined;

/** The build compiles the machine with these exports. */
function asExports(exports: object): MachineExports {
  return exports as MachineExports;
}

/** Writes the resources of the records of one output, with the machine in WebAssembly. Its memory has the program, text, nodes, and what is written. */
export class Machine {
  private run: MachineExports;
  private takenId = 0;
  private bytes: Buffer = EMPTY;
  private ints = new Int32Array();
  /** Resources by the JSON that they were made of. */
  private readonly made: number;
  private readonly kept: number;
  private readonly concepts: number;
  private readonly text: number;
  private textBytes = FIRST_TEXT_BYTES;
  private nodes = 0;
  private out = 0;
  private outBytes = FIRST_OUT_BYTES;
  /** The JSON of the record. */
  private readonly json = new ByteWriter();
  /** The transaction around the records that follow; `NONE` before the first one. */
  head: Node = NONE;
  private headJson: Buffer = EMPTY;
  /** The node after the transaction, and that after the record. */
  private afterHead = 0;
  private afterRecord = 0;
  /** The end of a resource that was begun, and that of its line. */
  private rest = 0;
  private lineEnd = 0;

  constructor(
    private readonly tables: CompiledTables,
    private readonly output: MachineOutput,
    private readonly isBundled = false,
  ) {
    // It is copied at once into the memory of the machine.
    this.json.mayHold = true;
    this.made = aligned(tables.image.length);
    this.kept = this.made + MADE.SLOTS * MADE.SIZE + SLACK;
    this.concepts = this.kept + KEPT.SLOTS * KEPT.SIZE + SLACK;
    this.text = this.concepts + CONCEPT.COUNT * CONCEPT.SIZE + SLACK;
    this.run = this.start();
    this.place();
  }

  /** Reads a record, and returns it. Nodes of the record before are not valid any more. */
  read(batch: Pick<RecordBatch, 'encodeJson'>, index: number): Node {
    this.json.clear();
    batch.encodeJson(index, this.json);
    if (this.isLarge && this.json.length + this.headJson.length < FIRST_TEXT_BYTES) this.restart();
    return this.scan(this.json.written);
  }

  /** Makes the record that was read the transaction of those that follow. */
  useAsHead(): void {
    this.placeHead(this.json.copyFrom(0));
  }

  /** The member of an object; `NONE` for one that is absent, and of a value that is no object. */
  member(object: Node, key: number): Node {
    return this.run.memberOf(object, key);
  }

  /** The member of an object that is a string; '' for any other. */
  string(object: Node, key: number): string {
    const node = this.member(object, key);
    const kind = this.word(node, NODE.KIND);
    const start = this.word(node, 0);
    const end = this.word(node, NODE.END);
    if (kind === PLAIN) return this.bytes.toString('utf8', start + 1, end - 1);
    return kind === STRING ? stringOf(this.textBetween(start, end)) : '';
  }

  /** The elements of a list that is a member of an object. */
  valuesOf(object: Node, key: number): Node[] {
    const list = this.member(object, key);
    const values: Node[] = [];
    if (this.word(list, NODE.KIND) !== ARRAY) return values;
    for (let node = list + NODE.SIZE; node < this.word(list, NODE.NEXT); node = this.word(node, NODE.NEXT)) values.push(node);
    return values;
  }

  /** The number of the kind of a record; 0 for one without tables. */
  kindOf(record: Node): number {
    return this.run.kindOf(record);
  }

  /** Begins to write resources of a record. */
  begin(record: Node): void {
    this.run.begin(record, this.head);
  }

  /** Begins a turn: shared resources are taken again when they are used. */
  nextTurn(): void {
    this.run.nextTurn();
  }

  /** Values of the record that were left out because FHIR does not allow them. */
  get invalidCount(): number {
    return this.run.invalidCount();
  }

  /** Writes what an operation makes of a value. */
  write(operation: number, node: Node, out: ByteWriter): void {
    for (;;) {
      const end = this.run.write(operation, node, this.out);
      if (end >= 0) return out.append(this.bytes, this.out, end);
      this.growOut();
    }
  }

  /** Writes the line of a resource, after those of resources that it refers to; nothing for a value that has none. `number` is added to the id, unless it is 0. */
  writeResource(resource: CompiledResource, id: Node, number: number, node: Node): void {
    const end = this.lineOf(resource, id, number, node);
    this.output.writeLines(this.bytes, this.run.takeLines(), end);
  }

  /** As `writeResource`, without the end of the resource. False for a value that has none. */
  beginResource(resource: CompiledResource, id: Node, node: Node): boolean {
    this.lineEnd = this.lineOf(resource, id, 0, node);
    const isBegun = this.lineEnd > this.out;
    this.rest = isBegun ? this.run.endOfResource() - 1 : this.out;
    this.output.writeLines(this.bytes, this.run.takeLines(), this.rest);
    return isBegun;
  }

  /** Writes the end of the resource that was begun. */
  endResource(): void {
    this.output.writeLines(this.bytes, this.rest, this.lineEnd);
  }

  /** Makes the line of a resource; returns where it ends. */
  private lineOf({ type, operation }: CompiledResource, id: Node, number: number, node: Node): number {
    for (;;) {
      const end = this.run.writeResource(type, id, number, operation, node, this.out);
      if (end >= 0) return end;
      this.growOut();
    }
  }

  /** Makes room for a resource that is written again. Shared resources that were taken have their ids, and are not written again. */
  private growOut(): void {
    this.outBytes *= GROWTH;
    this.placeOut();
  }

  /** Removes lines that nobody took. */
  clear(): void {
    this.run.takeLines();
    this.run.nextTurn();
  }

  private get isLarge(): boolean {
    return this.textBytes > FIRST_TEXT_BYTES || this.outBytes > FIRST_OUT_BYTES;
  }

  /** Releases the memory that a large record needed. */
  private restart(): void {
    [this.textBytes, this.outBytes] = [FIRST_TEXT_BYTES, FIRST_OUT_BYTES];
    this.run = this.start();
    this.place();
    this.placeHead(this.headJson);
  }

  private start(): MachineExports {
    machineModule ??= new WebAssembly.Module(readFileSync(join(packageRoot(), 'dist', 'fhir.wasm')));
    const run = asExports(new WebAssembly.Instance(machineModule, { host: this.host() }).exports);
    const { image, names, ofRecord, constants } = this.tables;
    growTo(run.memory, this.text);
    image.copy(new Uint8Array(run.memory.buffer), FIRST_ADDRESS, FIRST_ADDRESS);
    run.useKeys(names, ofRecord);
    run.state(constants);
    run.placeMade(this.made);
    run.placeKept(this.kept);
    run.placeConcepts(this.concepts);
    if (this.isBundled) run.useBundles();
    this.takenId = run.takeId() >> WORD_SHIFT;
    return run;
  }

  private host(): object {
    const { output } = this;
    return {
      writeText: (start: number, end: number, isCode: number, out: number) => {
        const value = stringOf(this.textBetween(start, end));
        const text = shownText(isCode === 1 ? value.replace(/\s+/g, ' ') : value);
        return out + text.length > this.out + this.outBytes ? -1 : out + this.bytes.write(text, out, 'latin1');
      },
      isDecimal: (start: number, end: number) => (isDecimal(stringOf(this.textBetween(start, end))) ? 1 : 0),
      negate: (start: number, end: number) => start + this.bytes.write(negated(this.textBetween(start, end)), start, 'latin1'),
      add: (start: number, end: number) => (output.addShared(this.bytes.subarray(start, end), this.ints, this.takenId) ? 1 : 0),
      again: () => (output.useShared(this.ints, this.takenId) ? 1 : 0),
      emit: (start: number, end: number) => output.writeLines(this.bytes, start, end),
    };
  }

  private word(node: Node, place: number): number {
    return this.ints[(node + place) >> WORD_SHIFT] ?? 0;
  }

  private textBetween(start: number, end: number): string {
    return this.bytes.toString('latin1', start, end);
  }

  /** Puts a record behind the transaction. Returns its node. */
  private scan(json: Buffer, isLasting = false): Node {
    const start = this.text + this.headJson.length;
    const end = start + json.length;
    if (end <= this.text + this.textBytes) {
      this.bytes.set(json, start);
      this.afterRecord = this.run.scan(start, end, this.afterHead, isLasting ? 1 : 0);
      if (this.afterRecord > 0) return this.afterRecord > this.afterHead ? this.afterHead : NONE;
    }
    this.textBytes *= GROWTH;
    this.place();
    this.placeHead(this.headJson);
    return this.scan(json, isLasting);
  }

  private placeHead(json: Buffer): void {
    [this.headJson, this.afterHead, this.head] = [EMPTY, this.nodes, NONE];
    if (json.length === 0) return;
    this.head = this.scan(json, true);
    [this.headJson, this.afterHead] = [json, this.afterRecord];
  }

  /** Says where nodes and output are. */
  private place(): void {
    this.nodes = aligned(this.text + this.textBytes + SLACK);
    const end = this.nodes + this.textBytes * NODE_BYTES_FOR_A_BYTE;
    const lines = aligned(end + SLACK);
    this.out = lines + LINES_BYTES;
    this.placeOut();
    this.run.placeLines(lines, this.out);
    this.run.placeNodes(this.nodes, end);
    this.afterHead = this.nodes;
  }

  private placeOut(): void {
    const { memory } = this.run;
    growTo(memory, this.out + this.outBytes + SLACK);
    this.run.limitTo(this.out + this.outBytes);
    this.bytes = Buffer.from(memory.buffer);
    this.ints = new Int32Array(memory.buffer);
  }
}

const aligned = (address: number): number => (address + 15) & -16;

function growTo(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}

/** A number with the other sign. */
function negated(digits: string): string {
  if (Number(digits) === 0) return '0';
  return digits.startsWith('-') ? digits.slice(1) : `-${digits}`;
}

import { ByteWriter, type RecordBatch } from '../../../src/plugin/io';
import { shownText, stringOf } from './json';
import { TextIndex } from './text-index';

/** A value of a record: its place among the nodes of a `RecordText`. `NONE` stands for a value that is absent or null. */
export type Node = number;

export const NONE: Node = 0;

/** Name of a member that tables read, as a number from 1. */
export type Key = number;

/**
 * Words of a node: where the JSON of the value begins and ends, the name that it has, what it is, the node after it and all that is in it, a bit for each name
 * of its members (names share bits), its number in a list that was written, and a mark of the tables.
 */
const [START, END, KEY, KIND, NEXT, NAMES, NUMBER, MARK] = [0, 1, 2, 3, 4, 5, 6, 7];
const NODE_WORDS = 8;

/** Kinds of values. `PLAIN` is a string without escapes that begins and ends with visible ASCII: JSON and FHIR take it as it is. */
const [PLAIN, STRING, NUMERIC, BOOLEAN, OBJECT, ARRAY] = [1, 2, 3, 4, 5, 6];

const [QUOTE, COMMA, COLON, BACKSLASH, BLANK, TILDE] = [0x22, 0x2c, 0x3a, 0x5c, 0x20, 0x7e];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [NULL_START, TRUE_START, FALSE_START] = [0x6e, 0x74, 0x66];

/** The key of names that no table reads, and of elements of lists. */
const NO_KEY: Key = 0;

/** Names that tables read. Tables are constants: the list is complete when they are loaded. */
const names = new TextIndex();
const MAX_KEYS = 1 << 12;

/** The number of a name that a table reads. */
export function keyOf(name: string): Key {
  const key = names.add(name);
  if (key >= MAX_KEYS) throw new RangeError(`Tables read more than ${MAX_KEYS} names.`);
  return key;
}

/** Buffers beyond this size are not used for the next record. */
const MAX_REUSED_BYTES = 1 << 20;
const FIRST_NODES = 1 << 12;

/**
 * The JSON of one record, and of the transaction around it, with the places of the values that tables read. Nothing is parsed: most values are copied as bytes.
 * One scan finds the values; its buffers are reused for the next record.
 */
export class RecordText {
  private writer = new ByteWriter();
  private nodes = new Int32Array(FIRST_NODES * NODE_WORDS);
  /** Where the next node goes; the first is `NONE`. */
  private free = NODE_WORDS;
  /** Bytes and nodes of the transaction, which stay until the next one. */
  private headBytes = 0;
  private headNodes = NODE_WORDS;
  /** The record, and its members by their names: most lookups are for members of a record that are absent. */
  private root: Node = NONE;
  private readonly ofRoot = new Int32Array(MAX_KEYS);
  /** JSON of the transaction and the record. */
  private bytes: Buffer = this.writer.bytes;
  private view = viewOf(this.bytes);
  /** The transaction around the records that follow; `NONE` before the first one. */
  head: Node = NONE;

  /** Reads a transaction, and returns it. */
  readHead(batch: Pick<RecordBatch, 'encodeJson'>, index: number): Node {
    [this.headBytes, this.headNodes, this.head] = [0, NODE_WORDS, NONE];
    this.head = this.read(batch, index);
    [this.headBytes, this.headNodes] = [this.writer.length, this.free];
    return this.head;
  }

  /** Reads a record, and returns it. Nodes of the record before are not valid any more. */
  read(batch: Pick<RecordBatch, 'encodeJson'>, index: number): Node {
    this.forEachMember(this.root, (key) => (this.ofRoot[key] = NONE));
    this.dropLargeBuffers();
    const { writer } = this;
    writer.length = this.headBytes;
    this.free = this.headNodes;
    batch.encodeJson(index, writer);
    if (this.bytes !== writer.bytes) [this.bytes, this.view] = [writer.bytes, viewOf(writer.bytes)];
    const root = this.free;
    this.root = NONE;
    this.scan(this.headBytes, NO_KEY);
    if (this.free === root) return NONE;
    this.forEachMember(root, (key, node) => {
      if (this.ofRoot[key] === NONE) this.ofRoot[key] = node;
    });
    return (this.root = root);
  }

  /** The member of an object; `NONE` for one that is absent, and of a value that is no object. */
  member(object: Node, key: Key): Node {
    const { nodes } = this;
    if (object === this.root) return this.ofRoot[key] ?? NONE;
    if (((nodes[object + NAMES] ?? 0) & nameBit(key)) === 0) return NONE;
    const end = nodes[object + NEXT] ?? 0;
    let at = object + NODE_WORDS;
    while (at < end) {
      if (nodes[at + KEY] === key) return at;
      at = nodes[at + NEXT] ?? end;
    }
    return NONE;
  }

  /** True for a member that is certainly absent: faster than `member`. */
  lacks(object: Node, key: Key): boolean {
    return object === this.root ? this.ofRoot[key] === NONE : ((this.nodes[object + NAMES] ?? 0) & nameBit(key)) === 0;
  }

  /** The first element of a list; `NONE` for an empty one, and for a value that is no list. */
  firstOf(list: Node): Node {
    return this.nodes[list + KIND] === ARRAY && (this.nodes[list + NEXT] ?? 0) > list + NODE_WORDS ? list + NODE_WORDS : NONE;
  }

  /** The element of the list after another. */
  after(node: Node, list: Node): Node {
    const next = this.nodes[node + NEXT] ?? 0;
    return next < (this.nodes[list + NEXT] ?? 0) ? next : NONE;
  }

  isObject(node: Node): boolean {
    return this.nodes[node + KIND] === OBJECT;
  }

  isNumber(node: Node): boolean {
    return this.nodes[node + KIND] === NUMERIC;
  }

  /** The number of a string in an index; 0 for any other value. */
  find(node: Node, texts: TextIndex): number {
    const { nodes } = this;
    const kind = nodes[node + KIND];
    return kind === PLAIN || kind === STRING ? texts.find(this.bytes, (nodes[node + START] ?? 0) + 1, (nodes[node + END] ?? 0) - 1) : 0;
  }

  /** The number that was set for an object; 0 for none. */
  numberOf(node: Node): number {
    return this.nodes[node + NUMBER] ?? 0;
  }

  setNumber(node: Node, number: number): void {
    this.nodes[node + NUMBER] = number;
  }

  /** What was set with `setMark`; 0 for nothing. */
  markOf(node: Node): number {
    return this.nodes[node + MARK] ?? 0;
  }

  setMark(node: Node, mark: number): void {
    this.nodes[node + MARK] = mark;
  }

  /** The JSON of a value, as binary text. */
  json(node: Node): string {
    return this.bytes.toString('latin1', this.nodes[node + START], this.nodes[node + END]);
  }

  /** The bytes of the JSON of a value, valid until the next record is read. */
  jsonBytes(node: Node): Buffer {
    return this.bytes.subarray(this.nodes[node + START], this.nodes[node + END]);
  }

  /** The content of a string; '' for any other value. */
  string(node: Node): string {
    const kind = this.nodes[node + KIND];
    return kind === PLAIN || kind === STRING ? stringOf(this.json(node)) : '';
  }

  /** Writes the JSON of a value as it is. */
  copyJson(node: Node, out: ByteWriter): void {
    out.copy(this.view, this.nodes[node + START] ?? 0, this.nodes[node + END] ?? 0);
  }

  /** Writes what is between the quotes of a string. */
  copyContent(node: Node, out: ByteWriter): void {
    out.copy(this.view, (this.nodes[node + START] ?? 0) + 1, (this.nodes[node + END] ?? 0) - 1);
  }

  /** Writes a value as text of FHIR in JSON: without blanks at its ends and control characters. False for a blank one. */
  writeText(node: Node, out: ByteWriter): boolean {
    const kind = this.nodes[node + KIND];
    if (kind === PLAIN) this.copyJson(node, out);
    else if (kind === STRING) return writeBinary(shownText(this.string(node)), out);
    else if (kind === NUMERIC || kind === BOOLEAN) writeBinary(`"${this.json(node)}"`, out);
    else return false;
    return true;
  }

  /** Writes a string as code of FHIR in JSON: blanks inside it are single. False for a value that is no string, or a blank one. */
  writeCode(node: Node, out: ByteWriter): boolean {
    const kind = this.nodes[node + KIND];
    if (kind === STRING || (kind === PLAIN && this.hasDoubleBlanks(node))) return writeBinary(shownText(this.string(node).replace(/\s+/g, ' ')), out);
    if (kind !== PLAIN) return false;
    this.copyJson(node, out);
    return true;
  }

  /** Writes the day of a date. False for a value that is no day; a time is left out, because X12 has no time zones, without which FHIR has no times. */
  writeDay(node: Node, out: ByteWriter): boolean {
    const { bytes, nodes } = this;
    const kind = nodes[node + KIND];
    const start = nodes[node + START] ?? 0;
    if ((kind !== PLAIN && kind !== STRING) || !isDay(bytes, start + 1)) return false;
    out.copy(this.view, start, start + 1 + DAY_LENGTH);
    out.byte(QUOTE);
    return true;
  }

  private hasDoubleBlanks(node: Node): boolean {
    const { bytes } = this;
    const end = this.nodes[node + END] ?? 0;
    for (let i = (this.nodes[node + START] ?? 0) + 1; i < end; i++) if (bytes[i] === BLANK && bytes[i - 1] === BLANK) return true;
    return false;
  }

  private dropLargeBuffers(): void {
    if (this.writer.bytes.length > MAX_REUSED_BYTES && this.headBytes < MAX_REUSED_BYTES >> 1) {
      const head = this.writer.bytes.subarray(0, this.headBytes);
      this.writer = new ByteWriter();
      this.writer.append(head);
    }
    if (this.nodes.length > MAX_REUSED_BYTES && this.headNodes < MAX_REUSED_BYTES >> 1) this.nodes = this.nodes.slice(0, MAX_REUSED_BYTES);
  }

  private forEachMember(object: Node, visit: (key: Key, node: Node) => void): void {
    const { nodes } = this;
    if (nodes[object + KIND] !== OBJECT) return;
    const end = nodes[object + NEXT] ?? 0;
    for (let at = object + NODE_WORDS; at < end; at = nodes[at + NEXT] ?? end) visit(nodes[at + KEY] ?? NO_KEY, at);
  }

  /** Adds the value that begins at a byte and all that is in it. Returns the byte after it. */
  private scan(start: number, key: Key): number {
    const first = this.bytes[start] ?? 0;
    if (first === QUOTE) return this.scanString(start, key);
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return this.scanWord(start, key);
    const node = this.add(start, key, first === OPEN_BRACE ? OBJECT : ARRAY);
    const end = first === OPEN_BRACE ? this.scanMembers(start + 1, node) : this.scanElements(start + 1);
    this.nodes[node + END] = end;
    this.nodes[node + NEXT] = this.free;
    return end;
  }

  private scanMembers(start: number, object: Node): number {
    const { bytes, writer } = this;
    const { length } = writer;
    let seen = 0;
    let at = start;
    while (at < length && bytes[at] !== CLOSE_BRACE) {
      if (bytes[at] !== QUOTE) at++;
      else {
        const end = endOfString(bytes, at, length);
        const key = names.find(bytes, at + 1, end - 1);
        let value = end;
        while (bytes[value] === COLON || isSpace(bytes[value])) value++;
        seen |= nameBit(key);
        at = key === NO_KEY ? skip(bytes, value, length) : this.scan(value, key);
      }
    }
    this.nodes[object + NAMES] = seen;
    return at + 1;
  }

  private scanElements(start: number): number {
    const { bytes, writer } = this;
    let at = start;
    while (at < writer.length && bytes[at] !== CLOSE_BRACKET) at = bytes[at] === COMMA || isSpace(bytes[at]) ? at + 1 : this.scan(at, NO_KEY);
    return at + 1;
  }

  private scanString(start: number, key: Key): number {
    const { bytes, writer } = this;
    const { length } = writer;
    let end = start + 1;
    while (end < length && bytes[end] !== QUOTE && bytes[end] !== BACKSLASH) end++;
    const isPlain = bytes[end] === QUOTE && isVisible(bytes[start + 1]) && isVisible(bytes[end - 1]);
    end = bytes[end] === QUOTE ? end + 1 : endOfString(bytes, start, length);
    const node = this.add(start, key, isPlain ? PLAIN : STRING);
    this.nodes[node + END] = end;
    return end;
  }

  private scanWord(start: number, key: Key): number {
    const { bytes } = this;
    const end = endOfWord(bytes, start, this.writer.length);
    const first = bytes[start];
    if (first !== NULL_START) this.nodes[this.add(start, key, first === TRUE_START || first === FALSE_START ? BOOLEAN : NUMERIC) + END] = end;
    return end;
  }

  private add(start: number, key: Key, kind: number): Node {
    const node = this.free;
    if (node + NODE_WORDS > this.nodes.length) {
      const larger = new Int32Array(2 * this.nodes.length);
      larger.set(this.nodes);
      this.nodes = larger;
    }
    const { nodes } = this;
    nodes[node + START] = start;
    nodes[node + KEY] = key;
    nodes[node + KIND] = kind;
    nodes[node + NEXT] = this.free = node + NODE_WORDS;
    nodes[node + NAMES] = 0;
    nodes[node + NUMBER] = 0;
    nodes[node + MARK] = 0;
    return node;
  }
}

/** The bit of a name among those of the members of an object. */
const nameBit = (key: Key): number => 1 << (key & 31);

/** Writes binary text. False for none. */
function writeBinary(text: string, out: ByteWriter): boolean {
  out.ascii(text);
  return text !== '';
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const isSpace = (byte: number | undefined): boolean => byte === BLANK || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isVisible = (byte = 0): boolean => byte > BLANK && byte <= TILDE;

/** The byte after a string. */
function endOfString(bytes: Uint8Array, start: number, length: number): number {
  let at = start + 1;
  while (at < length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The byte after a number, true, false or null. */
function endOfWord(bytes: Uint8Array, start: number, length: number): number {
  let end = start;
  while (end < length && bytes[end] !== COMMA && bytes[end] !== CLOSE_BRACE && bytes[end] !== CLOSE_BRACKET && !isSpace(bytes[end])) end++;
  return end;
}

/** The byte after a value. */
function skip(bytes: Uint8Array, start: number, length: number): number {
  if (bytes[start] === QUOTE) return endOfString(bytes, start, length);
  if (bytes[start] !== OPEN_BRACE && bytes[start] !== OPEN_BRACKET) return endOfWord(bytes, start, length);
  let depth = 0;
  for (let at = start; at < length; ) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at, length);
    else {
      at++;
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return at;
    }
  }
  return length;
}

const DAY_LENGTH = 10;
const [ZERO, MINUS, TIME] = [0x30, 0x2d, 0x54];

/** Days of the months; February has its 29th in leap years alone. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for a day of the calendar, such as 2026-01-31, before the end of a string or a time. */
function isDay(bytes: Uint8Array, start: number): boolean {
  const after = bytes[start + DAY_LENGTH];
  if ((after !== QUOTE && after !== TIME) || bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return false;
  const year = numberAt(bytes, start, 4);
  const month = numberAt(bytes, start + 5, 2);
  const day = numberAt(bytes, start + 8, 2);
  if (year < 1 || day < 1 || day > (MONTH_DAYS[month - 1] ?? 0)) return false;
  return month !== 2 || day !== 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/** The number of some digits; negative where one is none. */
function numberAt(bytes: Uint8Array, start: number, count: number): number {
  let number = 0;
  for (let i = start; i < start + count; i++) {
    const digit = (bytes[i] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = 10 * number + digit;
  }
  return number;
}

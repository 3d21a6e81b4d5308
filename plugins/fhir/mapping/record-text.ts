import { ByteWriter, type RecordBatch } from '../../../src/plugin/io';
import { shownText, stringOf } from './json';

/** A value of a record: its place among the nodes of a `RecordText`. `NONE` stands for a value that is absent or null. */
export type Node = number;

export const NONE: Node = 0;

/** Name of a member that tables read, as a number. */
export type Key = number;

/** Words of a node: where the JSON of the value begins and ends, the name that it has, what it is, and the node after it and all that is in it. */
const [START, END, KEY, KIND, NEXT] = [0, 1, 2, 3, 4];
const NODE_WORDS = 5;

/** Kinds of values. `PLAIN` is a string without escapes that begins and ends with visible ASCII: JSON and FHIR take it as it is. */
const [PLAIN, STRING, NUMBER, BOOLEAN, OBJECT, ARRAY] = [1, 2, 3, 4, 5, 6];

const [QUOTE, COMMA, COLON, BACKSLASH, BLANK, TILDE] = [0x22, 0x2c, 0x3a, 0x5c, 0x20, 0x7e];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [NULL_START, TRUE_START, FALSE_START] = [0x6e, 0x74, 0x66];

/** Of values that no table reads, and of elements of lists. */
const [UNREAD, ELEMENT]: readonly [Key, Key] = [-1, 0];

/** Names that tables read, each in bytes of its own. Tables are constants: the list is complete when they are loaded. */
const SLOTS = 4096;
const NAME_BYTES = 64;
const names = new Uint8Array(SLOTS * NAME_BYTES);
const lengths = new Uint8Array(SLOTS);
const slots = new Int32Array(SLOTS);
const keys = new Map<string, Key>();

/** Where a name is looked for first: by its length and some of its bytes. Most names that no table reads find an empty slot there. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const [first = 0, third = 0, middle = 0, last = 0] = [bytes[start], bytes[start + (length >> 2)], bytes[start + (length >> 1)], bytes[end - 1]];
  return (first + third * 7 + middle * 37 + last * 131 + length * 521) & (SLOTS - 1);
}

/** The number of a name that a table reads. */
export function keyOf(name: string): Key {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = keys.size + 1;
  if (name.length > NAME_BYTES) throw new RangeError(`A table reads the name ${name}, which is longer than ${NAME_BYTES} characters.`);
  keys.set(name, key);
  names.set(Buffer.from(name), key * NAME_BYTES);
  lengths[key] = name.length;
  let slot = slotOf(Buffer.from(name), 0, name.length);
  while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
  slots[slot] = key;
  return key;
}

/** Buffers beyond this size are not used for the next record. */
const MAX_REUSED_BYTES = 1 << 20;
const FIRST_NODES = 1 << 12;

/**
 * The JSON of one record, and of the transaction around it, with the places of the values that tables read. Nothing is parsed: most values are written as
 * they are. One scan finds the values; it is reused for the next record.
 */
export class RecordText {
  private writer = new ByteWriter();
  private bytes: Buffer = this.writer.bytes;
  private nodes = new Int32Array(FIRST_NODES * NODE_WORDS);
  /** Where the next node goes; the first is `NONE`. */
  private free = NODE_WORDS;
  /** Bytes and nodes of the transaction, which stay until the next one. */
  private headBytes = 0;
  private headNodes = NODE_WORDS;
  /** One character for each byte, so that places count both. */
  private text = '';
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
    this.dropLargeBuffers();
    const { writer } = this;
    writer.length = this.headBytes;
    this.free = this.headNodes;
    batch.encodeJson(index, writer);
    this.bytes = writer.bytes;
    this.text = writer.bytes.toString('latin1', 0, writer.length);
    const root = this.free;
    this.scan(this.headBytes, ELEMENT);
    return this.free > root ? root : NONE;
  }

  /** The member of an object; `NONE` for one that is absent, and of a value that is no object. */
  member(node: Node, key: Key): Node {
    const { nodes } = this;
    const end = nodes[node + NEXT] ?? 0;
    let at = node + NODE_WORDS;
    while (at < end) {
      if (nodes[at + KEY] === key) return at;
      at = nodes[at + NEXT] ?? end;
    }
    return NONE;
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
    return this.nodes[node + KIND] === NUMBER;
  }

  isString(node: Node): boolean {
    const kind = this.nodes[node + KIND];
    return kind === PLAIN || kind === STRING;
  }

  /** The JSON of a value. */
  json(node: Node): string {
    return this.text.slice(this.nodes[node + START], this.nodes[node + END]);
  }

  /** True for a value with this JSON. */
  isJson(node: Node, json: string): boolean {
    const start = this.nodes[node + START] ?? 0;
    return (this.nodes[node + END] ?? 0) - start === json.length && this.text.startsWith(json, start);
  }

  /** The content of a string; '' for any other value. */
  string(node: Node): string {
    const kind = this.nodes[node + KIND];
    if (kind === PLAIN) return this.text.slice((this.nodes[node + START] ?? 0) + 1, (this.nodes[node + END] ?? 0) - 1);
    return kind === STRING ? stringOf(this.json(node)) : '';
  }

  /** A value as text of FHIR in JSON: without blanks at its ends and control characters; '' for a blank one. */
  shown(node: Node): string {
    const kind = this.nodes[node + KIND];
    if (kind === PLAIN) return this.json(node);
    if (kind === STRING) return shownText(stringOf(this.json(node)));
    return kind === NUMBER || kind === BOOLEAN ? `"${this.json(node)}"` : '';
  }

  /** A string as code of FHIR in JSON: blanks inside it are single; '' for a value that is no string, or a blank one. */
  shownCode(node: Node): string {
    const kind = this.nodes[node + KIND];
    if (kind !== PLAIN) return kind === STRING ? shownText(stringOf(this.json(node)).replace(/\s+/g, ' ')) : '';
    const { bytes } = this;
    const end = this.nodes[node + END] ?? 0;
    let isAfterBlank = false;
    for (let i = this.nodes[node + START] ?? 0; i < end; i++) {
      const isBlank = bytes[i] === BLANK;
      if (isBlank && isAfterBlank) return this.json(node).replace(/ +/g, ' ');
      isAfterBlank = isBlank;
    }
    return this.json(node);
  }

  private dropLargeBuffers(): void {
    if (this.writer.bytes.length > MAX_REUSED_BYTES && this.headBytes < MAX_REUSED_BYTES >> 1) {
      const head = this.writer.bytes.subarray(0, this.headBytes);
      this.writer = new ByteWriter();
      this.writer.append(head);
    }
    if (this.nodes.length > MAX_REUSED_BYTES && this.headNodes < MAX_REUSED_BYTES >> 1) this.nodes = this.nodes.slice(0, MAX_REUSED_BYTES);
  }

  /** Adds the value that begins at a byte and all that is in it, unless nobody reads it. Returns the byte after it. */
  private scan(start: number, key: Key): number {
    const { bytes } = this;
    const first = bytes[start] ?? 0;
    if (first === QUOTE) return this.scanString(start, key);
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return this.scanWord(start, key);
    const node = this.add(start, start, key, first === OPEN_BRACE ? OBJECT : ARRAY);
    const end = first === OPEN_BRACE ? this.scanMembers(start + 1, key) : this.scanElements(start + 1, key);
    if (node !== NONE) {
      this.nodes[node + END] = end;
      this.nodes[node + NEXT] = this.free;
    }
    return end;
  }

  private scanMembers(start: number, around: Key): number {
    const { bytes, writer } = this;
    let at = start;
    while (at < writer.length) {
      const byte = bytes[at] ?? 0;
      if (byte === CLOSE_BRACE) return at + 1;
      if (byte !== QUOTE) at++;
      else {
        const end = this.endOfString(at);
        let value = end;
        while (bytes[value] === COLON || isSpace(bytes[value])) value++;
        at = this.scan(value, around === UNREAD ? UNREAD : this.keyAt(at + 1, end - 1));
      }
    }
    return at;
  }

  private scanElements(start: number, around: Key): number {
    const { bytes, writer } = this;
    let at = start;
    while (at < writer.length) {
      const byte = bytes[at] ?? 0;
      if (byte === CLOSE_BRACKET) return at + 1;
      at = byte === COMMA || isSpace(byte) ? at + 1 : this.scan(at, around === UNREAD ? UNREAD : ELEMENT);
    }
    return at;
  }

  private scanString(start: number, key: Key): number {
    const end = this.endOfString(start);
    if (key !== UNREAD) this.add(start, end, key, this.isPlain && this.isVisible(start + 1) && this.isVisible(end - 2) ? PLAIN : STRING);
    return end;
  }

  private isVisible(at: number): boolean {
    const byte = this.bytes[at] ?? 0;
    return byte > BLANK && byte <= TILDE;
  }

  /** False after a string with escapes. */
  private isPlain = true;

  private endOfString(start: number): number {
    const { bytes } = this;
    const { length } = this.writer;
    this.isPlain = true;
    for (let at = start + 1; at < length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) {
        this.isPlain = false;
        at++;
      }
    }
    return length;
  }

  private scanWord(start: number, key: Key): number {
    const { bytes, writer } = this;
    let end = start;
    while (end < writer.length && !isAfterWord(bytes[end] ?? 0)) end++;
    const first = bytes[start];
    if (first !== NULL_START) this.add(start, end, key, first === TRUE_START || first === FALSE_START ? BOOLEAN : NUMBER);
    return end;
  }

  /** The key of a name; `UNREAD` for one that no table reads. */
  private keyAt(start: number, end: number): Key {
    for (let slot = slotOf(this.bytes, start, end); ; slot = (slot + 1) & (SLOTS - 1)) {
      const key = slots[slot] ?? 0;
      if (key === 0) return UNREAD;
      if (lengths[key] === end - start && this.isName(key, start, end)) return key;
    }
  }

  private isName(key: Key, start: number, end: number): boolean {
    const { bytes } = this;
    let place = key * NAME_BYTES;
    for (let i = start; i < end; i++) if (names[place++] !== bytes[i]) return false;
    return true;
  }

  private add(start: number, end: number, key: Key, kind: number): Node {
    if (key === UNREAD) return NONE;
    const node = this.free;
    if (node + NODE_WORDS > this.nodes.length) {
      const larger = new Int32Array(2 * this.nodes.length);
      larger.set(this.nodes);
      this.nodes = larger;
    }
    const { nodes } = this;
    nodes[node + START] = start;
    nodes[node + END] = end;
    nodes[node + KEY] = key;
    nodes[node + KIND] = kind;
    nodes[node + NEXT] = this.free = node + NODE_WORDS;
    return node;
  }
}

const isSpace = (byte: number | undefined): boolean => byte === BLANK || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isAfterWord = (byte: number): boolean => byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte);

import { type OPERATION, PATH } from '../machine-layout';

const WORD = 4;
/** Below it is memory that the compiler of the machine uses. */
export const FIRST_ADDRESS = 1 << 16;
const FIRST_CAPACITY = 1 << 19;
/** Vectors of this size are read behind texts. */
const VECTOR = 16;

/** What an element writes: the kind of the operation, and its arguments, which are addresses of what it needs and numbers. */
export interface Operation {
  readonly kind: OPERATION;
  readonly argumentsIn: (program: Program) => readonly number[];
}

export const operation = (kind: OPERATION, argumentsIn: Operation['argumentsIn'] = () => []): Operation => ({ kind, argumentsIn });

/** Keys of names that tables read, from 1. Tables are constants: the list is complete when they are loaded. */
const keys = new Map<string, number>();

/** The key of a name that a table reads. */
export function keyOf(name: string): number {
  const key = keys.get(name) ?? keys.size + 1;
  keys.set(name, key);
  return key;
}

/** Tables as the machine runs them: an image of its memory. What is the same is there once. */
export class Program {
  private image = Buffer.alloc(FIRST_CAPACITY);
  private ints = intsOf(this.image);
  private end = FIRST_ADDRESS;
  private readonly texts = new Map<string, number>();
  private readonly paths = new Map<string, number>();
  private readonly operations = new Map<Operation, number>();
  private readonly types = new Map<string, number>();

  /** The memory up to the address where the program ends. */
  get bytes(): Buffer {
    return this.image.subarray(0, this.end + VECTOR);
  }

  /** The address of an operation. */
  operation(one: Operation): number {
    const known = this.operations.get(one);
    if (known !== undefined) return known;
    const address = this.words([one.kind, ...one.argumentsIn(this)]);
    this.operations.set(one, address);
    return address;
  }

  /** The address of a text: its length, and its bytes. */
  text(text: string): number {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const length = Buffer.byteLength(text);
    const address = this.reserve(1 + Math.ceil(length / WORD));
    this.ints[address / WORD] = length;
    this.image.write(text, address + WORD);
    this.texts.set(text, address);
    return address;
  }

  /** The address of a type of resource. */
  type(name: string): number {
    const known = this.types.get(name);
    if (known !== undefined) return known;
    const opening = `{"resourceType":"${name}","id":"`;
    const request = `,"request":{"method":"PUT","url":"${name}/`;
    const address = this.words([this.text(opening), this.text(`,{"resource":${opening}`), this.text(request), `${name}\n`.length]);
    this.types.set(name, address);
    return address;
  }

  /** The address of a path, such as `person.address`; one that begins with `/` is of the record. '' is the current value itself. */
  path(path: string): number {
    const known = this.paths.get(path);
    if (known !== undefined) return known;
    const names = path.split('/').at(-1)?.split('.') ?? [];
    const isOfTransaction = path.startsWith('/') && names[0] === 'transaction';
    const read = names.slice(isOfTransaction ? 1 : 0).filter((name) => name !== '');
    const ofCurrent = read.length === 1 ? PATH.MEMBER : PATH.CURRENT;
    const from = isOfTransaction ? PATH.TRANSACTION : path.startsWith('/') ? PATH.RECORD : ofCurrent;
    const address = this.words([from, read.length, ...read.map(keyOf)]);
    this.paths.set(path, address);
    return address;
  }

  /** The address of an index of texts, each with a number that is not 0. */
  index(entries: Iterable<readonly [text: string, value: number]>): number {
    return this.indexOf([...new Map(entries)].map(([text, value]) => ({ text, row: this.words([this.text(text) + WORD, Buffer.byteLength(text), value]) })));
  }

  /** The address of the index of some rows, each an entry with its text. */
  private indexOf(rows: readonly { readonly text: string; readonly row: number }[]): number {
    const mask = 2 ** Math.ceil(Math.log2(8 * rows.length + 1)) - 1;
    const address = this.reserve(mask + 2);
    const { ints } = this;
    const first = address / WORD + 1;
    ints[first - 1] = mask;
    for (const { text, row } of rows) {
      let slot = hashOf(Buffer.from(text)) & mask;
      while (ints[first + slot] !== 0) slot = (slot + 1) & mask;
      ints[first + slot] = row;
    }
    return address;
  }

  /** The address of an index that has some texts. */
  set(texts: Iterable<string>): number {
    return this.index([...texts].map((text) => [text, 1] as const));
  }

  /** The address of the index of all names that have keys. */
  names(): number {
    const rowOf = (name: string, key: number): number => this.words([this.text(name) + WORD, name.length, key, 0, 0, this.text(`"${name}":`) + WORD, 0]);
    return this.indexOf([...keys].map(([text, key]) => ({ text, row: rowOf(text, key) })));
  }

  /** All names that have keys. */
  get keys(): ReadonlySet<string> {
    return new Set(keys.keys());
  }

  get keyCount(): number {
    return keys.size;
  }

  /** Adds words, and returns the address of the first one. */
  words(words: readonly number[]): number {
    const address = this.reserve(words.length);
    this.ints.set(words, address / WORD);
    return address;
  }

  /** Adds words that are zero. */
  reserve(count: number): number {
    const address = this.end;
    this.end += count * WORD;
    while (this.end + VECTOR > this.image.length) {
      this.image = Buffer.concat([this.image], 2 * this.image.length);
      this.ints = intsOf(this.image);
    }
    return address;
  }
}

/** Words of memory as the machine has them: in little-endian order, as the processors that Node runs on. */
const intsOf = ({ buffer, byteOffset, length }: Buffer): Int32Array => new Int32Array(buffer, byteOffset, length / WORD);

/** A hash of the length and some of the bytes, as the machine has it. */
function hashOf(bytes: Buffer): number {
  const { length } = bytes;
  if (length === 0) return 0;
  const [first = 0, second = 0, middle = 0, last = 0] = [bytes[0], bytes[length >> 2], bytes[length >> 1], bytes[length - 1]];
  return first + second * 7 + middle * 37 + last * 131 + length * 521;
}

import { ByteWriter } from '../../../src/plugin/io';

/** Types of the compact protocol of Thrift. */
const TYPE = { true: 1, false: 2, i16: 4, i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;

/** Most of what is written is the header of a page. */
const FIRST_BYTES = 1 << 8;

/** Elements of a list whose length fits its first byte. */
const MAX_SHORT_LIST = 14;

/**
 * Writes structs of Parquet in the compact protocol of Thrift. Fields are written in the order of their ids:
 *
 *     15 04          field 1 (delta 1), type 5 (i32): 2, zigzag
 *      ^ type
 *     ^ delta to the id of the field before
 */
export class ThriftWriter {
  readonly out = new ByteWriter(FIRST_BYTES);
  private lastId = 0;
  private readonly outer: number[] = [];

  /** Writes the fields of a struct that stands in no field, such as a header or an element of a list. */
  struct(write: () => void): void {
    this.outer.push(this.lastId);
    this.lastId = 0;
    write();
    this.out.byte(0);
    this.lastId = this.outer.pop() ?? 0;
  }

  structField(id: number, write: () => void = () => undefined): void {
    this.field(id, TYPE.struct);
    this.struct(write);
  }

  bool(id: number, value: boolean): void {
    this.field(id, value ? TYPE.true : TYPE.false);
  }

  i16(id: number, value: number): void {
    this.field(id, TYPE.i16);
    this.varint(zigzag(value));
  }

  i32(id: number, value: number): void {
    this.field(id, TYPE.i32);
    this.varint(zigzag(value));
  }

  /** `value` is a safe integer. */
  i64(id: number, value: number): void {
    this.field(id, TYPE.i64);
    this.varint(zigzag(value));
  }

  text(id: number, value: string): void {
    this.binary(id, Buffer.from(value));
  }

  binary(id: number, value: Uint8Array): void {
    this.field(id, TYPE.binary);
    this.bytes(value);
  }

  /** A list of structs, each written by one call. */
  structs<T>(id: number, values: readonly T[], write: (value: T, index: number) => void): void {
    this.list(id, TYPE.struct, values.length);
    values.forEach((value, i) => this.struct(() => write(value, i)));
  }

  i32s(id: number, values: readonly number[]): void {
    this.list(id, TYPE.i32, values.length);
    for (const value of values) this.varint(zigzag(value));
  }

  texts(id: number, values: readonly string[]): void {
    this.list(id, TYPE.binary, values.length);
    for (const value of values) this.bytes(Buffer.from(value));
  }

  private list(id: number, type: number, length: number): void {
    this.field(id, TYPE.list);
    if (length <= MAX_SHORT_LIST) this.out.byte((length << 4) | type);
    else {
      this.out.byte(0xf0 | type);
      this.varint(length);
    }
  }

  private bytes(value: Uint8Array): void {
    this.varint(value.length);
    this.out.append(value);
  }

  /** Ids of Parquet are less than 15 apart. */
  private field(id: number, type: number): void {
    this.out.byte(((id - this.lastId) << 4) | type);
    this.lastId = id;
  }

  private varint(value: number): void {
    writeVarint(value, this.out);
  }
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

/** Writes a whole number that is not negative, seven bits in a byte, the lowest first. */
export function writeVarint(value: number, out: ByteWriter): void {
  let rest = value;
  while (rest > 0x7f) {
    out.byte((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  out.byte(rest);
}

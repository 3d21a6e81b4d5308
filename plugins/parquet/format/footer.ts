import type { tableReading } from '../../../src/plugin/io';
import { CONVERTED, DECIMAL_DIGITS, physicalType, REPETITION, SCALES, SNAPPY, TYPE } from './physical-type';
import { ThriftWriter } from './thrift-writer';

/** The first and last bytes of a file. */
export const MAGIC = Buffer.from('PAR1');

/** A column of a file. */
export interface FileColumn {
  readonly name: string;
  readonly type: tableReading.ColumnType;
}

/** Columns side by side, and behind them lists of such, each item of which has columns and lists again. */
export interface FileLevel {
  readonly columns: readonly FileColumn[];
  readonly lists: readonly FileList[];
}

interface FileList extends FileLevel {
  readonly name: string;
}

/** A column, and the names that lead to it. */
interface Leaf {
  readonly path: readonly string[];
  readonly type: tableReading.ColumnType;
}

/** A column of a row group, as it was written. Offsets count from the start of the file; sizes are bytes with headers. */
export interface ColumnChunk {
  readonly encodings: readonly number[];
  /** Rows, or items of lists, those without a value included. */
  readonly rows: number;
  readonly nulls: number;
  readonly uncompressedBytes: number;
  readonly compressedBytes: number;
  readonly dataOffset: number;
  readonly dictionaryOffset: number | undefined;
  /** Least and greatest value, as the type stores them. */
  readonly range: { readonly min: Uint8Array; readonly max: Uint8Array } | undefined;
}

/** A row group, as it was written; chunks are in the order of the columns, those of lists behind those around them. */
export interface RowGroup {
  readonly rows: number;
  readonly chunks: readonly ColumnChunk[];
}

/** What stands in the footer of a file. */
export interface FileFacts {
  readonly level: FileLevel;
  readonly rowGroups: readonly RowGroup[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdBy: string;
}

/** Returns the end of a file: its metadata, their length and the magic bytes. */
export function footerOf({ level, rowGroups, metadata, createdBy }: FileFacts): Buffer {
  const writer = new ThriftWriter();
  const leaves = leavesOf(level, []);
  const rows = rowGroups.reduce((sum, group) => sum + group.rows, 0);
  writer.struct(() => {
    writer.i32(1, 2);
    writeSchema(level, writer);
    writer.i64(3, rows);
    writer.structs(4, rowGroups, (group) => writeRowGroup(group, leaves, writer));
    writer.structs(5, Object.entries(metadata), ([key, value]) => {
      writer.text(1, key);
      writer.text(2, value);
    });
    writer.text(6, createdBy);
    // Least and greatest values are in the order of their types.
    writer.structs(7, leaves, () => writer.structField(1));
  });
  const { bytes, length } = writer.out;
  const size = Buffer.alloc(4);
  size.writeUInt32LE(length);
  return Buffer.concat([bytes.subarray(0, length), size, MAGIC]);
}

/** In the order of their chunks. */
function leavesOf({ columns, lists }: FileLevel, path: readonly string[]): readonly Leaf[] {
  const own = columns.map(({ name, type }) => ({ path: [...path, name], type }));
  return [...own, ...lists.flatMap((list) => leavesOf(list, [...path, list.name, ...LIST_NAMES]))];
}

/** The groups of a list that readers expect: its items, and what each is. */
const LIST_NAMES = ['list', 'element'] as const;

/** Writes an element of the schema. */
type SchemaElement = (writer: ThriftWriter) => void;

function writeSchema(level: FileLevel, writer: ThriftWriter): void {
  const root: SchemaElement = () => {
    writer.text(4, 'schema');
    writer.i32(5, sizeOf(level));
  };
  writer.structs(2, [root, ...elementsOf(level)], (element) => element(writer));
}

const sizeOf = ({ columns, lists }: FileLevel): number => columns.length + lists.length;

function elementsOf({ columns, lists }: FileLevel): readonly SchemaElement[] {
  const [items, element] = LIST_NAMES;
  return [
    ...columns.map(({ name, type }): SchemaElement => (writer) => {
      writer.i32(1, physicalType(type));
      writer.i32(3, REPETITION.optional);
      writer.text(4, name);
      writeLogicalType(type, writer);
    }),
    ...lists.flatMap((list): readonly SchemaElement[] => [
      (writer) => {
        writeGroup(list.name, REPETITION.optional, 1, writer);
        writer.i32(6, CONVERTED.list);
        writer.structField(10, () => writer.structField(3));
      },
      (writer) => writeGroup(items, REPETITION.repeated, 1, writer),
      (writer) => writeGroup(element, REPETITION.required, sizeOf(list), writer),
      ...elementsOf(list),
    ]),
  ];
}

function writeGroup(name: string, repetition: number, children: number, writer: ThriftWriter): void {
  writer.i32(3, repetition);
  writer.text(4, name);
  writer.i32(5, children);
}

/** Older readers know the converted type, newer ones the logical type. A local time has the latter only. */
function writeLogicalType(type: tableReading.ColumnType, writer: ThriftWriter): void {
  if (type === 'text') {
    writer.i32(6, CONVERTED.utf8);
    writer.structField(10, () => writer.structField(1));
  } else if (type === 'date') {
    writer.i32(6, CONVERTED.date);
    writer.structField(10, () => writer.structField(6));
  } else if (type === 'amount' || type === 'decimal') {
    const scale = SCALES[type];
    writer.i32(6, CONVERTED.decimal);
    writer.i32(7, scale);
    writer.i32(8, DECIMAL_DIGITS);
    writer.structField(10, () =>
      writer.structField(5, () => {
        writer.i32(1, scale);
        writer.i32(2, DECIMAL_DIGITS);
      }),
    );
  } else if (type === 'dateTime') {
    writer.structField(10, () =>
      writer.structField(8, () => {
        writer.bool(1, false);
        // Microseconds.
        writer.structField(2, () => writer.structField(2));
      }),
    );
  }
}

function writeRowGroup({ rows, chunks }: RowGroup, leaves: readonly Leaf[], writer: ThriftWriter): void {
  const sum = (size: (chunk: ColumnChunk) => number): number => chunks.reduce((total, chunk) => total + size(chunk), 0);
  writer.structs(1, chunks, (chunk, i) => {
    writer.i64(2, 0);
    writer.structField(3, () => writeChunk(chunk, leaves[i], writer));
  });
  writer.i64(
    2,
    sum(({ uncompressedBytes }) => uncompressedBytes),
  );
  writer.i64(3, rows);
  writer.i64(5, chunks[0]?.dictionaryOffset ?? chunks[0]?.dataOffset ?? 0);
  writer.i64(
    6,
    sum(({ compressedBytes }) => compressedBytes),
  );
}

function writeChunk(chunk: ColumnChunk, leaf: Leaf | undefined, writer: ThriftWriter): void {
  writer.i32(1, leaf === undefined ? TYPE.byteArray : physicalType(leaf.type));
  writer.i32s(2, chunk.encodings);
  writer.texts(3, leaf?.path ?? []);
  writer.i32(4, SNAPPY);
  writer.i64(5, chunk.rows);
  writer.i64(6, chunk.uncompressedBytes);
  writer.i64(7, chunk.compressedBytes);
  writer.i64(9, chunk.dataOffset);
  if (chunk.dictionaryOffset !== undefined) writer.i64(11, chunk.dictionaryOffset);
  writer.structField(12, () => {
    writer.i64(3, chunk.nulls);
    if (chunk.range === undefined) return;
    writer.binary(5, chunk.range.max);
    writer.binary(6, chunk.range.min);
  });
}

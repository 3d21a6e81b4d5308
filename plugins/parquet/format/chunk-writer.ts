import { ByteWriter } from '../../../src/plugin/io';
import type { ColumnChunk } from './footer';
import { ENCODING, PAGE } from './physical-type';
import { compressSnappy } from './snappy';
import { ThriftWriter } from './thrift-writer';

/** Writes the pages of one column of a row group after the other. */
export class ChunkWriter {
  private readonly page = new ByteWriter();
  private readonly compressed = new ByteWriter();
  private rows = 0;
  private encodings: number[] = [];
  private uncompressedBytes = 0;
  private start = 0;
  private dataOffset = 0;
  private dictionaryOffset: number | undefined;

  /** `offset` is the place in the file where the first page comes. */
  constructor(
    private readonly out: ByteWriter,
    private offset: number,
  ) {}

  /** A column begins. */
  begin(rows: number): void {
    this.rows = rows;
    this.encodings = [ENCODING.rle];
    this.uncompressedBytes = 0;
    this.start = this.offset;
    this.dictionaryOffset = undefined;
  }

  /** Writes the distinct values of the column. */
  dictionaryPage(values: number, write: (out: ByteWriter) => void): void {
    this.dictionaryOffset = this.offset;
    this.writePage(PAGE.dictionary, write, (header) => {
      header.structField(7, () => {
        header.i32(1, values);
        header.i32(2, ENCODING.plain);
      });
    });
    this.encodings.push(ENCODING.plain);
  }

  /** Writes the levels and values of the column. */
  dataPage(encoding: number, write: (out: ByteWriter) => void): void {
    this.dataOffset = this.offset;
    this.writePage(PAGE.data, write, (header) => {
      header.structField(5, () => {
        header.i32(1, this.rows);
        header.i32(2, encoding);
        header.i32(3, ENCODING.rle);
        header.i32(4, ENCODING.rle);
      });
    });
    this.encodings.push(encoding);
  }

  /** The column ends. */
  end(nulls: number, range: ColumnChunk['range']): ColumnChunk {
    const { encodings, rows, uncompressedBytes, dataOffset, dictionaryOffset, offset, start } = this;
    return { encodings, rows, nulls, uncompressedBytes, compressedBytes: offset - start, dataOffset, dictionaryOffset, range };
  }

  private writePage(type: number, write: (out: ByteWriter) => void, writeFields: (header: ThriftWriter) => void): void {
    const { page, compressed } = this;
    page.length = 0;
    compressed.length = 0;
    write(page);
    compressSnappy(page.bytes, page.length, compressed);
    const header = new ThriftWriter();
    header.struct(() => {
      header.i32(1, type);
      header.i32(2, page.length);
      header.i32(3, compressed.length);
      writeFields(header);
    });
    this.uncompressedBytes += header.out.length + page.length;
    this.offset += header.out.length + compressed.length;
    this.out.append(header.out.bytes, 0, header.out.length);
    this.out.append(compressed.bytes, 0, compressed.length);
  }
}

import { constants, deflateRawSync } from 'node:zlib';
import { ByteWriter, crc32 } from '../../src/plugin/io';

/** Signatures and fields of APPNOTE.TXT of PKWARE. */
const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_END = 0x06054b50;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_EXTRA = 0x0001;
const VERSION = 20;
const ZIP64_VERSION = 45;
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: the same records give the same file. */
const DOS_DATE = 0x0021;
/** Files of their owner alone, as Unix has them. */
const PRIVATE_FILE = 0o100600 * 0x10000;
const MADE_ON_UNIX = 3 << 8;
const MAX_SHORT = 0xffffffff;

/** The last block of deflated data: empty. */
const LAST_BLOCK = Buffer.of(0x03, 0x00);

/** Faster than the default by half; sheets repeat so much that it costs little. */
const LEVEL = 1;

/** Sizes and checksum of an entry when all of it was deflated. */
export interface DeflatedFacts {
  readonly checksum: number;
  /** Less than 4 GiB. */
  readonly size: number;
  readonly deflatedSize: number;
}

/**
 * Deflates the content of an entry piece by piece: each is complete in itself, so that nothing is held back between them. Pieces of some hundred
 * kilobytes compress nearly as well as the whole.
 */
export class Deflater {
  private checksum = 0;
  private size = 0;
  private deflatedSize = 0;

  /** `take` gets deflated bytes, in order. */
  constructor(private readonly take: (bytes: Uint8Array) => void) {}

  get bytes(): number {
    return this.size;
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.checksum = crc32(bytes, this.checksum);
    this.size += bytes.length;
    this.give(deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }));
  }

  end(): DeflatedFacts {
    this.give(LAST_BLOCK);
    const { checksum, size, deflatedSize } = this;
    return { checksum, size, deflatedSize };
  }

  private give(bytes: Uint8Array): void {
    this.deflatedSize += bytes.length;
    this.take(bytes);
  }
}

interface Entry extends DeflatedFacts {
  readonly name: Buffer;
  readonly offset: number;
}

/** Writes a zip archive whose entries come one after the other, their content deflated already. */
export class ZipWriter {
  private readonly entries: Entry[] = [];
  private offset = 0;
  private open: { readonly name: Buffer; readonly offset: number } | undefined;

  constructor(private readonly out: ByteWriter) {}

  /** An entry begins. */
  begin(name: string): void {
    this.open = { name: Buffer.from(name), offset: this.offset };
    const header = new FieldWriter();
    header.long(LOCAL_HEADER).short(VERSION).short(FLAGS).short(DEFLATED).short(0).short(DOS_DATE).long(0).long(0).long(0);
    header.short(this.open.name.length).short(0);
    this.write(header.bytes);
    this.write(this.open.name);
  }

  /** Writes deflated content of the entry that began last. */
  content(bytes: Uint8Array): void {
    this.write(bytes);
  }

  /** The entry that began last ends. */
  end(facts: DeflatedFacts): void {
    if (this.open === undefined) return;
    this.entries.push({ ...this.open, ...facts });
    this.open = undefined;
    this.write(new FieldWriter().long(DESCRIPTOR).long(facts.checksum).long(facts.deflatedSize).long(facts.size).bytes);
  }

  /** Adds a short entry whole. */
  add(name: string, content: string): void {
    this.begin(name);
    const deflater = new Deflater((bytes) => this.content(bytes));
    deflater.add(Buffer.from(content));
    this.end(deflater.end());
  }

  /** Writes the directory of the archive. */
  close(): void {
    const start = this.offset;
    for (const entry of this.entries) this.writeDirectoryEntry(entry);
    const size = this.offset - start;
    const count = this.entries.length;
    if (start > MAX_SHORT) this.writeLongEnd(start, size);
    const end = new FieldWriter().long(CENTRAL_END).short(0).short(0).short(count).short(count);
    this.write(end.long(size).long(Math.min(start, MAX_SHORT)).short(0).bytes);
  }

  /** An entry that begins beyond 4 GiB has its place in a longer field. */
  private writeDirectoryEntry({ name, offset, checksum, size, deflatedSize }: Entry): void {
    const extra = offset >= MAX_SHORT ? new FieldWriter().short(ZIP64_EXTRA).short(8).double(offset).bytes : Buffer.alloc(0);
    const version = extra.length > 0 ? ZIP64_VERSION : VERSION;
    const header = new FieldWriter()
      .long(CENTRAL_HEADER)
      .short(MADE_ON_UNIX | version)
      .short(version)
      .short(FLAGS)
      .short(DEFLATED)
      .short(0)
      .short(DOS_DATE);
    header.long(checksum).long(deflatedSize).long(size).short(name.length).short(extra.length).short(0).short(0).short(0);
    this.write(header.long(PRIVATE_FILE).long(Math.min(offset, MAX_SHORT)).bytes);
    this.write(name);
    this.write(extra);
  }

  private writeLongEnd(start: number, size: number): void {
    const { offset: at } = this;
    const count = this.entries.length;
    const end = new FieldWriter()
      .long(ZIP64_END)
      .double(44)
      .short(MADE_ON_UNIX | ZIP64_VERSION)
      .short(ZIP64_VERSION)
      .long(0)
      .long(0);
    this.write(end.double(count).double(count).double(size).double(start).bytes);
    this.write(new FieldWriter().long(ZIP64_LOCATOR).long(0).double(at).long(1).bytes);
  }

  private write(bytes: Uint8Array): void {
    this.out.append(bytes);
    this.offset += bytes.length;
  }
}

/** Writes numbers of fixed width, the lowest byte first. */
class FieldWriter {
  private readonly out = new ByteWriter(128);

  get bytes(): Buffer {
    return this.out.bytes.subarray(0, this.out.length);
  }

  /** Two bytes. */
  short(value: number): this {
    this.out.byte(value & 0xff);
    this.out.byte((value >>> 8) & 0xff);
    return this;
  }

  /** Four bytes. */
  long(value: number): this {
    return this.short(value & 0xffff).short(value >>> 16);
  }

  /** Eight bytes. */
  double(value: number): this {
    return this.long(value % 0x100000000).long(Math.floor(value / 0x100000000));
  }
}
